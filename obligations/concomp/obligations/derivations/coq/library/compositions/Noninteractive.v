(* Noninteractive mechanisms and their composition (HSV26 Sections 1 and 2), by which concurrent compositions are
   measured. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions.
Import ListNotations.
Open Scope R_scope.

(* A noninteractive mechanism answers once, by a law for each of two neighbouring datasets; answers are numbers. *)
Definition noninteractive := bool -> nat -> R.
Definition chance_in (p : nat -> R) (S : nat -> bool) : R := Sum 0 (fun a => p a * if S a then 1 else 0).
(* It is (epsilon,delta)-DP, p being (e^epsilon,delta). *)
Definition private_alone (p : R * R) (N : noninteractive) : Prop :=
  (forall b, distribution (N b)) /\ forall S b, chance_in (N b) S <= fst p * chance_in (N (negb b)) S + snd p.
(* Comp[N_1, ..., N_k]: the chance that the answers of independent mechanisms are in a set. *)
Fixpoint Comp_of (Ns : list noninteractive) (b : bool) (S : views) : R :=
  match Ns with
  | nil => if S nil then 1 else 0
  | N :: rest => Sum 0 (fun a => N b a * Comp_of rest b (behind a S))
  end.
(* The composition of noninteractive mechanisms with these parameters, whatever they are, is (epsilon,delta)-DP. *)
Definition private_composition (g d : R) (slots : list (R * R)) : Prop :=
  forall Ns, Forall2 private_alone slots Ns -> forall S b, Comp_of Ns b S <= g * Comp_of Ns (negb b) S + d.
(* A composition of noninteractive mechanisms: each may be asked once. *)
Definition all_noninteractive (C : composition) : Prop := forall x l, function_of C x l = true -> length l = 1%nat.
