(* HSV26 Theorem 1.3: k-sparse concurrent parallel composition of interactive mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Families Slots Responding
  Exceptions Parallel Interactive.
Import ListNotations.
Open Scope R_scope.
(* Copies of one interactive mechanism. *)
Definition copies {state question} (s0 : state) (same_state : state -> state -> bool)
  (same_state_equal : forall s t, same_state s t = true <-> s = t) (same_question : question -> question -> bool)
  (same_question_equal : forall p q, same_question p q = true <-> p = q) (M0 : state -> mechanism question)
  (neighbouring : state -> state -> bool) (e0 d0 : R) : family := {|
  index := unit;
  some_state := s0;
  same_index := fun _ _ => true;
  same_index_equal := fun x y => match x, y with tt, tt => conj (fun _ => eq_refl) (fun _ => eq_refl) end;
  same_state := same_state;
  same_state_equal := same_state_equal;
  same_question := same_question;
  same_question_equal := same_question_equal;
  interactive := fun _ => M0;
  neighbouring := fun _ => neighbouring;
  odds := fun _ => e0;
  budget := fun _ => d0 |}.
Theorem HSV26_Theorem_1_3 (state question : Type) (s0 : state) same_state same_state_equal same_question
  same_question_equal (M0 : state -> mechanism question) (neighbouring : state -> state -> bool) (e0 d0 : R) (k : nat)
  (g d : R) :
  1 <= e0 -> (* eps_0 >= 0 *)
  0 <= d0 <= 1 ->
  (forall s, law (M0 s)) -> (* M_0 has discrete answers *)
  (forall s t, neighbouring s t = true -> private e0 d0 (fun b => M0 (if b then t else s))) ->
    (* and is (eps_0,delta_0)-DP *)
  private_composition g d (repeat (e0, d0) k) ->
    (* that of k noninteractive (eps_0,delta_0)-DP mechanisms is (eps,delta)-DP *)
  let C := as_continual
    (copies s0 same_state same_state_equal same_question same_question_equal M0 neighbouring e0 d0) in
  private g d (verified (consistent_parallel C (repeat (e0, d0) k)) (ExtConComp C)).
Proof.
  intros G D L P H C.
  assert (S : forall p, In p (repeat (e0, d0) k) -> proper p = true).
  { intros p I. apply repeat_spec in I. subst. unfold proper. simpl. repeat destruct (Rle_dec _ _); auto; lra. }
  assert (LM : forall x b, law (member C x b)) by (intros x; apply member_law; intros s; apply L).
  apply (within_slots_of_exceptions C _ (repeat (e0, d0) k)); auto.
  - intros l V. now apply andb_prop in V as [V _].
  - intros l V. now apply andb_prop in V as [_ V].
  - intros x h m n PR I N V. apply (consistent_splits C x h m n LM); auto.
    + apply (all_simulated _ LM); [|exact PR]. intros y PY. exact (member_private _ y PY L P).
    + apply f_neighbouring_consistent.
  - apply Forall_forall. intros p I. now apply (proper_bounds p), S.
  - now apply responses_compose.
Qed.
Print Assumptions HSV26_Theorem_1_3.
