(* HSV26 Theorem 1.2: concurrent composition of continual mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Slots Responding.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Theorem_1_2 (slots : list (R * R)) (g d : R) :
  (forall p, In p slots -> proper p = true) -> (* eps_i >= 0, and delta_i is between 0 and 1 *)
  (private_composition g d slots <-> private_responses g d slots) /\
    (* all compositions of noninteractive mechanisms are (eps,delta)-DP if and only if that of responses is *)
  forall C : composition,
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  private_composition g d slots ->
  private g d (verified (fixed_parameters C slots) (ExtConComp C)) /\
    (* mechanisms with these parameters, created in any order *)
  forall alphas, map (parameters C) alphas = slots -> private g d (verified (fixed_mechanisms C alphas) (ExtConComp C)).
    (* k fixed mechanisms *)
Proof.
  intros S. split; [now apply compose_like_responses|]. intros C L P H. apply (compose_like_responses g d slots S) in H.
  assert (G : good_slots slots).
  { apply Forall_forall. intros p I. now apply (proper_bounds p), S. }
  split.
  - apply (within_slots C _ slots); auto; intros l V; now apply andb_prop in V as [V1 V2].
  - intros alphas E. apply (within_slots C _ slots); auto.
    + intros l V. now apply andb_prop in V as [V _]; apply andb_prop in V as [V _].
    + intros l V. apply andb_prop in V as [V _]. apply andb_prop in V as [_ V]. rewrite <- E.
      apply left_over_all. now apply begins_left_over.
Qed.
Print Assumptions HSV26_Theorem_1_2.
