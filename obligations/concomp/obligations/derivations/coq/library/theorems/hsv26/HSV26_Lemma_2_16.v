(* HSV26 Lemma 2.16: post-processing. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing Inside.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Lemma_2_16 (left right : Type) (P : processing left right) (M : bool -> system right) (g d : R) :
  fair_processing P -> private_system g d M -> private_system g d (fun b => chain P (M b)).
Proof. exact (private_behind P g d M). Qed.
Print Assumptions HSV26_Lemma_2_16.
