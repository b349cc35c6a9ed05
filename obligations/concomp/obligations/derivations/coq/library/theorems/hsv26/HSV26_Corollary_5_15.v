(* HSV26 Corollary 5.15: k-sparse parallel composition of interactive mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families Slots Exceptions Parallel Interactive.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Corollary_5_15 (X : family) (slots : list (R * R)) (g d : R) :
  (forall x s, law (interactive X x s)) -> (* every X_j has discrete answers *)
  (forall x, proper (odds X x, budget X x) = true -> private_for_neighbours X x) -> (* and is (eps_j,delta_j)-DP *)
  (forall p, In p slots -> 1 <= fst p) -> (* eps_i >= 0 *)
  private_responses g d slots -> (* Comp[RR_1, ..., RR_k] is (eps,delta)-DP *)
  private g d (verified (consistent_parallel (as_continual X) slots) (ExtConComp (as_continual X))).
Proof.
  intros L P S H.
  assert (LM : forall x b, law (member (as_continual X) x b)) by (intros x; apply member_law, L).
  apply (within_slots_of_exceptions (as_continual X) _ slots); auto.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l V. now apply andb_prop in V as [_ V].
  - intros x k m n PR I N V. apply (consistent_splits (as_continual X) x k m n LM).
    + apply (all_simulated _ LM); [|exact PR]. intros y PY. exact (member_private X y PY (L y) (P y PY)).
    + apply f_neighbouring_consistent.
    + exact I.
    + exact N.
    + exact V.
  - apply Forall_forall. exact S.
Qed.
Print Assumptions HSV26_Corollary_5_15.
