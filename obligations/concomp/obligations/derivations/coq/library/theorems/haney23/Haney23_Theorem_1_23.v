(* Haney23 Theorem 1.23: post-processing by a person in the middle. *)
(* Scope: discrete answers and coins; adversaries and post-processings that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Coq Require FunctionalExtensionality.
From Concomp Require Import Rules Views Mechanisms PostProcessing Inside Distances.
Open Scope R_scope.
Theorem Haney23_Theorem_1_23 (data left right : Type) (neighbouring : data -> data -> Prop)
  (P : processing left right) (M : data -> system right) :
  fair_processing P -> (* P asks finitely often before it answers; there is no empty message *)
  (forall D d, private_by D d neighbouring M -> private_by D d neighbouring (fun x => chain P (M x))) /\
    (* for any distance *)
  forall g d, private_on g d neighbouring M -> private_on g d neighbouring (fun x => chain P (M x)).
    (* and for (eps,delta)-DP *)
Proof.
  intros T. split.
  - intros D d H x y A N FA.
    assert (X : forall z, seen (chain P (M z)) A =
      image (outside _ _ P A (start P)) (seen (M z) (inside _ _ P A (start P)))).
    { intros z. apply FunctionalExtensionality.functional_extensionality. intros E. apply seen_inside. }
    rewrite !X. apply (at_most_trans D) with (2 := H x y _ N (inside_fair _ _ P A T FA (start P))). apply processed.
  - intros g d H x y A E N FA. rewrite !seen_inside. apply H; auto. now apply inside_fair.
Qed.
Print Assumptions Haney23_Theorem_1_23.
