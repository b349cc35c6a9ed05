(* Haney23 Theorem 1.8: concurrent composition with fixed parameters, for (eps,delta)-DP. *)
(* Scope: discrete answers and coins; adversaries that surely end; queries that can be compared. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Responding ConComp OneDataset.
Import ListNotations.
Open Scope R_scope.
Theorem Haney23_Theorem_1_8 (data query : Type) (neighbouring : data -> data -> Prop)
  (same_query : query -> query -> bool) (Ms : list (data -> mechanism query)) (slots : list (R * R)) (g d : R) :
  (forall p q, same_query p q = true <-> p = q) -> (* whether queries are equal can be seen *)
  (forall p, In p slots -> proper p = true) -> (* eps_i >= 0, and delta_i is between 0 and 1 *)
  private_composition g d slots -> (* for all noninteractive mechanisms, Comp(N_1, ..., N_k) is (eps,delta)-DP *)
  (forall M, In M Ms -> forall x, law (M x)) -> (* M_i has discrete answers *)
  Forall2 (fun p M => forall x y, neighbouring x y -> private (fst p) (snd p) (fun b => M (if b then y else x)))
    slots Ms -> (* and is (eps_i,delta_i)-DP *)
  forall x y, neighbouring x y -> private g d (fun b => ConComp Ms (if b then y else x)).
Proof.
  intros E S H L P x y N.
  apply (within_slots_on_data data query same_query E Ms slots x y S L); [|now apply responses_compose].
  clear - P N. induction P; constructor; auto.
Qed.
Print Assumptions Haney23_Theorem_1_8.
