(* Interactive mechanisms with several initial states, as continual mechanisms for f_~ (HSV26 Corollary 5.15). *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions.
Import ListNotations.
Open Scope R_scope.

(* Interactive mechanisms that may be created, with the parameters that each declares, e_eps being e^epsilon; initial
   states are neighbouring or not. Whether two of them, two states or two questions are equal can be seen. *)
Record family := {
  index : Type;
  state : Type;
  question : Type;
  some_state : state;
  same_index : index -> index -> bool;
  same_index_equal : forall x y, same_index x y = true <-> x = y;
  same_state : state -> state -> bool;
  same_state_equal : forall s t, same_state s t = true <-> s = t;
  same_question : question -> question -> bool;
  same_question_equal : forall p q, same_question p q = true <-> p = q;
  interactive : index -> state -> mechanism question;
  neighbouring : index -> state -> state -> bool;
  odds : index -> R;
  budget : index -> R }.

(* The first message names the initial state; all others are questions. *)
Section Family.
Variable X : family.
Notation said := (state X + question X)%type.
Definition same_said (m n : said) : bool :=
  match m, n with
  | inl s, inl t => same_state X s t
  | inr p, inr q => same_question X p q
  | _, _ => false
  end.
Lemma same_said_equal m n : same_said m n = true <-> m = n.
Proof.
  destruct m as [s|p], n as [t|q]; simpl; rewrite ?same_state_equal, ?same_question_equal; split; intros H; congruence.
Qed.
Fixpoint start (h : history_ said) : option (state X) :=
  match h with
  | Empty => None
  | Ext h m _ => match h with Empty => match m with inl s => Some s | inr _ => None end | _ => start h end
  end.
Fixpoint questions (h : history_ said) : history_ (question X) :=
  match h with
  | Empty => Empty
  | Ext h (inl _) _ => questions h
  | Ext h (inr q) a => Ext (questions h) q a
  end.
Definition continual (x : index X) : mechanism said := fun h m a =>
  match h, m with
  | Empty, inl _ => point acknowledged a
  | Ext _ _ _, inr q => match start h with Some s => interactive X x s (questions h) q a | None => point halt a end
  | _, _ => point halt a
  end.
(* f_~: first a pair of neighbouring or identical states, then identical questions. *)
Fixpoint f_neighbouring (x : index X) (l : list (said * said)) : bool :=
  match l with
  | nil => true
  | (m, n) :: l' =>
    match l', m, n with
    | nil, inl s, inl t => neighbouring X x s t || same_state X s t
    | _ :: _, inr p, inr q => same_question X p q && f_neighbouring x l'
    | _, _, _ => false
    end
  end.
Definition as_continual : composition := {|
  creation := index X;
  message := said;
  some_message := inl (some_state X);
  same := same_index X;
  same_equal := same_index_equal X;
  same_message := same_said;
  same_message_equal := same_said_equal;
  of_creation := continual;
  function_of := f_neighbouring;
  e_eps := odds X;
  delta := budget X |}.
(* M is (epsilon,delta)-DP: its worlds start in any two neighbouring states. *)
Definition private_for_neighbours (x : index X) : Prop := forall s t, neighbouring X x s t = true ->
  private (odds X x) (budget X x) (fun b => interactive X x (if b then t else s)).
End Family.
