(* What the definitions must not hold of: controls, so that a definition that says nothing is seen. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families ConComp LocalProtocols.
From Concomp Require Import Slots Filters.
Import ListNotations.
Open Scope R_scope.

(* Who answers its bit is not private, neither alone nor in a composition with parameters that it does not have. *)
Definition tells : mechanism bool := fun _ m a => point (if m then 1 else 0) a.
Definition tells_1 : views := fun v => match v with [1%nat] => true | _ => false end.
Lemma tells_not_private g d : d < 1 -> ~ private g d (verified (fun _ => true) tells).
Proof.
  intros D H. specialize (H (Asks (false, true) (fun _ => Stops)) tells_1 true (fun a => I)).
  rewrite (chance_of_point (verified (fun _ => true) tells true) Empty (false, true) _ _ 1%nat) in H by reflexivity.
  rewrite (chance_of_point (verified (fun _ => true) tells (negb true)) Empty (false, true) _ _ 0%nat) in H
    by reflexivity.
  cbn in H. lra.
Qed.
Definition telling : composition := {|
  creation := unit;
  message := bool;
  some_message := false;
  same := fun _ _ => true;
  same_equal := fun x y => match x, y with tt, tt => conj (fun _ => eq_refl) (fun _ => eq_refl) end;
  same_message := eqb;
  same_message_equal := eqb_true_iff;
  of_creation := fun _ => tells;
  function_of := fun _ _ => true;
  e_eps := fun _ => 1;
  delta := fun _ => 0 |}.
Definition creates_one : request telling * request telling := (@Create telling tt, @Create telling tt).
Definition asks_it_once : request telling * request telling := (@Ask telling 0 false, @Ask telling 0 true).
Ltac is_valid :=
  cbv [valid fixed_parameters suitable fits created lefts map fst snd parameters e_eps delta telling sub_multiset
    without option_map proper andb same nth_error app pairs_to function_of Nat.eqb creates_one asks_it_once];
  repeat (match goal with
    | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b); [|exfalso; simpl in *; lra]
    | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b); [|exfalso; simpl in *; lra]
    end; simpl); reflexivity.
Lemma telling_not_private g d : d < 1 ->
  ~ private g d (verified (fixed_parameters telling [(1, 0)]) (ExtConComp telling)).
Proof.
  intros D H. set (f := fixed_parameters telling [(1, 0)]) in *.
  assert (V1 : valid f [creates_one] = true) by (subst f; is_valid).
  assert (V2 : valid f [asks_it_once; creates_one] = true) by (subst f; is_valid).
  set (A := Asks creates_one (fun _ => Asks asks_it_once (fun _ => Stops))).
  set (E := (fun v => match v with [_; 1%nat] => true | _ => false end) : views).
  assert (X : forall b, chance (verified f (ExtConComp telling) b) A Empty E = if b then 1 else 0).
  { intros b. unfold A. rewrite (chance_of_point _ _ _ _ _ 1%nat).
    2: { intros a. unfold verified. simpl messages. rewrite V1. now destruct b. }
    rewrite (chance_of_point _ _ _ _ _ (if b then 1%nat else 0%nat)).
    2: { intros a. unfold verified. change (messages (Ext Empty creates_one 1)) with [creates_one]. rewrite V2.
         now destruct b. }
    now destruct b. }
  specialize (H A E true (fun a b => I)). rewrite !X in H. simpl in H. lra.
Qed.
(* Two responses that expose half the time do so more than half the time. *)
Lemma two_slots_lose_more : ~ private_responses 1 (/ 2) [(1, / 2); (1, / 2)].
Proof.
  intros H.
  specialize (H (fun l => existsb (fun o => match o with Exposed true => true | _ => false end) l) true).
  unfold Comp, each_outcome, each_bit, RR, noise in H. simpl in H. lra.
Qed.
(* A user who answers its data is not private. *)
Definition blabbing : protocol := {|
  data := bool;
  query := unit;
  some_data := false;
  same_data := eqb;
  same_data_equal := eqb_true_iff;
  same_query := fun _ _ => true;
  same_query_equal := fun p q => match p, q with tt, tt => conj (fun _ => eq_refl) (fun _ => eq_refl) end;
  users := 1;
  user := fun _ x _ _ => point (if x then 1 else 0);
  related := fun _ _ _ => true;
  property := fun _ _ => true;
  odds_of := fun _ => 1;
  delta_of := fun _ => 0;
  server := Asks (0%nat, tt) (fun _ => Stops) |}.
Lemma blabbing_not_private g d : d < 1 -> ~ locally_private blabbing g d (sparse_neighbours blabbing 1).
Proof.
  intros D H. specialize (H (fun b _ => b) tells_1 true). simpl server in H.
  rewrite (chance_of_point (users_holding blabbing (fun _ => true)) _ _ _ _ 1%nat) in H by reflexivity.
  rewrite (chance_of_point (users_holding blabbing (fun _ => negb true)) _ _ _ _ 0%nat) in H by reflexivity.
  cbn in H. enough (1 <= g * 0 + d) by lra. apply H. split; auto.
Qed.
(* So do mechanisms that answer the dataset itself. *)
Lemma ConComp_not_private g d : d < 1 ->
  ~ private g d (fun b => ConComp [fun (x : bool) (_ : history_ unit) _ => point (if x then 1 else 0)] b).
Proof.
  intros D H. specialize (H (Asks (0%nat, tt) (fun _ => Stops)) tells_1 true (fun a => I)).
  rewrite (chance_of_point _ _ _ _ _ 1%nat) in H by reflexivity.
  rewrite (chance_of_point _ _ _ _ _ 0%nat) in H by reflexivity. cbn in H. lra.
Qed.
