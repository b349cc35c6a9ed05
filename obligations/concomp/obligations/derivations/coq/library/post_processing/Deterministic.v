(* An adversary that draws gains no more than the best one that does not: of what a draw leads to, something is at least
   as good as the mean. *)
From Coq Require Import Reals Psatz List Bool.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances.
Import ListNotations.
Open Scope R_scope.

Fixpoint deterministic {query} (A : adversary query) : Prop :=
  match A with Stops => True | Draws _ _ => False | Asks _ next => forall a, deterministic (next a) end.

(* What is at least as good as the mean can be found, without choice: whether something is can be seen, one by one. *)
Section Best.
Variables (p f : nat -> R).
Definition worse (a : nat) : Prop := f a < Sum 0 (fun a => p a * f a).
Definition worse_or_not (a : nat) : {worse a} + {~ worse a} := Rlt_dec _ _.
Definition best : nat :=
  match ClassicalDedekindReals.sig_forall_dec worse worse_or_not with
  | inleft (exist a _) => a
  | inright _ => O
  end.
Hypothesis is_law : distribution p.
Variable B : R.
Hypothesis bounded : forall a, Rabs (f a) <= B.
Lemma mean_exists : Summable (fun a => p a * f a).
Proof.
  destruct is_law as [P [Z _]].
  apply (ex_series_le (V := R_CompleteNormedModule) _ (fun a => B * Rabs (p a))).
  - intros a. unfold norm; simpl. unfold abs; simpl. rewrite Rabs_Rabsolu, Rabs_mult, Rmult_comm.
    apply Rmult_le_compat_r; [apply Rabs_pos | apply bounded].
  - now apply (ex_series_scal (V := R_NormedModule)).
Qed.
Lemma best_is_good : Sum 0 (fun a => p a * f a) <= f best.
Proof.
  destruct is_law as [P [Z E]]. unfold best.
  destruct (ClassicalDedekindReals.sig_forall_dec worse worse_or_not) as [[a N]|H]; [unfold worse in N; lra|].
  exfalso. set (m := Sum 0 (fun a => p a * f a)) in *.
  assert (D : forall a, 0 <= p a * (m - f a)).
  { intros a. apply Rmult_le_pos; auto. specialize (H a). unfold worse in H. fold m in H. lra. }
  assert (DZ : Summable (fun a => p a * (m - f a))).
  { apply (Summable_ext (fun a => m * p a - p a * f a)). intros; ring.
    apply Summable_minus; [now apply Summable_scal | apply mean_exists]. }
  assert (D0 : Sum 0 (fun a => p a * (m - f a)) = 0).
  { rewrite (Sum_ext 0 _ (fun a => m * p a - p a * f a)) by (intros; ring).
    rewrite Sum_minus, Sum_scal, E; [fold m; ring | now apply Summable_scal | apply mean_exists]. }
  assert (PZ : forall a, p a = 0).
  { intros a. pose proof (one_term (fun a => p a * (m - f a)) a D DZ) as X. rewrite D0 in X.
    specialize (H a). unfold worse in H. fold m in H. specialize (D a). destruct (P a) as [Q|Q]; auto.
    assert (0 < p a * (m - f a)) by (apply Rmult_lt_0_compat; lra). lra. }
  rewrite (Sum_ext 0 p (fun _ => 0) PZ), Sum_0 in E. lra.
Qed.
End Best.

