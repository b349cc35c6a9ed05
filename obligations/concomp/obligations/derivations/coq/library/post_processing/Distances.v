(* Distances of views that post-processing does not increase, and privacy by them (Haney23 Section 2.1). *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing.
Open Scope R_scope.

(* The law of a function of what has a law; a law says how likely each set is. *)
Definition image (f : list nat -> list nat) (mu : views -> R) : views -> R := fun E => mu (fun v => E (f v)).
Record distance := {
  value : Type;
  at_most : value -> value -> Prop;
  at_most_trans : forall x y z, at_most x y -> at_most y z -> at_most x z;
  apart : (views -> R) -> (views -> R) -> value;
  processed : forall f mu nu, at_most (apart (image f mu) (image f nu)) (apart mu nu) }.
(* d-D DP: on neighbouring data the views of every adversary are no further apart than d. *)
Definition private_by (D : distance) (d : value D) {data query} (neighbouring : data -> data -> Prop)
  (M : data -> system query) : Prop :=
  forall x y A, neighbouring x y -> fair A -> at_most D (apart D (seen (M x) A) (seen (M y) A)) d.
(* (epsilon,delta)-DP, g being e^epsilon, on neighbouring data. *)
Definition private_on (g d : R) {data query} (neighbouring : data -> data -> Prop) (M : data -> system query) : Prop :=
  forall x y A E, neighbouring x y -> fair A -> seen (M x) A E <= g * seen (M y) A E + d.
