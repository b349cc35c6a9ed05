(* HSV26 Theorem 8.7: local protocols are as private as the composition of their users. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions Families LocalProtocols Serving.
Open Scope R_scope.
Theorem HSV26_Theorem_8_7 (P : protocol) neighbours (f : function (request (of_users P))) (g d : R) :
  (forall i, (i < users P)%nat -> proper (odds_of P i, delta_of P i) = true) -> (* eps_i >= 0, 0 <= delta_i <= 1 *)
  (forall i s t, related P i s t = true <-> exists x y, neighbours x y /\ x i = s /\ y i = t) -> (* ~_i *)
  is_function_of_protocol P neighbours f ->
  fair (server P) -> obeys P (server P) Empty -> (* its queries have the properties *)
  private g d (verified f (ExtConComp (of_users P))) ->
  locally_private P g d neighbours.
Proof.
  intros PR RL IF FA O H x E b N.
  apply (server_is_private P x PR) with (f := f); auto.
  - intros i _. apply RL. now exists (x false), (x true).
  - intros l V. now apply IF.
  - intros l S1 F. apply IF. split; auto. now exists (x false), (x true).
Qed.
Print Assumptions HSV26_Theorem_8_7.