Section Derandomised.
Variables (query : Type) (g : R) (K K' : mechanism query).
Hypothesis odds : 0 <= g.
Hypothesis discrete : law K.
Hypothesis discrete' : law K'.
Definition gain (A : adversary query) (h : history_ query) (E : views) (w w' : R) : R :=
  w * chance K A h E - g * (w' * chance K' A h E).
Fixpoint decided (A : adversary query) (h : history_ query) (E : views) (w w' : R) : adversary query * views :=
  match A with
  | Stops => (Stops, E)
  | Draws p next =>
    let a := best p (fun a => gain (next a) h (behind a E) w w') in decided (next a) h (behind a E) w w'
  | Asks q next =>
    let then_ a := decided (next a) (Ext h q a) (behind a E) (w * K h q a) (w' * K' h q a) in
    (Asks q (fun a => fst (then_ a)), fun v => match v with a :: v => snd (then_ a) v | nil => false end)
  end.
Lemma decided_deterministic A : forall h E w w', deterministic (fst (decided A h E w w')).
Proof. induction A as [|p next IH|q next IH]; intros; simpl; auto. Qed.
Lemma deterministic_fair (A : adversary query) : deterministic A -> fair A.
Proof. induction A; simpl; auto. intros []. Qed.
Lemma gain_bounded A h E w w' : fair A -> 0 <= w -> 0 <= w' -> Rabs (gain A h E w w') <= w + g * w'.
Proof.
  intros F W W'. unfold gain.
  assert (X : forall v r, 0 <= v -> 0 <= r <= 1 -> 0 <= v * r <= v).
  { intros v r V Y. split; [apply Rmult_le_pos | rewrite <- (Rmult_1_r v) at 2; apply Rmult_le_compat_l]; tauto. }
  pose proof (X w _ W (chance_bounds K discrete A h E F)). pose proof (X w' _ W' (chance_bounds K' discrete' A h E F)).
  assert (0 <= g * (w' * chance K' A h E) <= g * w') by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; tauto).
  apply Rabs_le. lra.
Qed.
Lemma decided_gains A : forall h E w w', fair A -> 0 <= w -> 0 <= w' ->
  gain A h E w w' <= gain (fst (decided A h E w w')) h (snd (decided A h E w w')) w w'.
Proof.
  induction A as [|p next IH|q next IH]; intros h E w w' F W W'.
  - simpl. lra.
  - destruct F as [D F]. cbn [decided].
    assert (Z : forall L A', law L -> (forall a, fair (A' a)) ->
      Summable (fun a => p a * chance L (A' a) h (behind a E))).
    { intros L A' LL FA. apply (mean p _ 1 D). intros a. now apply chance_bounds. }
    assert (X : gain (Draws p next) h E w w' = Sum 0 (fun a => p a * gain (next a) h (behind a E) w w')).
    { unfold gain. cbn [chance]. rewrite <- !Sum_scal, <- Sum_minus.
      - apply Sum_ext. intros a. ring.
      - now apply Summable_scal, Z.
      - now apply Summable_scal, Summable_scal, Z. }
    rewrite X. eapply Rle_trans; [|apply IH; auto].
    apply (best_is_good p (fun a => gain (next a) h (behind a E) w w') D (w + g * w')).
    intros a. now apply gain_bounded.
  - assert (Z : forall L A' E', law L -> (forall a, fair (A' a)) ->
      Summable (fun a => L h q a * chance L (A' a) (Ext h q a) (E' a))).
    { intros L A' E' LL FA. apply (mean (L h q) (fun a => chance L (A' a) (Ext h q a) (E' a)) 1 (LL h q)).
      intros a. now apply chance_bounds. }
    assert (X : forall A' E', (forall a, fair (A' a)) -> gain (Asks q A') h E' w w' =
      Sum 0 (fun a => gain (A' a) (Ext h q a) (behind a E') (w * K h q a) (w' * K' h q a))).
    { intros A' E' FA. unfold gain. cbn [chance].
      rewrite <- !Sum_scal, <- Sum_minus.
      - apply Sum_ext. intros a. ring.
      - apply Summable_scal. now apply (Z K A' (fun a => behind a E')).
      - apply Summable_scal, Summable_scal. now apply (Z K' A' (fun a => behind a E')). }
    assert (GZ : forall A' E', (forall a, fair (A' a)) ->
      Summable (fun a => gain (A' a) (Ext h q a) (E' a) (w * K h q a) (w' * K' h q a))).
    { intros A' E' FA. unfold gain. apply Summable_minus; [|apply Summable_scal].
      - apply (Summable_ext (fun a => w * (K h q a * chance K (A' a) (Ext h q a) (E' a)))). intros; ring.
        now apply Summable_scal, Z.
      - apply (Summable_ext (fun a => w' * (K' h q a * chance K' (A' a) (Ext h q a) (E' a)))). intros; ring.
        now apply Summable_scal, Z. }
    cbn [decided]. cbn [fst snd].
    set (then_ := fun a => decided (next a) (Ext h q a) (behind a E) (w * K h q a) (w' * K' h q a)).
    assert (FD : forall a, fair (fst (then_ a))).
    { intros a. apply deterministic_fair, decided_deterministic. }
    rewrite !X by auto. apply Sum_le.
    + intros a. apply (IH a (Ext h q a) (behind a E)); auto; apply Rmult_le_pos; auto.
      * apply (discrete h q).
      * apply (discrete' h q).
    + now apply GZ.
    + apply (GZ (fun a => fst (then_ a)) (fun a => snd (then_ a))). exact FD.
Qed.
(* So privacy against those that do not draw is privacy. *)
Theorem deterministic_enough d : (forall A E, deterministic A -> chance K A Empty E <= g * chance K' A Empty E + d) ->
  forall A E, fair A -> chance K A Empty E <= g * chance K' A Empty E + d.
Proof.
  intros H A E F. pose proof (decided_gains A Empty E 1 1 F ltac:(lra) ltac:(lra)) as X. unfold gain in X.
  pose proof (H _ (snd (decided A Empty E 1 1)) (decided_deterministic A Empty E 1 1)). lra.
Qed.
End Derandomised.
