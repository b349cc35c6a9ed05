(* What a strategy reaches, in so many rounds, is what an adversary gains. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances.
Import ListNotations.
Open Scope R_scope.

Section Strategies.
Variable query : Type.
Variables (g delta : R) (K : bool -> mechanism query).
Hypothesis discrete : forall b, law (K b).
Hypothesis is_private : private g delta K.
(* What a strategy reaches, as the advantage of an adversary that asks so often, for the views that favour a world. *)
Fixpoint of_strategy (n : nat) (s : strategy_ query) : adversary query :=
  match n with O => Stops | S n => Asks (first_ s) (fun a => of_strategy n (then_ s a)) end.
Fixpoint played (s : strategy_ query) (h : history_ query) (v : list nat) : history_ query :=
  match v with nil => h | a :: v => played (then_ s a) (Ext h (first_ s) a) v end.
Definition favours (b : bool) (s : strategy_ query) (h : history_ query) : views := fun v =>
  if Rlt_dec (g * weight (K (negb b)) (played s h v)) (weight (K b) (played s h v)) then true else false.
Lemma of_strategy_fair n : forall s, fair (of_strategy n s).
Proof. induction n; intros s; simpl; auto. Qed.
Fixpoint reached (n : nat) (b : bool) (s : strategy_ query) (h : history_ query) : R :=
  match n with
  | O => Rmax 0 (weight (K b) h - g * weight (K (negb b)) h)
  | S n => Sum 0 (fun a => reached n b (then_ s a) (Ext h (first_ s) a))
  end.
Lemma reached_chance n b : forall s h, reached n b s h =
  weight (K b) h * chance (K b) (of_strategy n s) h (favours b s h)
  - g * (weight (K (negb b)) h * chance (K (negb b)) (of_strategy n s) h (favours b s h)).
Proof.
  induction n; intros s h; simpl.
  - unfold favours. simpl. destruct (Rlt_dec _ _); unfold Rmax; destruct (Rle_dec _ _); lra.
  - assert (Z : forall c E, Summable (fun a => K c h (first_ s) a *
        chance (K c) (of_strategy n (then_ s a)) (Ext h (first_ s) a) (behind a E))).
    { intros c E. apply (mean (K c h (first_ s)) _ 1); [apply discrete | intros a].
      apply chance_bounds; auto. apply of_strategy_fair. }
    rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; apply Z).
    apply Sum_ext. intros a. rewrite IHn. simpl. change (favours b (then_ s a) (Ext h (first_ s) a)) with (behind a
      (favours b s h)). ring.
Qed.
Lemma reached_at_most n b s : reached n b s Empty <= delta.
Proof.
  rewrite reached_chance. simpl. pose proof (is_private (of_strategy n s) (favours b s Empty) b (of_strategy_fair n
    s)). lra.
Qed.
End Strategies.
