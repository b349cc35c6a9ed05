(* Neighbours that differ in few users: few users get different messages. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families ConComp LocalProtocols Slots.
From Concomp Require Import Exceptions Parallel Interactive Serving Guarded.
Import ListNotations.
Open Scope R_scope.

Lemma without_first p l : without p (p :: l) = Some l.
Proof. simpl. destruct (Req_EM_T _ _); [|congruence]. destruct (Req_EM_T _ _); congruence. Qed.
Lemma equal_slots p m k : (m <= k)%nat -> sub_multiset (repeat p m) (repeat p k) = true.
Proof.
  revert k. induction m as [|m IH]; intros k L; auto. destruct k as [|k]; [lia|].
  change (sub_multiset (repeat p (S m)) (repeat p (S k))) with
    (match without p (p :: repeat p k) with Some rest => sub_multiset (repeat p m) rest | None => false end).
  rewrite without_first. apply IH. lia.
Qed.
Section FewUsers.
Variable P : protocol.
Notation C := (of_users P).
Notation n := (users P).
Lemma few_exceptional x y l : follows P x y l ->
  (length (exceptional C l) <= differing P x y (Nat.min n (length l - n)))%nat.
Proof.
  induction 1 as [|l F IH L|l i F IH L LI|l i q F IH L LI].
  - simpl. lia.
  - cbn [length]. replace (S (length l) - n)%nat with 0%nat by lia. replace (length l - n)%nat with 0%nat in IH by lia.
    rewrite Nat.min_0_r in *. exact IH.
  - rewrite L in IH. replace (Nat.min n (n + i - n)) with i in IH by lia.
    cbn [length]. replace (Nat.min n (S (length l) - n)) with (S i) by lia. simpl differing.
    assert (X : exceptional C ((@Ask C i (inl (x i)), @Ask C i (inl (y i))) :: l) =
      if same_data P (x i) (y i) || touched i l then exceptional C l
      else exceptional C l ++ match nth_error (created (lefts l)) i with Some x => [x] | None => [] end) by reflexivity.
    rewrite X. destruct (same_data P (x i) (y i)); [exact IH|]. cbn [orb].
    destruct (touched i l); [exact (le_S _ _ IH)|]. rewrite app_length, Nat.add_comm.
    apply Nat.add_le_mono; [destruct (nth_error _ _); simpl; lia | exact IH].
  - assert (X : exceptional C ((@Ask C i (inr q), @Ask C i (inr q)) :: l) =
      if same_query P q q || touched i l then exceptional C l
      else exceptional C l ++ match nth_error (created (lefts l)) i with Some x => [x] | None => [] end) by reflexivity.
    rewrite X, (proj2 (same_query_equal P q q) eq_refl). simpl orb. cbn [length].
    replace (Nat.min n (S (length l) - n)) with (Nat.min n (length l - n)) by lia. exact IH.
Qed.
Lemma differing_grows x y m k : (m <= k)%nat -> (differing P x y m <= differing P x y k)%nat.
Proof. induction 1; simpl; lia. Qed.
Lemma user_consistent i : first_pair_consistent (function_of_user P i).
Proof.
  intros l p E V q I. apply andb_prop in V as [V _]. induction l as [|[m m'] l IH]; [destruct I|].
  assert (Y : exists r l', l ++ [p] = r :: l') by (destruct l; simpl; eauto). destruct Y as [r [l' Y]].
  simpl in V. rewrite Y in V. destruct m as [s|u], m' as [t|v]; try discriminate.
  apply andb_prop in V as [V1 V2]. rewrite <- Y in V2. apply same_query_equal in V1. destruct I as [<-|I].
  - simpl. now rewrite V1.
  - now apply IH.
Qed.

Hypothesis discrete : forall i s, law (user P i s).
Lemma member_law_of_user i b : law (member C i b).
Proof.
  intros h [m m']. unfold member, verified. destruct (valid _ _); [|apply point_law].
  change (distribution (continual (family_of_users P) i (sides b h) (side b (m, m')))). unfold continual.
  destruct (sides b h) as [|h' r a]; destruct (side b (m, m')) as [s|q]; try apply point_law.
  destruct (start (family_of_users P) (Ext h' r a)) as [s|]; [apply discrete | apply point_law].
Qed.
(* Users that are private for related data, whatever they are asked, are so if their queries have a property. *)
Lemma user_function_narrower i l : valid (function_of_user P i) l = true ->
  valid (f_neighbouring (family_of_users P) i) l = true.
Proof.
  induction l as [|[m m'] l IH]; auto. cbn [valid]. intros V. apply andb_prop in V as [V1 V2]. specialize (IH V1).
  rewrite IH. simpl. apply andb_prop in V2 as [V2 _]. destruct l as [|r l].
  - destruct m, m'; try discriminate. simpl in V2. now rewrite V2.
  - destruct m, m'; try discriminate. apply andb_prop in V2 as [V2 _]. simpl. rewrite V2.
    cbn [valid] in IH. now apply andb_prop in IH as [_ IH].
Qed.
Lemma user_private i : proper (odds_of P i, delta_of P i) = true ->
  (forall s t, related P i s t = true ->
    private (odds_of P i) (delta_of P i) (fun b => user P i (if b then t else s))) ->
  private (odds_of P i) (delta_of P i) (member C i).
Proof.
  intros PR H. apply private_for_fewer with (f' := f_neighbouring (family_of_users P) i).
  - apply user_function_narrower.
  - exact (member_private (family_of_users P) i PR (discrete i) H).
Qed.

Variables (e d : R) (k : nat).
Hypothesis odds : 1 <= e.
Hypothesis budget : 0 <= d <= 1.
Hypothesis identical_parameters : forall i, odds_of P i = e /\ delta_of P i = d.
Lemma users_proper i : proper (odds_of P i, delta_of P i) = true.
Proof.
  destruct (identical_parameters i) as [-> ->]. unfold proper. simpl. repeat destruct (Rle_dec _ _); auto; lra.
Qed.
Lemma users_parameters l : map (parameters C) l = repeat (e, d) (length l).
Proof.
  induction l as [|i l IH]; auto. cbn [map length repeat]. rewrite <- IH. f_equal. unfold parameters. simpl.
  now destruct (identical_parameters i) as [-> ->].
Qed.
Theorem few_users_private g dd :
  (forall i, private e d (member C i)) -> private_responses g dd (repeat (e, d) k) ->
  (forall i s, related P i s s = true) ->
  fair (server P) -> obeys P (server P) Empty -> locally_private P g dd (sparse_neighbours P k).
Proof.
  intros PR H RF FA O x E b [D R].
  apply (server_is_private P x) with (f := consistent_parallel C (repeat (e, d) k)); auto.
  - intros i _. apply users_proper.
  - intros i L. destruct (R i L) as [->|R']; auto.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l S1 F. apply andb_true_intro. split; [exact S1|].
    rewrite users_parameters. apply equal_slots. pose proof (few_exceptional _ _ l F).
    pose proof (differing_grows (x false) (x true) (Nat.min n (length l - n)) n). lia.
  - apply (within_slots_of_exceptions C _ (repeat (e, d) k)); auto.
    + intros l V. now apply andb_prop in V as [V _].
    + intros l V. now apply andb_prop in V as [_ V].
    + intros i. apply member_law_of_user.
    + intros i h m m' PP I NE V. apply (consistent_splits C i h m m' member_law_of_user); auto.
      * apply (all_simulated C member_law_of_user); auto. intros j _. simpl.
        destruct (identical_parameters j) as [-> ->]. apply PR.
      * apply user_consistent.
    + apply Forall_forall. intros p I. apply repeat_spec in I. now subst.
Qed.
Lemma users_private : (forall i s t, related P i s t = true -> private e d (fun b => user P i (if b then t else s))) ->
  forall i, private e d (member C i).
Proof.
  intros H i. pose proof (user_private i (users_proper i)) as X. destruct (identical_parameters i) as [Ei Di].
  rewrite Ei, Di in X. apply X. apply H.
Qed.
End FewUsers.
