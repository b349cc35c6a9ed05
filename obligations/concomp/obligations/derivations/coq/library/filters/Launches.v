(* Filters of noninteractive mechanisms (Haney23 Algorithm 2): each is launched with its parameters, and answers. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions Noninteractive.
Import ListNotations.
Open Scope R_scope.

(* A launch: proper parameters, and a noninteractive mechanism that has them. *)
Record launch := {
  declares : R * R;
  launches : noninteractive;
  is_proper : proper declares = true;
  is_private_alone : private_alone declares launches }.
Fixpoint launched (h : history_ launch) : list (R * R) :=
  match h with Empty => nil | Ext h m _ => launched h ++ [declares m] end.
(* Whether the filter let all launches pass. *)
Fixpoint passed (Filt : filter) (h : history_ launch) : bool :=
  match h with Empty => true | Ext h m _ => passed Filt h && Filt (launched h ++ [declares m]) end.
(* F-Filt(NIM): who launches what the filter lets pass is answered by it at once; else all halts. *)
Definition filter_of_noninteractive (Filt : filter) (b : bool) : mechanism launch := fun h m a =>
  if passed Filt h && Filt (launched h ++ [declares m]) then launches m b a else point halt a.
