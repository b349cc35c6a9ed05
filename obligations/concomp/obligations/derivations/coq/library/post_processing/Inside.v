(* An adversary with a post-processing inside is an adversary; its view tells what the adversary alone sees. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances PostProcessing.
Import ListNotations.
Open Scope R_scope.

Lemma drawn_ext {memory} (t : reaction Empty_set memory) f f' : (forall a s, f a s = f' a s) -> drawn t f = drawn t f'.
Proof.
  intros H. induction t as [a s|p next IH|[] next IH]; simpl; auto. apply Sum_ext. intros a. now rewrite IH.
Qed.
Lemma drawn_goes_on {memory memory'} (t : reaction Empty_set memory)
  (k : nat -> memory -> reaction Empty_set memory') f :
  drawn (goes_on_by t k) f = drawn t (fun a s => drawn (k a s) f).
Proof.
  induction t as [a s|p next IH|[] next IH]; simpl; auto. apply Sum_ext. intros a. now rewrite IH.
Qed.
(* A mechanism and its system are seen alike. *)
Lemma seen_mechanism {query} (K : mechanism query) A : forall h E, chance_of (as_system K) A h E = chance K A h E.
Proof.
  induction A as [|p next IH|q next IH]; intros h E; simpl; auto; apply Sum_ext; intros a; now rewrite IH.
Qed.

Section Inside.
Variables (left right : Type) (P : processing left right).
Fixpoint inside_reaction {memory} (t : reaction right memory) (then_ : nat -> memory -> adversary right)
  : adversary right :=
  match t with
  | Answers a s => then_ a s
  | Tosses p next => Draws p (fun x => inside_reaction (next x) then_)
  | Passes m next => Asks m (fun x => inside_reaction (next x) then_)
  end.
Fixpoint inside (A : adversary left) (s : memory P) : adversary right :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => inside (next a) s)
  | Asks q next => inside_reaction (reacts P s q) (fun a s => inside (next a) s)
  end.
(* What the adversary alone sees. *)
Fixpoint outside_reaction {memory} (t : reaction right memory) (then_ : nat -> memory -> list nat -> list nat)
  : list nat -> list nat :=
  match t with
  | Answers a s => then_ a s
  | Tosses _ next | Passes _ next => fun v =>
    match v with x :: v => outside_reaction (next x) then_ v | nil => nil end
  end.
Fixpoint outside (A : adversary left) (s : memory P) : list nat -> list nat :=
  match A with
  | Stops => fun _ => nil
  | Draws _ next => fun v => match v with a :: v => a :: outside (next a) s v | nil => nil end
  | Asks q next => outside_reaction (reacts P s q) (fun a s v => a :: outside (next a) s v)
  end.
Variable S : system right.
Lemma reaction_inside {memory} (t : reaction right memory) :
  forall h c A (view : nat -> memory -> list nat -> list nat) E,
  (forall a s h, c a (s, h) = chance_of S (A a s) h (fun v => E (view a s v))) ->
  drawn (handed_to S t h) c = chance_of S (inside_reaction t A) h (fun v => E (outside_reaction t view v)).
Proof.
  induction t as [a s|p next IH|m next IH]; intros h c A view E H; simpl.
  - apply H.
  - apply Sum_ext. intros x. f_equal. exact (IH x h c A view E H).
  - rewrite drawn_goes_on. apply drawn_ext. intros x h'. exact (IH x h' c A view E H).
Qed.
Lemma chance_inside A : forall s h E,
  chance_of (chain P S) A (s, h) E = chance_of S (inside A s) h (fun v => E (outside A s v)).
Proof.
  induction A as [|p next IH|q next IH]; intros s h E; simpl.
  - reflexivity.
  - apply Sum_ext. intros a. now rewrite IH.
  - apply reaction_inside. intros a s' h'. now rewrite IH.
Qed.
Lemma seen_inside A E : seen (chain P S) A E = seen S (inside A (start P)) (fun v => E (outside A (start P) v)).
Proof. apply chance_inside. Qed.
Lemma reaction_fair {memory} (t : reaction right memory) A : tosses_fairly t -> (forall a s, fair (A a s)) ->
  fair (inside_reaction t A).
Proof.
  induction t as [a s|p next IH|m next IH]; simpl; intros F FA; auto. destruct F as [D F]. auto.
Qed.
Lemma inside_fair A : fair_processing P -> fair A -> forall s, fair (inside A s).
Proof.
  intros T. induction A as [|p next IH|q next IH]; simpl; auto.
  - intros [D F] s. auto.
  - intros F s. apply reaction_fair; auto.
Qed.
End Inside.
(* What is behind may be replaced by what is equivalent. *)
Lemma equivalent_behind {left right} (P : processing left right) (S S' : system right) :
  equivalent S S' -> equivalent (chain P S) (chain P S').
Proof. intros H A E. rewrite !seen_inside. apply H. Qed.
Theorem private_behind {left right} (P : processing left right) g d (M : bool -> system right) :
  fair_processing P -> private_system g d M -> private_system g d (fun b => chain P (M b)).
Proof. intros T H A E b FA. rewrite !seen_inside. apply H. now apply inside_fair. Qed.
