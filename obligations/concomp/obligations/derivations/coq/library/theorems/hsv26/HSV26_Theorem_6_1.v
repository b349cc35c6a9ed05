(* HSV26 Theorem 6.1: a post-processing that does not look at data keeps the privacy of what it asks. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms Compositions PostProcessing Inside Doubles Doubling.
Open Scope R_scope.
Theorem HSV26_Theorem_6_1 (left : Type) (C : composition) (P : processing left (request C)) (f : function left)
  (f' : function (request C)) (g d : R) :
  deterministic_processing P -> destination_property P -> response_property P -> maps_property P f f' ->
  private g d (verified f' (ExtConComp C)) -> private_for g d f (chain P (as_system (ExtConComp C))).
Proof.
  intros F D R H PR A E b FA. set (M := as_system (ExtConComp C)).
  assert (X : forall c, seen (chain (verifier f) (chain (identifier c) (chain P M))) A E =
    seen (chain (verifier f) (chain (double P) (chain (verifier f') (chain (identifier c) M)))) A E).
  { intros c. rewrite (equivalent_behind (verifier f) _ _ (identifier_moves _ _ P F D R c M)).
    now apply lets_all_pass. }
  rewrite !X. revert A E b FA X.
  assert (Y : private_system g d (fun c => chain (verifier f') (chain (identifier c) M))).
  { intros A E c FA. unfold M. rewrite !seen_verified. now apply PR. }
  apply (private_behind (double P)) in Y; [|now apply double_fair].
  apply (private_behind (verifier f)) in Y; [|apply verifier_fair]. intros A E b FA _. now apply Y.
Qed.
Print Assumptions HSV26_Theorem_6_1.
