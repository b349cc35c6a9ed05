(* HSV26 Theorem 5.14: k-sparse parallel composition of first-pair consistent mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Slots Exceptions Parallel.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Theorem_5_14 (C : composition) (slots : list (R * R)) (g d : R) :
  (forall x, first_pair_consistent (function_of C x)) -> (* every f_j is first-pair consistent *)
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  (forall p, In p slots -> 1 <= fst p) -> (* eps_i >= 0 *)
  private_responses g d slots -> (* Comp[RR_1, ..., RR_k] is (eps,delta)-DP *)
  private g d (verified (consistent_parallel C slots) (ExtConComp C)).
Proof.
  intros FC L P S H. apply (within_slots_of_exceptions C _ slots); auto.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l V. now apply andb_prop in V as [_ V].
  - intros x k m n PR I N V. apply (consistent_splits C x k m n); auto. now apply all_simulated.
  - apply Forall_forall. exact S.
Qed.
Print Assumptions HSV26_Theorem_5_14.
