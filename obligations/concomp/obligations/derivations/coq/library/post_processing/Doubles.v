(* Deterministic post-processings that hand on data without looking at it (HSV26 Section 6.1), and two copies of one. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms PostProcessing.
Import ListNotations.
Open Scope R_scope.

(* The verifier and the identifier as post-processings; messages are remembered latest first. *)
Definition verifier {message} (f : function message) : processing (message * message) (message * message) := {|
  memory := list (message * message);
  start := nil;
  reacts := fun l m => if valid f (m :: l) then Passes m (fun a => Answers a (m :: l)) else Answers halt (m :: l) |}.
Definition identifier {message} (b : bool) : processing (message * message) message := {|
  memory := unit;
  start := tt;
  reacts := fun _ m => Passes (side b m) (fun a => Answers a tt) |}.
(* M is (epsilon,delta)-DP with respect to f: V[f] o* I o* M is. *)
Definition private_for {message} (g d : R) (f : function message) (M : system message) : Prop :=
  private_system g d (fun b => chain (verifier f) (chain (identifier b) M)).

Section Doubles.
Variables (left right : Type) (P : processing left right).
Fixpoint tosses_nothing {memory} (t : reaction right memory) : Prop :=
  match t with Answers _ _ => True | Tosses _ _ => False | Passes _ next => forall a, tosses_nothing (next a) end.
Definition deterministic_processing : Prop := forall s q, tosses_nothing (reacts P s q).
(* Two copies of P that were asked the pairs l, a valid sequence, and got the same answers from the right, have asked
   the pairs l' there, and are about to do so. At first they have done nothing. *)
Inductive reached (f : function left) : list (left * left) -> list (right * right) ->
  reaction right (memory P) -> reaction right (memory P) -> Prop :=
  | Nothing_yet : reached f nil nil (Answers acknowledged (start P)) (Answers acknowledged (start P))
  | From_the_left l l' a s b r x y : reached f l l' (Answers a s) (Answers b r) -> valid f ((x, y) :: l) = true ->
      reached f ((x, y) :: l) l' (reacts P s x) (reacts P r y)
  | From_the_right l l' m next n next' a : reached f l l' (Passes m next) (Passes n next') ->
      reached f l ((m, n) :: l') (next a) (next' a).
Definition any : function left := fun _ => true.
(* By what comes from the right alone, P asks there or answers to the left, and by that alone it answers. *)
Definition destination_property : Prop := forall l l' t t', reached any l l' t t' ->
  match t, t' with Answers _ _, Answers _ _ | Passes _ _, Passes _ _ => True | _, _ => False end.
Definition response_property : Prop := forall l l' a s b r, reached any l l' (Answers a s) (Answers b r) -> a = b.
(* While what comes from the left is valid for f, what is asked on the right is valid for f'. *)
Definition maps_property (f : function left) (f' : function right) : Prop := forall l l' m next n next',
  reached f l l' (Passes m next) (Passes n next') -> valid f' ((m, n) :: l') = true.
(* P^2 runs two copies; what it does where they differ in where they send is of no concern. *)
Fixpoint both (t t' : reaction right (memory P)) : reaction (right * right) (memory P * memory P) :=
  match t, t' with
  | Answers a s, Answers _ r => Answers a (s, r)
  | Passes m next, Passes n next' => Passes (m, n) (fun a => both (next a) (next' a))
  | _, _ => Answers halt (start P, start P)
  end.
Definition double : processing (left * left) (right * right) := {|
  memory := memory P * memory P;
  start := (start P, start P);
  reacts := fun s m => both (reacts P (fst s) (fst m)) (reacts P (snd s) (snd m)) |}.
End Doubles.
Arguments deterministic_processing {left right}. Arguments destination_property {left right}.
Arguments response_property {left right}. Arguments maps_property {left right}. Arguments double {left right}.
Arguments reached {left right}. Arguments both {left right}. Arguments any {left}.
