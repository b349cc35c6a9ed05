(* Interactive post-processings and their chains (HSV26 Section 2): what stands between who asks and who answers. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms.
Import ListNotations.
Open Scope R_scope.

(* An interactive post-processing has a memory; asked something, it draws and asks what is behind it, and answers. *)
Inductive reaction (right memory : Type) :=
  | Answers (a : nat) (s : memory)
  | Tosses (p : nat -> R) (next : nat -> reaction right memory)
  | Passes (m : right) (next : nat -> reaction right memory).
Arguments Answers {right memory}. Arguments Tosses {right memory}. Arguments Passes {right memory}.
Record processing (left right : Type) := {
  memory : Type;
  start : memory;
  reacts : memory -> left -> reaction right memory }.
Arguments memory {left right}. Arguments start {left right}. Arguments reacts {left right}.
Fixpoint tosses_fairly {right memory} (t : reaction right memory) : Prop :=
  match t with
  | Answers _ _ => True
  | Tosses p next => distribution p /\ forall x, tosses_fairly (next x)
  | Passes _ next => forall x, tosses_fairly (next x)
  end.
Definition fair_processing {left right} (P : processing left right) : Prop := forall s q, tosses_fairly (reacts P s q).

(* P o* Q: what P asks is asked of Q, until P answers. *)
Fixpoint goes_on_by {right memory memory'} (t : reaction right memory) (k : nat -> memory -> reaction right memory')
  : reaction right memory' :=
  match t with
  | Answers a s => k a s
  | Tosses p next => Tosses p (fun x => goes_on_by (next x) k)
  | Passes m next => Passes m (fun x => goes_on_by (next x) k)
  end.
Fixpoint handed_to {middle right memory_P} (Q : processing middle right) (t : reaction middle memory_P) (s : memory Q)
  : reaction right (memory_P * memory Q) :=
  match t with
  | Answers a r => Answers a (r, s)
  | Tosses p next => Tosses p (fun x => handed_to Q (next x) s)
  | Passes m next => goes_on_by (reacts Q s m) (fun a s => handed_to Q (next a) s)
  end.
Definition chain {left middle right} (P : processing left middle) (Q : processing middle right)
  : processing left right := {|
  memory := memory P * memory Q;
  start := (start P, start Q);
  reacts := fun s q => handed_to Q (reacts P (fst s) q) (snd s) |}.

(* A system has nothing behind it. So P o* M is a chain, too: a mechanism is the system that remembers what was said. *)
Definition system (query : Type) := processing query Empty_set.
Definition as_system {query} (K : mechanism query) : system query := {|
  memory := history_ query;
  start := Empty;
  reacts := fun h q => Tosses (K h q) (fun a => Answers a (Ext h q a)) |}.
(* The chance that the view of an adversary of a system is in a set: it sees what it drew, and the answers. *)
Fixpoint drawn {memory} (t : reaction Empty_set memory) (f : nat -> memory -> R) : R :=
  match t with
  | Answers a s => f a s
  | Tosses p next => Sum 0 (fun x => p x * drawn (next x) f)
  | Passes m _ => match m with end
  end.
Fixpoint chance_of {query} (S : system query) (A : adversary query) (s : memory S) (E : views) : R :=
  match A with
  | Stops => if E nil then 1 else 0
  | Draws p next => Sum 0 (fun a => p a * chance_of S (next a) s (behind a E))
  | Asks q next => drawn (reacts S s q) (fun a s => chance_of S (next a) s (behind a E))
  end.
Definition seen {query} (S : system query) (A : adversary query) : views -> R := chance_of S A (start S).
(* All adversaries see the same of both. *)
Definition equivalent {query} (S S' : system query) : Prop := forall A E, seen S A E = seen S' A E.
Definition private_system {query} (g d : R) (S : bool -> system query) : Prop :=
  forall A E b, fair A -> seen (S b) A E <= g * seen (S (negb b)) A E + d.
(* Two post-processings that do the same, with memories that are named differently. *)
Fixpoint renamed {right memory memory'} (f : memory -> memory') (t : reaction right memory) : reaction right memory' :=
  match t with
  | Answers a s => Answers a (f s)
  | Tosses p next => Tosses p (fun x => renamed f (next x))
  | Passes m next => Passes m (fun x => renamed f (next x))
  end.
Definition same_up_to_names {left right} (P P' : processing left right) : Prop := exists f : memory P -> memory P',
  f (start P) = start P' /\ forall s q, reacts P' (f s) q = renamed f (reacts P s q).
