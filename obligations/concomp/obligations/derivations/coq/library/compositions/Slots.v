(* Responses fixed in advance, one for each slot, cover what is created within the slots. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games Covers.
Import ListNotations.
Open Scope R_scope.

Definition good_slots (slots : list (R * R)) : Prop := List.Forall (fun p => 1 <= fst p) slots.
(* The slots that are left when some parameters have taken theirs. *)
Fixpoint left_over (l slots : list (R * R)) : option (list (R * R)) :=
  match l with nil => Some slots | p :: l => match without p slots with Some rest => left_over l rest | None =>
    None end end.
Lemma left_over_all l : forall slots, sub_multiset l slots = true <-> exists rest, left_over l slots = Some rest.
Proof.
  induction l as [|p l IH]; intros slots; simpl.
  - split; eauto.
  - destruct (without p slots); [apply IH|]. split; [discriminate | intros [? ?]; discriminate].
Qed.
Lemma left_over_one_more l p : forall slots rest, left_over l slots = Some rest ->
  left_over (l ++ [p]) slots = without p rest.
Proof.
  induction l as [|r l IH]; intros slots rest; simpl.
  - intros H. injection H as ->. now destruct (without p rest).
  - destruct (without r slots); [apply IH | discriminate].
Qed.
Lemma without_good p slots : forall rest, without p slots = Some rest -> good_slots slots -> good_slots rest.
Proof.
  induction slots as [|s slots IH]; intros rest; simpl; [discriminate|].
  assert (X : option_map (cons s) (without p slots) = Some rest -> good_slots (s :: slots) -> good_slots rest).
  { destruct (without p slots) as [r|]; [|discriminate]. simpl. intros H G. injection H as <-.
    inversion G; subst. constructor; auto. now apply IH. }
  destruct (Req_EM_T _ _); auto. destruct (Req_EM_T _ _); auto. intros H G. injection H as <-. now inversion G.
Qed.

(* What begins a list leaves its rest. *)
Lemma begins_left_over (C : composition) l : forall alphas, begins C l alphas = true ->
  exists rest, left_over (map (parameters C) l) (map (parameters C) alphas) = Some rest.
Proof.
  induction l as [|x l IH]; intros alphas B; simpl; eauto. destruct alphas as [|y alphas]; [discriminate|].
  simpl in B. apply andb_prop in B as [E B]. apply (same_equal C) in E. subst y. simpl.
  destruct (Req_EM_T (e_eps C x) (e_eps C x)); [|congruence]. destruct (Req_EM_T (delta C x) (delta C x));
    [|congruence]. auto.
Qed.

Section Slots.
Variables (g : R) (b : bool).
(* What the world b exceeds g times the other one by, over the outcomes for all slots. *)
Fixpoint excess (slots : list (R * R)) (w w' : R) : R :=
  match slots with
  | nil => Rmax 0 (w - g * w')
  | (e, d) :: rest => each_outcome (fun o => excess rest (w * RR e d b o) (w' * RR e d (negb b) o))
  end.
Lemma each_outcome_ext f f' : (forall o, f o = f' o) -> each_outcome f = each_outcome f'.
Proof. intros H. unfold each_outcome, each_bit. now rewrite !H. Qed.
Lemma excess_pos slots : forall w w', 0 <= excess slots w w'.
Proof.
  induction slots as [|[e d] slots IH]; intros w w'; cbn [excess]. apply Rmax_l.
  unfold each_outcome, each_bit. repeat apply Rplus_le_le_0_compat; apply IH.
Qed.
Lemma excess_least slots : good_slots slots -> forall w w', w - g * w' <= excess slots w w'.
Proof.
  induction 1 as [|[e d] slots G _ IH]; intros w w'; cbn [excess]. apply Rmax_r.
  simpl in G. pose proof (mixed_one e d b G) as M. pose proof (mixed_one e d (negb b) G) as M'.
  unfold mixed, each_outcome, each_bit in *.
  pose proof (IH (w * RR e d b (Exposed false)) (w' * RR e d (negb b) (Exposed false))).
  pose proof (IH (w * RR e d b (Exposed true)) (w' * RR e d (negb b) (Exposed true))).
  pose proof (IH (w * RR e d b (Noisy false)) (w' * RR e d (negb b) (Noisy false))).
  pose proof (IH (w * RR e d b (Noisy true)) (w' * RR e d (negb b) (Noisy true))).
  replace (w - g * w') with (w * (RR e d b (Exposed false) * 1 + RR e d b (Exposed true) * 1 +
    (RR e d b (Noisy false) * 1 + RR e d b (Noisy true) * 1)) - g * (w' * (RR e d (negb b) (Exposed false) * 1 +
    RR e d (negb b) (Exposed true) * 1 + (RR e d (negb b) (Noisy false) * 1 + RR e d (negb b) (Noisy true) * 1))))
    by (rewrite M, M'; ring). lra.
Qed.
Lemma each_outcome_swap f : each_outcome (fun o => each_outcome (fun r => f o r)) = each_outcome (fun r =>
  each_outcome (fun o => f o r)).
Proof. unfold each_outcome, each_bit. ring. Qed.
Lemma excess_taken p slots : forall rest w w', without p slots = Some rest ->
  excess slots w w' = each_outcome (fun o => excess rest (w * RR (fst p) (snd p) b o) (w' * RR (fst p) (snd p) (negb b)
    o)).
Proof.
  induction slots as [|[e d] slots IH]; intros rest w w'; [discriminate|]. simpl without.
  assert (X : option_map (cons (e, d)) (without p slots) = Some rest -> excess ((e, d) :: slots) w w' =
    each_outcome (fun o => excess rest (w * RR (fst p) (snd p) b o) (w' * RR (fst p) (snd p) (negb b) o))).
  { destruct (without p slots) as [r|]; [|discriminate]. simpl. intros H. injection H as <-. cbn [excess].
    rewrite each_outcome_swap. apply each_outcome_ext. intros o. rewrite (IH r) by reflexivity.
    apply each_outcome_ext. intros o'. f_equal; ring. }
  destruct (Req_EM_T _ _) as [E1|]; auto. destruct (Req_EM_T _ _) as [E2|]; auto.
  intros H. injection H as <-. simpl in E1, E2. now subst.
Qed.
Fixpoint exceeding (slots : list (R * R)) (w w' : R) (l : list outcome) : bool :=
  match slots, l with
  | (e, d) :: rest, o :: l => exceeding rest (w * RR e d b o) (w' * RR e d (negb b) o) l
  | _, _ => if Rlt_dec (g * w') w then true else false
  end.
Lemma Comp_ext slots c : forall S S', (forall l, S l = S' l) -> Comp slots c S = Comp slots c S'.
Proof.
  induction slots as [|[e d] slots IH]; intros S S' H; simpl. now rewrite H.
  apply each_outcome_ext. intros o. now rewrite (IH _ (fun l => S' (o :: l))).
Qed.
Lemma excess_of_set slots : forall w w', excess slots w w' =
  w * Comp slots b (exceeding slots w w') - g * (w' * Comp slots (negb b) (exceeding slots w w')).
Proof.
  induction slots as [|[e d] slots IH]; intros w w'.
  - simpl. destruct (Rlt_dec _ _); unfold Rmax; destruct (Rle_dec _ _); lra.
  - assert (X : forall c, Comp ((e, d) :: slots) c (exceeding ((e, d) :: slots) w w') = each_outcome (fun o =>
      RR e d c o * Comp slots c (exceeding slots (w * RR e d b o) (w' * RR e d (negb b) o)))) by reflexivity.
    rewrite !X. cbn [excess]. rewrite (each_outcome_ext _ _ (fun o => IH _ _)). unfold each_outcome, each_bit. ring.
Qed.
Lemma excess_at_most delta slots : private_responses g delta slots -> excess slots 1 1 <= delta.
Proof. intros H. rewrite excess_of_set. pose proof (H (exceeding slots 1 1) b). lra. Qed.
End Slots.

Lemma proper_bounds p : proper p = true -> 1 <= fst p /\ 0 <= snd p <= 1.
Proof. unfold proper. repeat destruct (Rle_dec _ _); try discriminate. auto. Qed.
Lemma all_simulated (C : composition) : (forall x b, law (member C x b)) ->
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
  forall x, proper (parameters C x) = true -> simulated (e_eps C x) (delta C x) (member C x).
Proof.
  intros L PR x P. pose proof (proper_bounds _ P) as [G D].
  apply simulator; auto. exact (some_message C, some_message C).
Qed.
Theorem within_slots (C : composition) (F : function (request C)) (slots : list (R * R)) (g d : R) :
  (forall l, F l = true -> suitable C l = true) ->
  (forall l, F l = true -> sub_multiset (map (parameters C) (created (lefts l))) slots = true) ->
  (forall x b, law (member C x b)) ->
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
  good_slots slots -> private_responses g d slots -> private g d (verified F (ExtConComp C)).
Proof.
  intros FS FM L PR G H A E b FA.
  apply (gain_of_composition C F FS L (all_simulated C L PR) g b
    (fun B l w w' => exists rest, left_over (map (parameters C) l) slots = Some rest /\ good_slots rest /\
      excess g b rest w w' <= B)); auto.
  - intros B l w w' [rest [_ [GR X]]]. pose proof (excess_pos g b rest w w').
    pose proof (excess_least g b rest GR w w'). lra.
  - intros B q x h w w' [rest [LO [GR X]]] V. simpl in V. apply andb_prop in V as [_ V]. apply FM in V.
    change (created (lefts ((Create x, q) :: messages h))) with (members C h ++ [x]) in V. rewrite map_app in V.
    apply left_over_all in V as [r V]. simpl in V. pose proof (left_over_one_more _ (parameters C x) _ _ LO) as LO'.
    rewrite LO' in V. exists (fun o => excess g b r (w * RR (e_eps C x) (delta C x) b o) (w' * RR (e_eps C x) (delta C
      x) (negb b) o)).
    split.
    + rewrite (excess_taken g b _ _ _ w w' V) in X. exact X.
    + intros o. exists r. rewrite map_app. simpl. rewrite LO'. split; auto. split; [|lra].
      now apply (without_good _ _ _ V).
  - exists slots. split; auto. split; auto. now apply excess_at_most.
Qed.
