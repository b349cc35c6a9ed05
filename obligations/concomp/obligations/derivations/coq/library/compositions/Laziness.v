(* What simulators need that wait while all pairs are identical (HSV26 Sections 5.2 and 10). *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms.
Import ListNotations.
Open Scope R_scope.

(* The weight of a history in each world. *)
Section Worlds.
Variables (query : Type) (K : bool -> mechanism query).
Fixpoint in_world (b : bool) (h : history_ query) : R :=
  match h with Empty => 1 | Ext h q a => in_world b h * K b h q a end.
End Worlds.
Arguments in_world {query}.

Section Pairs.
Variable message : Type.
Variable same : message -> message -> bool.
Notation history := (history_ (message * message)).
(* 1 while all pairs are identical, then 0. *)
Definition goes_on_for (h : history) (m : message * message) : R := if same (fst m) (snd m) then 1 else 0.
Fixpoint all_identical (h : history) : R :=
  match h with Empty => 1 | Ext h m _ => all_identical h * goes_on_for h m end.
(* A function that does not care which side is which. *)
Definition swap (m : message * message) : message * message := (snd m, fst m).
Definition invariant (f : function message) : Prop := forall l, f (map swap l) = f l.
(* W_inf(()): what a simulator of K must be ready to expose, so that it may wait. In n more rounds a world exceeds the
   other one by Lower if q comes next, and by L at best; W is what both need where they wait. *)
Variables (g : R) (K : bool -> mechanism (message * message)).
Notation mu := (in_world K).
Fixpoint Lower (n : nat) (b : bool) (h : history) (q : message * message) : R :=
  match n with
  | O => Sum 0 (fun a => Rmax 0 (mu b (Ext h q a) - g * mu (negb b) (Ext h q a)))
  | S n => Sum 0 (fun a => Sup (fun p => Lower n b (Ext h q a) p))
  end.
Definition L (n : nat) (b : bool) (h : history) : R :=
  match n with O => Rmax 0 (mu b h - g * mu (negb b) h) | S n => Sup (fun p => Lower n b h p) end.
Definition L_inf (b : bool) (h : history) : R := Lim (fun n => L n b h).
Definition Needed (b : bool) (h : history) : R := all_identical h * L_inf b h.
Fixpoint W (n : nat) (h : history) : R :=
  match n with
  | O => Rmax (Needed false h) (Needed true h)
  | S n => Rmax (Rmax (Needed false h) (Needed true h)) (Sup (fun p => Sum 0 (fun a => W n (Ext h p a))))
  end.
Definition least_budget : R := Lim (fun n => W n Empty).
End Pairs.
Arguments all_identical {message}. Arguments invariant {message}. Arguments least_budget {message}.
Arguments swap {message}.
