(* Mechanisms that answer about one dataset are users who all hold it: a step from datasets to messages (Haney23
   Theorem 1.8). *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families ConComp LocalProtocols Slots.
From Concomp Require Import Simulators Interactive Serving FewUsers.
Import ListNotations.
Open Scope R_scope.

(* Who asks a mechanism that there is not may tell itself that it halts. *)
Fixpoint asks_existing {query} (n : nat) (A : adversary (nat * query)) : adversary (nat * query) :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => asks_existing n (next a))
  | Asks m next =>
    if (fst m <? n)%nat then Asks m (fun a => asks_existing n (next a))
    else Draws (point halt) (fun a => asks_existing n (next a))
  end.
Lemma asks_existing_fair {query} n (A : adversary (nat * query)) : fair A -> fair (asks_existing n A).
Proof.
  induction A as [|p next IH|m next IH]; simpl; auto.
  - intros [D F]. auto.
  - intros F. destruct (fst m <? n)%nat; simpl; auto. split; auto. apply point_law.
Qed.
Lemma asks_existing_chance {data query} (Ms : list (data -> mechanism query)) x A : forall h k E,
  (forall i, (i < length Ms)%nat -> conversation i h = conversation i k) ->
  chance (ConComp Ms x) A h E = chance (ConComp Ms x) (asks_existing (length Ms) A) k E.
Proof.
  induction A as [|p next IH|[i q] next IH]; intros h k E S; cbn [asks_existing].
  - reflexivity.
  - simpl. apply Sum_ext. intros a. now rewrite (IH a h k).
  - cbn [fst]. destruct (i <? length Ms)%nat eqn:L.
    + apply Nat.ltb_lt in L. cbn [chance]. apply Sum_ext. intros a. unfold ConComp at 1 3. cbn [fst snd].
      rewrite (S i L). f_equal. apply IH. intros j J. simpl. destruct (i =? j)%nat; now rewrite (S j J).
    + apply Nat.ltb_ge in L. cbn [chance]. apply Sum_ext. intros a. unfold ConComp at 1. cbn [fst snd].
      rewrite nth_overflow by exact L. f_equal. apply IH. intros j J. simpl.
      rewrite (proj2 (Nat.eqb_neq i j)) by lia. now apply S.
Qed.

Lemma Forall2_same_length {X Y} (P : X -> Y -> Prop) l l' : List.Forall2 P l l' -> length l = length l'.
Proof. induction 1; simpl; congruence. Qed.

Section OneDataset.
Variables (data query : Type) (same_query : query -> query -> bool).
Hypothesis same_query_equal : forall p q, same_query p q = true <-> p = q.
Variables (Ms : list (data -> mechanism query)) (slots : list (R * R)) (x y : data).
Hypothesis proper_slots : forall p, In p slots -> proper p = true.
Hypothesis discrete : forall M, In M Ms -> forall z, law (M z).
Hypothesis are_private : Forall2 (fun p M => private (fst p) (snd p) (fun b => M (if b then y else x))) slots Ms.
Notation slot i := (nth i slots (1, 0)).
Definition holding (b : bool) : data := if b then y else x.
Definition holders (A : adversary (nat * query)) : protocol := {|
  LocalProtocols.data := bool;
  LocalProtocols.query := query;
  some_data := false;
  same_data := eqb;
  same_data_equal := eqb_true_iff;
  LocalProtocols.same_query := same_query;
  LocalProtocols.same_query_equal := same_query_equal;
  users := length Ms;
  user := fun i b => nth i Ms nobody (holding b);
  related := fun _ _ _ => true;
  property := fun _ _ => true;
  odds_of := fun i => fst (slot i);
  delta_of := fun i => snd (slot i);
  server := A |}.
Lemma same_length : length slots = length Ms.
Proof. exact (Forall2_same_length _ _ _ are_private). Qed.
Lemma slot_proper i : proper (slot i) = true.
Proof.
  destruct (lt_dec i (length slots)) as [L|L].
  - now apply proper_slots, nth_In.
  - rewrite nth_overflow by lia. unfold proper. simpl. repeat destruct (Rle_dec _ _); auto; lra.
Qed.
Lemma holder_law i z : law (nth i Ms nobody z).
Proof.
  destruct (lt_dec i (length Ms)) as [L|L].
  - now apply discrete, nth_In.
  - rewrite nth_overflow by lia. intros h q. apply point_law.
Qed.
Lemma nth_private ps (Ns : list (data -> mechanism query)) i : (i < length Ns)%nat ->
  Forall2 (fun p M => private (fst p) (snd p) (fun b => M (holding b))) ps Ns ->
  private (fst (nth i ps (1, 0))) (snd (nth i ps (1, 0))) (fun b => nth i Ns nobody (holding b)).
Proof.
  intros L F. revert i L. induction F as [|p M ps Ns H F IH]; intros i L; simpl in L; [lia|].
  destruct i as [|i]; [exact H|]. apply IH. lia.
