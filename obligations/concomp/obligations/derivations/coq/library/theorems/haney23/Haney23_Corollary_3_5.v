(* Haney23 Corollary 3.5: valid filters are valid for interactive mechanisms, for (eps,delta)-DP. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Filters Launches Prompt OneShot.
Import ListNotations.
Open Scope R_scope.
Theorem Haney23_Corollary_3_5 (C : composition) (Filt : filter) (g d : R) :
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  private g d (filter_of_noninteractive Filt) -> (* Filt is valid for noninteractive mechanisms: F-Filt(NIM) is *)
  private g d (verified (filtered C Filt) (ExtConComp C)).
Proof.
  intros L P H A E b FA.
  exact (within_prompt_responses C Filt L P g b d (noninteractive_filter_is_enough Filt g d H) A E FA).
Qed.
Print Assumptions Haney23_Corollary_3_5.
