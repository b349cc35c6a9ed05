(* Compositions: ExtConComp and the functions of HSV26 Sections 4, 5 and 12; randomised responses for slots. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms.
Import ListNotations.
Open Scope R_scope.

(* What may be created: for each creation query a mechanism with its verification function, and the parameters that it
   declares, e_eps being e^epsilon. Whether two creation queries, or two messages, are equal can be seen. *)
Record composition := {
  creation : Type;
  message : Type;
  some_message : message;
  same : creation -> creation -> bool;
  same_equal : forall x y, same x y = true <-> x = y;
  same_message : message -> message -> bool;
  same_message_equal : forall m n, same_message m n = true <-> m = n;
  of_creation : creation -> mechanism message;
  function_of : creation -> function message;
  e_eps : creation -> R;
  delta : creation -> R }.
Definition parameters (C : composition) (x : creation C) : R * R := (e_eps C x, delta C x).
Definition member (C : composition) (x : creation C) : bool -> mechanism (message C * message C) :=
  verified (function_of C x) (of_creation C x).

(* A message to ExtConComp creates a mechanism, or asks the one with the number j, counted from 0. *)
Inductive request (C : composition) := Create (x : creation C) | Ask (j : nat) (m : message C).
Arguments Create {C}. Arguments Ask {C}.
(* The creation queries of messages, which are written latest first; these are in order. *)
Fixpoint created {C} (l : list (request C)) : list (creation C) :=
  match l with nil => nil | Create x :: l' => created l' ++ [x] | Ask _ _ :: l' => created l' end.
(* Whether all that was asked existed. *)
Fixpoint goes_on {C} (l : list (request C)) : bool :=
  match l with
  | nil => true
  | Create _ :: l' => goes_on l'
  | Ask j _ :: l' => goes_on l' && (j <? length (created l'))%nat
  end.
(* What the mechanism with the number j was asked and has answered. *)
Fixpoint part {C} (j : nat) (h : history_ (request C)) : history_ (message C) :=
  match h with
  | Empty => Empty
  | Ext h (Ask i m) a => if (i =? j)%nat then Ext (part j h) m a else part j h
  | Ext h (Create _) _ => part j h
  end.
(* ExtConComp acknowledges creations, hands queries on to the mechanism that is asked, and halts if there is none. *)
Definition ExtConComp (C : composition) : mechanism (request C) := fun h q a =>
  if goes_on (q :: messages h) then
    match q with
    | Create _ => point acknowledged a
    | Ask j m => match nth_error (created (messages h)) j with
                 | Some x => of_creation C x (part j h) m a
                 | None => point halt a
                 end
    end
  else point halt a.

(* Suitable sequences of pairs, Definition 4.5: equal creation queries with proper parameters, or two queries for one
   mechanism that exists, whose pairs so far are valid for its function. *)
Definition lefts {X} (l : list (X * X)) : list X := map fst l.
Fixpoint pairs_to {C} (j : nat) (l : list (request C * request C)) : list (message C * message C) :=
  match l with
  | nil => nil
  | (Ask i m, Ask _ n) :: l' => if (i =? j)%nat then (m, n) :: pairs_to j l' else pairs_to j l'
  | _ :: l' => pairs_to j l'
  end.
Definition proper (p : R * R) : bool :=
  if Rle_dec 1 (fst p) then if Rle_dec 0 (snd p) then if Rle_dec (snd p) 1 then true else false else false else false.
Definition fits (C : composition) (m : request C * request C) (l : list (request C * request C)) : bool :=
  match m with
  | (Create x, Create y) => same C x y && proper (parameters C x)
  | (Ask i _, Ask j _) => (i =? j)%nat &&
      match nth_error (created (lefts l)) i with Some x => function_of C x (pairs_to i (m :: l)) | None => false end
  | _ => false
  end.
Fixpoint suitable (C : composition) (l : list (request C * request C)) : bool :=
  match l with nil => true | m :: l' => fits C m l' && suitable C l' end.

(* The functions. Definition 4.11: the parameters of what is created form a sub-multiset of the slots'. *)
Fixpoint without (p : R * R) (slots : list (R * R)) : option (list (R * R)) :=
  match slots with
  | nil => None
  | s :: rest =>
    if Req_EM_T (fst s) (fst p) then if Req_EM_T (snd s) (snd p) then Some rest else option_map (cons s) (without p
      rest)
    else option_map (cons s) (without p rest)
  end.
Fixpoint sub_multiset (l slots : list (R * R)) : bool :=
  match l with
  | nil => true
  | p :: l' => match without p slots with Some rest => sub_multiset l' rest | None => false end
  end.
Definition fixed_parameters (C : composition) (slots : list (R * R)) : function (request C) := fun l =>
  suitable C l && sub_multiset (map (parameters C) (created (lefts l))) slots.
(* Definition 4.9, repaired: the first messages create the given mechanisms in order, and none is created later. *)
Fixpoint begins (C : composition) (l alphas : list (creation C)) : bool :=
  match l, alphas with nil, _ => true | x :: l, y :: alphas => same C x y && begins C l alphas | _, nil => false end.
Definition fixed_mechanisms (C : composition) (alphas : list (creation C)) : function (request C) := fun l =>
  suitable C l && begins C (created (lefts l)) alphas &&
  match l with (Ask _ _, _) :: _ => (length (created (lefts l)) =? length alphas)%nat | _ => true end.
(* Definitions 12.1 and 12.2: a filter says whether the parameters of what was created are within the budget. *)
Definition filter := list (R * R) -> bool.
Definition filtered (C : composition) (Filt : filter) : function (request C) := fun l =>
  suitable C l && Filt (map (parameters C) (created (lefts l))).
(* Definition 5.1: the mechanisms that got a pair of different queries take slots, in the order of their first one. *)
Definition touched {C} (j : nat) (l : list (request C * request C)) : bool :=
  existsb (fun p => negb (same_message C (fst p) (snd p))) (pairs_to j l).
Fixpoint exceptional (C : composition) (l : list (request C * request C)) : list (creation C) :=
  match l with
  | nil => nil
  | (Ask i m, Ask _ n) :: l' =>
    if same_message C m n || touched i l' then exceptional C l'
    else exceptional C l' ++ match nth_error (created (lefts l')) i with Some x => [x] | None => [] end
  | _ :: l' => exceptional C l'
  end.
(* Definition 5.13, where all functions are first-pair consistent: behind an identical first pair, all are identical. *)
Definition first_pair_consistent {message} (f : function message) : Prop :=
  forall l p, fst p = snd p -> f (l ++ [p]) = true -> forall q, In q l -> fst q = snd q.
Definition consistent_parallel (C : composition) (slots : list (R * R)) : function (request C) := fun l =>
  suitable C l && sub_multiset (map (parameters C) (exceptional C l)) slots.
(* Definition 5.3: the epsilon of the exceptional mechanisms fit into the slots, the delta of all into a budget. *)
Definition within_budget (C : composition) (budget : R) (l : list (creation C)) : bool :=
  if Rle_dec (1 - fold_right (fun x rest => (1 - delta C x) * rest) 1 l) budget then true else false.
Definition sparse_parallel (C : composition) (budget : R) (slots : list R) : function (request C) := fun l =>
  suitable C l && sub_multiset (map (fun x => (e_eps C x, 0)) (exceptional C l)) (map (fun e => (e, 0)) slots)
  && within_budget C budget (created (lefts l)).

(* Comp[RR_1, ..., RR_k]: the chance that the outcomes of independent responses, one for each slot, are in a set. *)
Fixpoint Comp (slots : list (R * R)) (b : bool) (S : list outcome -> bool) : R :=
  match slots with
  | nil => if S nil then 1 else 0
  | (g, d) :: rest => each_outcome (fun o => RR g d b o * Comp rest b (fun l => S (o :: l)))
  end.
Definition private_responses (g d : R) (slots : list (R * R)) : Prop :=
  forall S b, Comp slots b S <= g * Comp slots (negb b) S + d.

(* Definition 12.3: the composition of randomised responses; each gets a single pair of bits. *)
Definition code (o : outcome) : nat :=
  match o with Exposed false => 2 | Exposed true => 3 | Noisy false => 4 | Noisy true => 5 end.
Definition outcome_of (a : nat) : option outcome :=
  match a with 2 => Some (Exposed false) | 3 => Some (Exposed true) | 4 => Some (Noisy false) | 5 => Some (Noisy true)
  | _ => None end.
Definition response (p : R * R) : mechanism bool := fun h bit a =>
  match h with
  | Empty => match outcome_of a with Some o => RR (fst p) (snd p) bit o | None => 0 end
  | _ => point halt a
  end.
Definition same_parameters (p r : R * R) : bool :=
  if Req_EM_T (fst p) (fst r) then if Req_EM_T (snd p) (snd r) then true else false else false.
Lemma same_parameters_equal p r : same_parameters p r = true <-> p = r.
Proof.
  unfold same_parameters. destruct p as [p1 p2], r as [r1 r2]; simpl.
  destruct (Req_EM_T p1 r1), (Req_EM_T p2 r2); split; intros H; congruence.
Qed.
Definition responses : composition := {|
  creation := R * R;
  message := bool;
  some_message := false;
  same := same_parameters;
  same_equal := same_parameters_equal;
  same_message := eqb;
  same_message_equal := eqb_true_iff;
  of_creation := fun p => response (if proper p then p else (1, 0)); (* only proper ones can be created *)
  function_of := fun _ l => (length l =? 1)%nat;
  e_eps := fst;
  delta := snd |}.
