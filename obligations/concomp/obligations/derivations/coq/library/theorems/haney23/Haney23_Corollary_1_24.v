(* Haney23 Corollary 1.24: privacy by pairwise simulation. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing Distances Inside Deterministic.
Open Scope R_scope.
Theorem Haney23_Corollary_1_24 (data query : Type) (neighbouring : data -> data -> Prop) (N : data -> mechanism query)
  (g d : R) :
  0 <= g ->
  (forall x, law (N x)) -> (* N has discrete answers *)
  (forall x y A, neighbouring x y -> deterministic A -> exists (right : Type) (M : bool -> system right)
    (P : processing query right), private_system g d M /\ fair_processing P /\
    (forall E, seen (as_system (N x)) A E = seen (chain P (M false)) A E) /\
    (forall E, seen (as_system (N y)) A E = seen (chain P (M true)) A E)) ->
    (* for each adversary that does not draw: some M that is (eps,delta)-DP on the two data, and some P o* M that looks
       to it like N on both *)
  private_on g d neighbouring (fun x => as_system (N x)).
Proof.
  intros G L H x y A E XY. unfold seen. rewrite !seen_mechanism. simpl start. revert A E.
  apply deterministic_enough; auto. intros A E D.
  destruct (H x y A XY D) as [right [M [P [PM [FP [VX VY]]]]]]. unfold seen in VX, VY at 1.
  specialize (VX E). specialize (VY E). rewrite seen_mechanism in VX, VY. simpl start in VX, VY. rewrite VX, VY.
  exact (private_behind P g d M FP PM A E false (deterministic_fair _ A D)).
Qed.
Print Assumptions Haney23_Corollary_1_24.
