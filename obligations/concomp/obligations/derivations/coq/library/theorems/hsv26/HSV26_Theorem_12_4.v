(* HSV26 Theorem 12.4: concurrent filter composition. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Filters.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Theorem_12_4 (C : composition) (Filt : filter) (g d : R) :
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  private g d (verified (filtered responses Filt) (ExtConComp responses)) ->
    (* the filter composition of randomised responses is *)
  private g d (verified (filtered C Filt) (ExtConComp C)).
Proof.
  intros L P H A E b FA. exact (within_filter C Filt L P g b d H A E FA).
Qed.
Print Assumptions HSV26_Theorem_12_4.
