(* HSV26 Definition 2.17: the chain of two post-processings, which associates. *)
(* Scope: that chains associate; discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing Chains.
Open Scope R_scope.
Theorem HSV26_Definition_2_17 (left middle right : Type) (P : processing left middle) (Q : processing middle right) :
  (forall next (R : processing right next), same_up_to_names (chain (chain P Q) R) (chain P (chain Q R))) /\
  forall M : system right, equivalent (chain (chain P Q) M) (chain P (chain Q M)).
Proof.
  split; intros; [apply chains_associate | apply seen_alike, chains_associate].
Qed.
Print Assumptions HSV26_Definition_2_17.
