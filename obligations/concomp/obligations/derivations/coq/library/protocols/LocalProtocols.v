(* Local protocols (HSV26 Section 8): a server asks users, each of whom holds a dataset. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions Families ConComp.
Import ListNotations.
Open Scope R_scope.

(* Users are counted from 0, and the first so many take part; each is an interactive mechanism for each dataset that it
   may hold, with parameters that it declares. Data are related for a user or not, and its queries, latest first, have
   its property or not. The server draws, asks a user, or stops; its view is what it drew and was answered. *)
Record protocol := {
  data : Type;
  query : Type;
  some_data : data;
  same_data : data -> data -> bool;
  same_data_equal : forall x y, same_data x y = true <-> x = y;
  same_query : query -> query -> bool;
  same_query_equal : forall p q, same_query p q = true <-> p = q;
  users : nat;
  user : nat -> data -> mechanism query;
  related : nat -> data -> data -> bool;
  property : nat -> list query -> bool;
  odds_of : nat -> R;
  delta_of : nat -> R;
  server : adversary (nat * query) }.

Section Protocol.
Variable P : protocol.
(* The users, holding x 0, x 1, ..., as the server sees them. *)
Definition users_holding (x : nat -> data P) : mechanism (nat * query P) := fun h m a =>
  user P (fst m) (x (fst m)) (conversation (fst m) h) (snd m) a.
(* The server asks users that there are, and its queries have the properties. *)
Fixpoint obeys (A : adversary (nat * query P)) (h : history_ (nat * query P)) : Prop :=
  match A with
  | Stops => True
  | Draws _ next => forall a, obeys (next a) h
  | Asks (i, q) next => (i < users P)%nat /\ property P i (q :: messages (conversation i h)) = true /\
      forall a, obeys (next a) (Ext h (i, q) a)
  end.
(* (epsilon,delta)-LDP: the server's views of users with neighbouring data are indistinguishable. *)
Definition locally_private (g d : R) (neighbours : (nat -> data P) -> (nat -> data P) -> Prop) : Prop :=
  forall (x : bool -> nat -> data P) E b, neighbours (x false) (x true) ->
  chance (users_holding (x b)) (server P) Empty E <= g * chance (users_holding (x (negb b))) (server P) Empty E + d.

(* A user as a continual mechanism: its first message is its dataset. Its function: first a pair of related datasets,
   then identical queries, which have its property. *)
Notation said := (data P + query P)%type.
Definition family_of_users : family := {|
  index := nat;
  state := data P;
  question := query P;
  some_state := some_data P;
  same_index := Nat.eqb;
  same_index_equal := Nat.eqb_eq;
  same_state := same_data P;
  same_state_equal := same_data_equal P;
  same_question := same_query P;
  same_question_equal := same_query_equal P;
  interactive := user P;
  neighbouring := related P;
  odds := odds_of P;
  budget := delta_of P |}.
Fixpoint related_then_identical (i : nat) (l : list (said * said)) : bool :=
  match l with
  | nil => true
  | (m, n) :: l' =>
    match l', m, n with
    | nil, inl x, inl y => related P i x y
    | _ :: _, inr p, inr q => same_query P p q && related_then_identical i l'
    | _, _, _ => false
    end
  end.
Fixpoint asked_so_far (l : list (said * said)) : list (query P) :=
  match l with nil => nil | (inr q, _) :: l => q :: asked_so_far l | _ :: l => asked_so_far l end.
Definition function_of_user (i : nat) : function said := fun l =>
  related_then_identical i l && match asked_so_far l with nil => true | asked => property P i asked end.
Definition of_users : composition := {|
  creation := nat;
  message := said;
  some_message := inl (some_data P);
  same := Nat.eqb;
  same_equal := Nat.eqb_eq;
  same_message := same_said family_of_users;
  same_message_equal := same_said_equal family_of_users;
  of_creation := continual family_of_users;
  function_of := function_of_user;
  e_eps := odds_of P;
  delta := delta_of P |}.
(* Definition 8.5: what begins in this way: all users are created in order, each is given its datasets in order, then
   identical queries are asked; for datasets x and y. *)
Inductive follows (x y : nat -> data P) : list (request of_users * request of_users) -> Prop :=
  | Begins : follows x y nil
  | Creates l : follows x y l -> (length l < users P)%nat ->
      follows x y ((@Create of_users (length l), @Create of_users (length l)) :: l)
  | Gives l i : follows x y l -> (length l = users P + i)%nat -> (i < users P)%nat ->
      follows x y ((@Ask of_users i (inl (x i)), @Ask of_users i (inl (y i))) :: l)
  | Queries l i q : follows x y l -> (users P + users P <= length l)%nat -> (i < users P)%nat ->
      follows x y ((@Ask of_users i (inr q), @Ask of_users i (inr q)) :: l).
(* The function of the protocol accepts what is suitable and begins so for some neighbouring datasets. *)
Definition is_function_of_protocol (neighbours : (nat -> data P) -> (nat -> data P) -> Prop)
  (f : function (request of_users)) : Prop := forall l,
  f l = true <-> suitable of_users l = true /\ exists x y, neighbours x y /\ follows x y l.
(* k-sparse neighbours: all but k users hold identical datasets, and these hold related ones. *)
Fixpoint differing (x y : nat -> data P) (n : nat) : nat :=
  match n with O => O | S n => ((if same_data P (x n) (y n) then 0 else 1) + differing x y n)%nat end.
Definition sparse_neighbours (k : nat) (x y : nat -> data P) : Prop :=
  (differing x y (users P) <= k)%nat /\ forall i, (i < users P)%nat -> x i = y i \/ related P i (x i) (y i) = true.
End Protocol.
