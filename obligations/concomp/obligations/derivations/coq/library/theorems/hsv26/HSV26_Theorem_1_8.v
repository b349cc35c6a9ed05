(* HSV26 Theorem 1.8: concurrent filter composition of continual mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Filters Responding.
Import ListNotations.
Open Scope R_scope.
(* The composition of all that are private, of a kind, is private: of every V[f_j] o* I o* M_j that has discrete answers
   and is (eps_j,delta_j)-DP. *)
Definition filter_composes (Filt : filter) (g d : R) (kind : composition -> Prop) : Prop := forall C, kind C ->
  (forall x b, law (member C x b)) ->
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
  private g d (verified (filtered C Filt) (ExtConComp C)).
Theorem HSV26_Theorem_1_8 (Filt : filter) (g d : R) :
  filter_composes Filt g d (fun C => True) <-> filter_composes Filt g d all_noninteractive.
Proof.
  split; intros H C K L P; [now apply H|]. intros A E b FA.
  refine (within_filter C Filt L P g b d (H responses _ responses_law responses_private) A E FA).
  intros p l V. now apply Nat.eqb_eq.
Qed.
Print Assumptions HSV26_Theorem_1_8.