Qed.
Lemma slot_private i : private (fst (slot i)) (snd (slot i)) (fun b => nth i Ms nobody (holding b)).
Proof.
  pose proof (slot_proper i) as PR. apply proper_bounds in PR as [G [D0 D1]].
  destruct (lt_dec i (length Ms)) as [L|L]; [now apply nth_private|].
  intros A E b FA. rewrite !(nth_overflow Ms) by lia.
  change (@nobody data query (holding (negb b))) with (@nobody data query (holding b)).
  pose proof (chance_bounds (@nobody data query (holding b)) (fun h q => point_law halt) A Empty E FA) as [C0 _].
  assert (0 <= (fst (slot i) - 1) * chance (@nobody data query (holding b)) A Empty E) by (apply Rmult_le_pos; lra).
  lra.
Qed.
Lemma holder_private A i s t : private (fst (slot i)) (snd (slot i)) (fun b => user (holders A) i (if b then t else s)).
Proof.
  pose proof (slot_private i) as H. pose proof (slot_proper i) as PR. apply proper_bounds in PR as [G [D0 D1]].
  intros B E b FB.
  assert (S : forall c, chance (nth i Ms nobody (holding c)) B Empty E <=
    fst (slot i) * chance (nth i Ms nobody (holding c)) B Empty E + snd (slot i)).
  { intros c. pose proof (chance_bounds _ (holder_law i (holding c)) B Empty E FB) as [C0 _].
    assert (0 <= (fst (slot i) - 1) * chance (nth i Ms nobody (holding c)) B Empty E) by (apply Rmult_le_pos; lra).
    lra. }
  assert (X : forall u v, chance (nth i Ms nobody (holding u)) B Empty E <=
    fst (slot i) * chance (nth i Ms nobody (holding v)) B Empty E + snd (slot i)).
  { intros u v. destruct u, v; try apply S; [exact (H B E true FB) | exact (H B E false FB)]. }
  apply X.
Qed.
Lemma created_so_far A v w l : follows (holders A) v w l ->
  created (lefts l) = seq 0 (Nat.min (length Ms) (length l)).
Proof.
  induction 1 as [|l F IH L|l i F IH L LI|l i q F IH L LI]; unfold lefts in *; simpl in *; rewrite ?IH.
  - now rewrite Nat.min_0_r.
  - rewrite (Nat.min_r _ (length l)) by lia.
    replace (Nat.min (length Ms) (S (length l))) with (S (length l)) by lia. now rewrite seq_S.
  - f_equal. lia.
  - f_equal. lia.
Qed.
Lemma begins_seq A m n : forall a, (m <= n)%nat -> begins (of_users (holders A)) (seq a m) (seq a n) = true.
Proof.
  revert n. induction m as [|m IH]; intros n a L; auto. destruct n as [|n]; [lia|]. simpl. rewrite Nat.eqb_refl.
  apply IH. lia.
Qed.
Lemma slots_of_holders A : map (parameters (of_users (holders A))) (seq 0 (length Ms)) = slots.
Proof.
  rewrite <- same_length. apply (nth_ext _ _ (1, 0) (1, 0)).
  - now rewrite map_length, seq_length.
  - intros i L. rewrite map_length, seq_length in L.
    rewrite (nth_indep _ _ (parameters (of_users (holders A)) O)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L. unfold parameters. simpl. now destruct (slot i).
Qed.
Theorem within_slots_on_data g d : private_responses g d slots -> private g d (fun b => ConComp Ms (holding b)).
Proof.
  intros H A E b FA. rewrite !(asks_existing_chance Ms _ A Empty Empty) by auto.
  set (P := holders (asks_existing (length Ms) A)). set (C := of_users P).
  change (chance (users_holding P (fun _ => b)) (server P) Empty E <=
    g * chance (users_holding P (fun _ => negb b)) (server P) Empty E + d).
  apply (server_is_private P (fun c _ => c)) with (f := fixed_parameters C slots).
  - intros i _. change (proper (fst (slot i), snd (slot i)) = true). rewrite <- surjective_pairing. apply slot_proper.
  - reflexivity.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l S F. apply andb_true_intro. split; [exact S|]. change (sub_multiset (map (parameters C)
      (@created C (lefts l))) slots = true). rewrite (created_so_far _ _ _ _ F : @created C (lefts l) = _).
    rewrite <- (slots_of_holders (asks_existing (length Ms) A)). apply left_over_all, begins_left_over.
    apply begins_seq. lia.
  - simpl. now apply asks_existing_fair.
  - unfold P. simpl. generalize (@Empty (nat * query)). generalize (asks_existing (length Ms) A) at 1.
    clear. intros B. induction A as [|p next IH|[i q] next IH]; intros h; simpl; auto.
    destruct (i <? length Ms)%nat eqn:L; simpl; auto. apply Nat.ltb_lt in L. auto.
  - apply (within_slots C _ slots); auto.
    + intros l V. now apply andb_prop in V as [V _].
    + intros l V. now apply andb_prop in V as [_ V].
    + intros i c. apply member_law_of_user. intros j s. apply holder_law.
    + intros i PR. apply (user_private P (fun j s => holder_law j (holding s)) i PR).
      intros s t _. apply holder_private.
    + apply Forall_forall. intros p I. now apply (proper_bounds p), proper_slots.
Qed.
End OneDataset.
