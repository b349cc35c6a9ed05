(* HSV26 Corollary 5.7, repaired: a continual mechanism and an interactive response that is asked once while all pairs are
   identical, and at most twice; min(1, 2 delta) lies between the least budget and 1. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Laziness Pairs.
Open Scope R_scope.
Theorem HSV26_Corollary_5_7_repaired (message : Type) (some_message : message) (same : message -> message -> bool)
  (f : function message) (M : mechanism message) (g d : R) :
  (forall m n, same m n = true <-> m = n) ->
  1 < g ->
  (forall b, law (verified f M b)) -> (* V[f] o* I o* M has discrete answers *)
  let budget := least_budget same g (verified f M) in
  let lazily beta := simulates_lazily beta (all_identical same) g (in_world (verified f M)) in
  (forall beta, budget <= beta -> beta <= 1 -> lazily beta) /\
  (0 <= d <= 1 -> private g d (verified f M) ->
    (budget <= 2 * d /\ budget <= 1) /\ (d = 0 -> lazily d) /\ (invariant f -> lazily d)).
Proof.
  intros E G L budget lazily. split.
  - exact (enough message some_message same E f M g G L).
  - intros D P. split; [|split].
    + exact (twice message some_message same E f M g G L d D P).
    + exact (pure_enough message some_message same E f M g G L d D P).
    + exact (invariant_enough message some_message same E f M g G L d D P).
Qed.
Print Assumptions HSV26_Corollary_5_7_repaired.
