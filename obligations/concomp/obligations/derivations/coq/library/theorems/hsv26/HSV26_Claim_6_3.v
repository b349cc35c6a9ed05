(* HSV26 Claim 6.3: the identifier moves behind two copies of P. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing Doubles Doubling.
Open Scope R_scope.
Theorem HSV26_Claim_6_3 (left right : Type) (P : processing left right) (M : system right) (b : bool) :
  deterministic_processing P -> destination_property P -> response_property P ->
  equivalent (chain (identifier b) (chain P M)) (chain (double P) (chain (identifier b) M)).
Proof. intros F D R. now apply identifier_moves. Qed.
Print Assumptions HSV26_Claim_6_3.
