(* Mechanisms and who asks them: adversaries, views, privacy, verifiers and identifiers (HSV26 Sections 2 and 3). *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views.
Import ListNotations.
Open Scope R_scope.
Arguments law {query}. Arguments weight {query}. Arguments view {query}. Arguments asked {query}.
  Arguments weights {query}.

(* An interactive mechanism with discrete answers: K h q a is the chance that it answers q by a after the queries and
   answers h. Answers are numbers; two have a meaning of their own. Who halts answers HALT from then on. *)
Definition mechanism (query : Type) := history_ query -> query -> nat -> R.
Definition halt : nat := 0.
Definition acknowledged : nat := 1.
Definition point (x a : nat) : R := if Nat.eqb a x then 1 else 0.

(* An adversary stops, draws a number by a law of its own, or asks; it goes on by what it drew, or was answered. *)
Inductive adversary (query : Type) :=
  | Stops
  | Draws (p : nat -> R) (next : nat -> adversary query)
  | Asks (q : query) (next : nat -> adversary query).
Arguments Stops {query}. Arguments Draws {query}. Arguments Asks {query}.
Definition distribution (p : nat -> R) : Prop := (forall a, 0 <= p a) /\ Summable p /\ Sum 0 p = 1.
Fixpoint fair {query} (A : adversary query) : Prop :=
  match A with
  | Stops => True
  | Draws p next => distribution p /\ forall a, fair (next a)
  | Asks _ next => forall a, fair (next a)
  end.
(* Its view is what it drew and what it was answered, in order. The chance that the view is in a set, after h. *)
Definition views := list nat -> bool.
Definition behind (a : nat) (E : views) : views := fun v => E (a :: v).
Fixpoint chance {query} (K : mechanism query) (A : adversary query) (h : history_ query) (E : views) : R :=
  match A with
  | Stops => if E nil then 1 else 0
  | Draws p next => Sum 0 (fun a => p a * chance K (next a) h (behind a E))
  | Asks q next => Sum 0 (fun a => K h q a * chance K (next a) (Ext h q a) (behind a E))
  end.
(* (epsilon,delta)-DP, g being e^epsilon: the views of every adversary in both worlds are indistinguishable. *)
Definition private {query} (g delta : R) (M : bool -> mechanism query) : Prop :=
  forall A E b, fair A -> chance (M b) A Empty E <= g * chance (M (negb b)) A Empty E + delta.

(* A verification function says which sequences of pairs of messages are valid; sequences are written latest first. *)
Definition function (message : Type) := list (message * message) -> bool.
Fixpoint valid {message} (f : function message) (l : list (message * message)) : bool :=
  match l with nil => true | _ :: l' => valid f l' && f l end.
Fixpoint messages {query} (h : history_ query) : list query :=
  match h with Empty => nil | Ext h q _ => q :: messages h end.
(* The identifier I(b) hands on the side b of each pair. *)
Definition side {message} (b : bool) (m : message * message) : message := if b then snd m else fst m.
Fixpoint sides {message} (b : bool) (h : history_ (message * message)) : history_ message :=
  match h with Empty => Empty | Ext h m a => Ext (sides b h) (side b m) a end.
(* V[f] o* I(b) o* M: the verifier halts at the first sequence that is not valid. *)
Definition verified {message} (f : function message) (M : mechanism message) (b : bool)
  : mechanism (message * message) :=
  fun h m a => if valid f (m :: messages h) then M (sides b h) (side b m) a else point halt a.
