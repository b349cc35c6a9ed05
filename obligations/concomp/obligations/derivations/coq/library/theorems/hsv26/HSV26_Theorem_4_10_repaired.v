(* HSV26 Theorem 4.10, repaired: concurrent composition of k fixed mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Slots.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Theorem_4_10_repaired (C : composition) (alphas : list (creation C)) (g d : R) :
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  (forall x, In x alphas -> 1 <= e_eps C x) -> (* eps_i >= 0 *)
  private_responses g d (map (parameters C) alphas) -> (* Comp[RR_1, ..., RR_k] is (eps,delta)-DP *)
  private g d (verified (fixed_mechanisms C alphas) (ExtConComp C)).
Proof.
  intros L P S H. apply (within_slots C _ (map (parameters C) alphas)); auto.
  - intros l V. now apply andb_prop in V as [V _]; apply andb_prop in V as [V _].
  - intros l V. apply andb_prop in V as [V _]. apply andb_prop in V as [_ V].
    apply left_over_all. now apply begins_left_over.
  - apply Forall_forall. intros p I. apply in_map_iff in I as [x [<- I]]. now apply S.
Qed.
Print Assumptions HSV26_Theorem_4_10_repaired.
