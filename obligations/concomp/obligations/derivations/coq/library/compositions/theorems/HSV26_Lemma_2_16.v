(* HSV26 Lemma 2.16: post-processing. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances.
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
(* The chance that the view of an adversary of P o* M is in a set: it sees the answers of P alone. *)
Fixpoint through {right memory} (K : mechanism right) (t : reaction right memory) (h : history_ right)
  (then_ : nat -> memory -> history_ right -> R) : R :=
  match t with
  | Answers a s => then_ a s h
  | Tosses p next => Sum 0 (fun x => p x * through K (next x) h then_)
  | Passes m next => Sum 0 (fun x => K h m x * through K (next x) (Ext h m x) then_)
  end.
Fixpoint chance_behind {left right} (P : processing left right) (K : mechanism right) (A : adversary left)
  (s : memory P) (h : history_ right) (E : views) : R :=
  match A with
  | Stops => if E nil then 1 else 0
  | Draws p next => Sum 0 (fun a => p a * chance_behind P K (next a) s h (behind a E))
  | Asks q next => through K (reacts P s q) h (fun a s h => chance_behind P K (next a) s h (behind a E))
  end.
Definition private_behind {left right} (P : processing left right) (g d : R) (M : bool -> mechanism right) : Prop :=
  forall A E b, fair A ->
  chance_behind P (M b) A (start P) Empty E <= g * chance_behind P (M (negb b)) A (start P) Empty E + d.
(* The adversary with P inside, and what of its view the adversary alone sees. *)
Fixpoint inside_reaction {right memory} (t : reaction right memory) (then_ : nat -> memory -> adversary right)
  : adversary right :=
  match t with
  | Answers a s => then_ a s
  | Tosses p next => Draws p (fun x => inside_reaction (next x) then_)
  | Passes m next => Asks m (fun x => inside_reaction (next x) then_)
  end.
Fixpoint inside {left right} (P : processing left right) (A : adversary left) (s : memory P) : adversary right :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => inside P (next a) s)
  | Asks q next => inside_reaction (reacts P s q) (fun a s => inside P (next a) s)
  end.
Fixpoint seen_of_reaction {right memory} (t : reaction right memory) (then_ : nat -> memory -> views) : views :=
  match t with
  | Answers a s => then_ a s
  | Tosses _ next | Passes _ next => fun v =>
    match v with x :: v => seen_of_reaction (next x) then_ v | nil => false end
  end.
Fixpoint seen {left right} (P : processing left right) (A : adversary left) (s : memory P) (E : views) : views :=
  match A with
  | Stops => E
  | Draws _ next => fun v => match v with a :: v => seen P (next a) s (behind a E) v | nil => false end
  | Asks q next => seen_of_reaction (reacts P s q) (fun a s => seen P (next a) s (behind a E))
  end.
Theorem HSV26_Lemma_2_16 (left right : Type) (P : processing left right) (M : bool -> mechanism right) (g d : R) :
  (forall s q, tosses_fairly (reacts P s q)) -> private g d M -> private_behind P g d M.
Proof.
  intros T H.
  assert (through_inside : forall K t h c A' E', (forall a s h, c a s h = chance K (A' a s) h (E' a s)) ->
    through K t h c = chance K (inside_reaction t A') h (@seen_of_reaction right (memory P) t E')).
  { intros K t. induction t as [a s|p next IH|m next IH]; intros h c A' E' Q; simpl; auto.
    - apply Sum_ext. intros x. now rewrite (IH x h c A' E' Q).
    - apply Sum_ext. intros x. now rewrite (IH x (Ext h m x) c A' E' Q). }
  assert (same_chance : forall K A s h E, chance_behind P K A s h E = chance K (inside P A s) h (seen P A s E)).
  { intros K A. induction A as [|p next IH|q next IH]; intros s h E; simpl.
    - reflexivity.
    - apply Sum_ext. intros a. now rewrite IH.
    - apply through_inside. intros a s' h'. apply IH. }
  assert (inside_fair : forall t A', tosses_fairly t -> (forall a s, fair (A' a s)) ->
    fair (@inside_reaction right (memory P) t A')).
  { intros t A'. induction t as [a s|p next IH|m next IH]; simpl; intros F FA.
    - apply FA.
    - destruct F as [D F]. split; auto.
    - intros x. auto. }
  assert (all_fair : forall A s, fair A -> fair (inside P A s)).
  { intros A. induction A as [|p next IH|q next IH]; simpl; intros s F.
    - exact I.
    - destruct F as [D F]. split; auto.
    - apply inside_fair; auto. }
  intros A E b FA. rewrite !same_chance. apply H. now apply all_fair.
Qed.
Print Assumptions HSV26_Lemma_2_16.
