(* HSV26 Theorem 4.12: concurrent composition with k fixed parameters. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Slots.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Theorem_4_12 (C : composition) (slots : list (R * R)) (g d : R) :
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  (forall p, In p slots -> 1 <= fst p) -> (* eps_i >= 0 *)
  private_responses g d slots -> (* Comp[RR_1, ..., RR_k] is (eps,delta)-DP *)
  private g d (verified (fixed_parameters C slots) (ExtConComp C)).
Proof.
  intros L P S H. apply (within_slots C _ slots); auto.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l V. now apply andb_prop in V as [_ V].
  - apply Forall_forall. exact S.
Qed.
Print Assumptions HSV26_Theorem_4_12.
