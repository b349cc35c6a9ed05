(* The concurrent composition of interactive mechanisms that answer about one dataset (Haney23 Definition 2.4). *)
From Coq Require Import Reals List Arith.
From Concomp Require Import Rules Views Mechanisms.
Import ListNotations.
Open Scope R_scope.

(* What the one with the number i, counted from 0, was asked and has answered. *)
Fixpoint conversation {query} (i : nat) (h : history_ (nat * query)) : history_ query :=
  match h with
  | Empty => Empty
  | Ext h (j, q) a => if (j =? i)%nat then Ext (conversation i h) q a else conversation i h
  end.
(* A number that no mechanism has is answered by HALT. *)
Definition nobody {data query} : data -> mechanism query := fun _ _ _ => point halt.
(* ConComp(M_1, ..., M_k): a query names the mechanism that answers it, by its own part of the conversation. *)
Definition ConComp {data query} (Ms : list (data -> mechanism query)) (x : data) : mechanism (nat * query) :=
  fun h m a => nth (fst m) Ms nobody x (conversation (fst m) h) (snd m) a.
