(* HSV26 Observation 8.9: monotonicity in the verification function. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Guarded.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Observation_8_9 (message : Type) (M : mechanism message) (f f' : function message) (g d : R) :
  (forall l, valid f l = true -> valid f' l = true) -> (* every f-valid sequence is f'-valid *)
  private g d (verified f' M) ->
  private g d (verified f M).
Proof. exact (private_for_fewer message M f f' g d). Qed.
Print Assumptions HSV26_Observation_8_9.
