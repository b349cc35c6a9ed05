(* HSV26 Corollary 1.7: parallel composition of pure mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end; all
   members satisfy f*, not only the exceptional ones. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Slots Responding Exceptions
  Parallel.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Corollary_1_7 (C : composition) (e0 : R) (k : nat) (g d : R) :
  1 <= e0 -> (* eps_0 >= 0 *)
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, parameters C x = (e0, 0) /\ private e0 0 (member C x)) -> (* and is (eps_0,0)-DP *)
  private_composition g d (repeat (e0, 0) k) -> (* that of k noninteractive (eps_0,0)-DP mechanisms is (eps,delta)-DP *)
  private g d (verified (sparse_parallel C 0 (repeat e0 k)) (ExtConComp C)).
Proof.
  intros G L P H.
  assert (S : forall p, In p (repeat (e0, 0) k) -> proper p = true).
  { intros p I. apply repeat_spec in I. subst. unfold proper. simpl. repeat destruct (Rle_dec _ _); auto; lra. }
  assert (E : forall x, e_eps C x = e0 /\ delta C x = 0).
  { intros x. destruct (P x) as [Q _]. unfold parameters in Q. now injection Q. }
  apply (within_slots_of_exceptions C _ (repeat (e0, 0) k)); auto.
  - intros l V. now apply andb_prop in V as [V _]; apply andb_prop in V as [V _].
  - intros l V. apply andb_prop in V as [V _]. apply andb_prop in V as [_ V]. rewrite <- V.
    assert (R0 : forall n, map (fun e => (e, 0)) (repeat e0 n) = repeat (e0, 0) n).
    { intros n. induction n as [|n IH]; simpl; congruence. }
    rewrite R0. f_equal. apply map_ext. intros x. unfold parameters. now destruct (E x) as [_ ->].
  - intros x h m n _ I N V. destruct (E x) as [E1 E2], (P x) as [_ PX]. rewrite <- E1 in PX, G. now apply pure_splits.
  - apply Forall_forall. intros p I. now apply (proper_bounds p), S.
  - now apply responses_compose.
Qed.
Print Assumptions HSV26_Corollary_1_7.
