(* The chances of views: means, mechanisms that halt, and weights. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms.
Import ListNotations.
Open Scope R_scope.

(* Sums of finitely many terms. *)
Lemma finite_sum f n : (forall a, (n <= a)%nat -> f a = 0) -> Summable f /\ Sum 0 f = Part n f.
Proof.
  intros H. assert (Z : Summable f).
  { apply (ex_series_incr_n (V := R_NormedModule) (fun a => Rabs (f a)) n).
    apply (ex_series_ext (fun _ => Rabs 0)). intros k. rewrite (H (n + k)%nat) by lia. reflexivity.
    apply (Summable_0). }
  split; auto. rewrite <- (Sum_split n f Z). enough (X : Sum n f = 0) by lra.
  unfold Sum. rewrite (Series_ext _ (fun _ => 0)). apply (Sum_0 0). intros k. apply H. lia.
Qed.
Lemma Part_zero n f : (forall a, (a < n)%nat -> f a = 0) -> Part n f = 0.
Proof. induction n; intros H; simpl; auto. rewrite IHn, H by auto. ring. Qed.
Lemma point_sum x F : Summable (fun a => point x a * F a) /\ Sum 0 (fun a => point x a * F a) = F x.
Proof.
  destruct (finite_sum (fun a => point x a * F a) (S x)) as [Z E].
  - intros a L. unfold point. destruct (Nat.eqb_spec a x); [lia | ring].
  - split; auto. rewrite E. simpl. rewrite Part_zero.
    + unfold point. rewrite Nat.eqb_refl. ring.
    + intros a L. unfold point. destruct (Nat.eqb_spec a x); [lia | ring].
Qed.
Lemma point_law x : distribution (point x).
Proof.
  destruct (point_sum x (fun _ => 1)) as [Z E]. split; [|split].
  - intros a. unfold point. destruct (Nat.eqb a x); lra.
  - apply (Summable_ext (fun a => point x a * 1)); auto. intros; ring.
  - rewrite <- E. apply Sum_ext. intros; ring.
Qed.
(* A mean of what is between 0 and B. *)
Lemma mean p F B : distribution p -> (forall a, 0 <= F a <= B) ->
  Summable (fun a => p a * F a) /\ 0 <= Sum 0 (fun a => p a * F a) <= B.
Proof.
  intros [P [S1 E]] H.
  assert (Z : Summable (fun a => p a * F a)).
  { apply (comparison _ (fun a => B * p a)).
    - intros a. specialize (P a). destruct (H a). now apply Rmult_le_pos.
    - intros a. specialize (P a). destruct (H a). rewrite Rmult_comm. now apply Rmult_le_compat_r.
    - now apply Summable_scal. }
  split; auto. split.
  - apply Sum_pos; auto. intros a. specialize (P a). destruct (H a). now apply Rmult_le_pos.
  - apply Rle_trans with (Sum 0 (fun a => B * p a)).
    + apply Sum_le; auto. 2: now apply Summable_scal.
      intros a. specialize (P a). destruct (H a). rewrite Rmult_comm. now apply Rmult_le_compat_r.
    + rewrite Sum_scal, E. lra.
Qed.
Lemma chance_bounds {query} (K : mechanism query) : law K -> forall A h E, fair A -> 0 <= chance K A h E <= 1.
Proof.
  intros L. induction A as [|p next IH|q next IH]; intros h E F; simpl.
  - destruct (E nil); lra.
  - destruct F as [D F]. apply mean; auto.
  - apply (mean (K h q) (fun a => chance K (next a) (Ext h q a) (behind a E)) 1 (L h q)). auto.
Qed.
(* What always halts. *)
Definition halting {query} : mechanism query := fun _ _ => point halt.
Lemma halting_law {query} : law (@halting query).
Proof. intros h q. apply point_law. Qed.
Lemma chance_of_point {query} (K : mechanism query) h q next E x : (forall a, K h q a = point x a) ->
  chance K (Asks q next) h E = chance K (next x) (Ext h q x) (behind x E).
Proof.
  intros H. simpl. rewrite (Sum_ext _ _ (fun a => point x a * chance K (next a) (Ext h q a) (behind a E))).
  - exact (proj2 (point_sum x (fun a => chance K (next a) (Ext h q a) (behind a E)))).
  - intros a. now rewrite H.
Qed.
Lemma valid_tail {message} (f : function message) m l : valid f (m :: l) = true -> valid f l = true.
Proof. simpl. intros H. now apply andb_prop in H as [H _]. Qed.
Lemma halted {message} f (M : mechanism message) b A : forall h h' E, valid f (messages h) = false ->
  chance (verified f M b) A h E = chance halting A h' E.
Proof.
  induction A as [|p next IH|q next IH]; intros h h' E V.
  - reflexivity.
  - simpl. apply Sum_ext. intros a. now rewrite (IH a h h').
  - rewrite (chance_of_point halting h' q next E halt) by reflexivity.
    rewrite (chance_of_point (verified f M b) h q next E halt).
    + apply IH. simpl. now rewrite V.
    + intros a. unfold verified. simpl. now rewrite V.
Qed.
(* An adversary that hears only HALT, as one that asks nothing. *)
Fixpoint told_halt {Q query} (A : adversary Q) : adversary query :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => told_halt (next a))
  | Asks _ next => Draws (point halt) (fun a => told_halt (next a))
  end.
Lemma told_halt_fair {Q query} (A : adversary Q) : fair A -> fair (@told_halt Q query A).
Proof. induction A; simpl; auto. intros [D F]. auto. intros F. split; auto. apply point_law. Qed.
Lemma told_halt_chance {Q query} (K : mechanism query) (A : adversary Q) : forall h k E,
  chance K (told_halt A) h E = chance halting A k E.
Proof.
  induction A as [|p next IH|q next IH]; intros h k E; simpl; auto; apply Sum_ext; intros a.
  - now rewrite (IH a h k).
  - now rewrite (IH a h (Ext k q a)).
Qed.
Lemma law_weights {query} (K : mechanism query) : law K -> weights 1 (weight K).
Proof.
  intros L. assert (P : forall h, 0 <= weight K h).
  { induction h as [|h IH q a]; simpl. lra. apply Rmult_le_pos; auto. apply (L h q). }
  split; auto. split; auto. split; intros h q; destruct (L h q) as [_ [S1 E]].
  - now apply (Summable_scal (weight K h)).
  - change (Sum 0 (fun a => weight K h * K h q a) = weight K h).
    rewrite Sum_scal. transitivity (weight K h * 1); [f_equal; exact E | ring].
Qed.
(* A transcript of identical pairs weighs the same in both worlds. *)
Fixpoint identical {message} (h : history_ (message * message)) : Prop :=
  match h with Empty => True | Ext h m _ => identical h /\ fst m = snd m end.
Lemma identical_alike {message} f (M : mechanism message) b c h : identical h ->
  weight (verified f M b) h = weight (verified f M c) h.
Proof.
  intros H. assert (S1 : forall k : history_ (message * message), identical k -> sides b k = sides c k).
  { clear. induction k as [|h IH [m n] a]; simpl; auto. intros [H E]. rewrite IH by auto. simpl in E. subst n.
    now destruct b, c. }
  induction h as [|h IH [m n] a]; auto. simpl in H. destruct H as [H E]. subst n. cbn [weight]. rewrite IH by auto.
    f_equal.
  unfold verified. rewrite (S1 h H). now destruct b, c.
Qed.
