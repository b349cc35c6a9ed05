(* HSV26 Claim 6.4: a verifier behind two copies of P lets all pass. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing Doubles Doubling.
Open Scope R_scope.
Theorem HSV26_Claim_6_4 (left right : Type) (P : processing left right) (M : system right) (b : bool)
  (f : function left) (f' : function right) :
  deterministic_processing P -> destination_property P -> maps_property P f f' ->
  equivalent (chain (verifier f) (chain (double P) (chain (identifier b) M)))
    (chain (verifier f) (chain (double P) (chain (verifier f') (chain (identifier b) M)))).
Proof. intros F D H. now apply lets_all_pass. Qed.
Print Assumptions HSV26_Claim_6_4.
