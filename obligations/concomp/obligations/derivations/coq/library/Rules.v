(* The rules of the kernel about sums, suprema, limits, selection and quotients, each proved once. *)
From Coq Require Import Reals Psatz List.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* Indices. *)
Section Indices.
Variable query : Type.
Inductive history_ := Empty | Ext (h : history_) (q : query) (a : nat).
Definition strategy_ := list nat -> query.
Definition first_ (s : strategy_) : query := s nil.
Definition then_ (s : strategy_) (a : nat) : strategy_ := fun l => s (cons a l).
End Indices.
Arguments Empty {query}. Arguments Ext {query}. Arguments first_ {query}. Arguments then_ {query}.

(* Bound terms: total functions, with a default value where they mean nothing. *)
Definition Summable (f : nat -> R) : Prop := ex_series (fun a => Rabs (f a)).
Definition Sum (k : nat) (f : nat -> R) : R := Series (fun a => f (k + a)%nat).
Definition Sup {T : Type} (f : T -> R) : R := real (Lub_Rbar (fun y => exists x, y = f x)).
Definition Lim (f : nat -> R) : R := real (Lim_seq f).

(* Suprema. *)
Lemma Sup_lub {T} (f : T -> R) (B : R) (x0 : T) : (forall x, f x <= B) ->
  is_lub_Rbar (fun y => exists x, y = f x) (Finite (Sup f)).
Proof.
  intros H. unfold Sup.
  pose proof (Lub_Rbar_correct (fun y => exists x, y = f x)) as L.
  destruct (Lub_Rbar _) as [l| |]; simpl; auto.
  - destruct L as [_ L]. assert (X : Rbar_le p_infty (Finite B)).
    { apply L. intros y [x ->]. apply H. } destruct X.
  - destruct L as [L _]. assert (X : Rbar_le (Finite (f x0)) m_infty).
    { apply L. now exists x0. } destruct X.
Qed.
Lemma upper {T} (f : T -> R) (B : R) : (forall x, f x <= B) -> forall x, f x <= Sup f.
Proof. intros H x. destruct (Sup_lub f B x H) as [U _]. apply (U (f x)). now exists x. Qed.
Lemma least {T} (f : T -> R) (B : R) (x0 : T) : (forall x, f x <= B) -> Sup f <= B.
Proof. intros H. destruct (Sup_lub f B x0 H) as [_ L]. apply (L (Finite B)). intros y [x ->]. apply H. Qed.
Lemma Sup_ext {T} (f g : T -> R) : (forall x, f x = g x) -> Sup f = Sup g.
Proof. intros H. unfold Sup. f_equal. apply Lub_Rbar_eqset. intros y; split; intros [x ->]; exists x; auto. Qed.
Lemma exchanged {T} (e : T -> T) (f : T -> R) : (forall x, e (e x) = x) -> Sup f = Sup (fun p => f (e p)).
Proof.
  intros H. unfold Sup. f_equal. apply Lub_Rbar_eqset. intros y; split; intros [x ->].
  - exists (e x). now rewrite H.
  - now exists (e x).
Qed.

(* Sums. *)
Lemma Sum_ext k (f g : nat -> R) : (forall x, f x = g x) -> Sum k f = Sum k g.
Proof. intros H. apply Series_ext. intros; apply H. Qed.
Lemma Lim_ext (f g : nat -> R) : (forall x, f x = g x) -> Lim f = Lim g.
Proof. intros H. unfold Lim. f_equal. now apply Lim_seq_ext. Qed.
Lemma Summable_ext (f g : nat -> R) : (forall x, f x = g x) -> Summable f -> Summable g.
Proof. intros H. apply ex_series_ext. intros; now rewrite H. Qed.
Lemma Summable_ex f : Summable f -> ex_series f.
Proof. apply ex_series_Rabs. Qed.
Lemma Summable_tail k f : Summable f -> Summable (fun a => f (k + a)%nat).
Proof. intros H. unfold Summable in *. now apply (ex_series_incr_n (fun a => Rabs (f a)) k). Qed.
Lemma Summable_plus f g : Summable f -> Summable g -> Summable (fun a => f a + g a).
Proof.
  intros F G. apply (ex_series_le (V := R_CompleteNormedModule) _ (fun a => Rabs (f a) + Rabs (g a))).
  - intros a. unfold norm; simpl. unfold abs; simpl. rewrite Rabs_Rabsolu. apply Rabs_triang.
  - now apply (ex_series_plus (V := R_NormedModule)).
Qed.
Lemma Summable_scal c f : Summable f -> Summable (fun a => c * f a).
Proof.
  intros F. apply (ex_series_ext (fun a => Rabs c * Rabs (f a))).
  - intros. now rewrite Rabs_mult.
  - now apply (ex_series_scal (V := R_NormedModule)).
Qed.
Lemma Summable_scal_r c f : Summable f -> Summable (fun a => f a * c).
Proof. intros F. apply (Summable_ext (fun a => c * f a)). intros; ring. now apply Summable_scal. Qed.
Lemma Summable_minus f g : Summable f -> Summable g -> Summable (fun a => f a - g a).
Proof.
  intros F G. apply (Summable_ext (fun a => f a + -1 * g a)). intros; ring.
  apply Summable_plus; auto. now apply Summable_scal.
Qed.
Lemma Summable_0 : Summable (fun _ => 0).
Proof. apply (ex_series_ext (fun _ : nat => 0)). intros; now rewrite Rabs_R0. exists 0.
  apply (filterlim_ext (fun _ => 0)). intros n. rewrite sum_n_const. simpl. ring. apply filterlim_const. Qed.
Lemma Sum_0 k : Sum k (fun _ => 0) = 0.
Proof. unfold Sum. apply is_series_unique.
  apply (filterlim_ext (fun _ => 0)). intros n. rewrite sum_n_const. simpl. ring. apply filterlim_const. Qed.
Lemma Sum_plus k f g : Summable f -> Summable g -> Sum k (fun a => f a + g a) = Sum k f + Sum k g.
Proof. intros F G. unfold Sum. apply (Series_plus (fun a => f (k+a)%nat) (fun a => g (k+a)%nat)); apply Summable_ex; now apply Summable_tail. Qed.
Lemma Sum_minus k f g : Summable f -> Summable g -> Sum k (fun a => f a - g a) = Sum k f - Sum k g.
Proof. intros F G. unfold Sum. apply (Series_minus (fun a => f (k+a)%nat) (fun a => g (k+a)%nat)); apply Summable_ex; now apply Summable_tail. Qed.
Lemma Sum_scal k c f : Sum k (fun a => c * f a) = c * Sum k f.
Proof. unfold Sum. apply (Series_scal_l c (fun a => f (k+a)%nat)). Qed.
Lemma Sum_scal_r k c f : Sum k (fun a => f a * c) = Sum k f * c.
Proof. unfold Sum. apply (Series_scal_r c (fun a => f (k+a)%nat)). Qed.

Lemma Series_le' (a b : nat -> R) : (forall n, a n <= b n) -> ex_series a -> ex_series b -> Series a <= Series b.
Proof.
  intros H A B. assert (E : 0 <= Series b - Series a).
  - rewrite <- Series_minus; auto.
    assert (X : Series (fun _ : nat => 0) <= Series (fun n => b n - a n)).
    { apply Series_le. intros n; split; [lra | specialize (H n); lra]. apply (ex_series_minus (V:=R_NormedModule)); auto. }
    replace (Series (fun _ : nat => 0)) with 0 in X; auto. symmetry. apply (Sum_0 0).
  - lra.
Qed.
Lemma Sum_le k f g : (forall a, f a <= g a) -> Summable f -> Summable g -> Sum k f <= Sum k g.
Proof. intros H F G. apply Series_le'. intros; apply H. all: apply Summable_ex; now apply Summable_tail. Qed.
Lemma Sum_eq k f g : (forall a, f a = g a) -> Sum k f = Sum k g.
Proof. apply Sum_ext. Qed.
Lemma comparison f g : (forall a, 0 <= f a) -> (forall a, f a <= g a) -> Summable g -> Summable f.
Proof.
  intros P L G. apply (ex_series_le (V := R_CompleteNormedModule) _ (fun a => Rabs (g a))); auto.
  intros a. unfold norm; simpl. unfold abs; simpl. rewrite Rabs_Rabsolu.
  specialize (P a). specialize (L a). rewrite !Rabs_right; lra.
Qed.
Lemma first_term f k : Summable f -> Sum k f = f k + Sum (S k) f.
Proof.
  intros F. unfold Sum. rewrite Series_incr_1.
  - rewrite Nat.add_0_r. f_equal. apply Series_ext. intros n. f_equal. lia.
  - apply Summable_ex. now apply (Summable_tail k f).
Qed.
Lemma Sum_pos k f : (forall a, 0 <= f a) -> Summable f -> 0 <= Sum k f.
Proof. intros P F. rewrite <- (Sum_0 k). apply Sum_le; auto. apply Summable_0. Qed.
Fixpoint Part (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => Part m f + f m end.
Lemma Sum_split n f : Summable f -> Part n f + Sum n f = Sum 0 f.
Proof. intros F. induction n; simpl. ring. rewrite (first_term f n F) in IHn. lra. Qed.
Lemma one_term f k : (forall a, 0 <= f a) -> Summable f -> f k <= Sum 0 f.
Proof.
  intros P F. rewrite <- (Sum_split (S k) f F). simpl.
  assert (0 <= Part k f) by (clear - P; induction k; simpl; [lra | specialize (P k); lra]).
  pose proof (Sum_pos (S k) f P F). lra.
Qed.
Lemma Part_sum_n f n : Part (S n) f = sum_n f n.
Proof. induction n. simpl. rewrite sum_O. ring. rewrite sum_Sn. rewrite <- IHn. reflexivity. Qed.
Lemma Part_lim f : Summable f -> is_lim_seq (fun n => Part n f) (Sum 0 f).
Proof.
  intros F. apply is_lim_seq_incr_1. apply (is_lim_seq_ext (sum_n f)). intros; now rewrite Part_sum_n.
  unfold Sum. simpl. exact (Series_correct f (Summable_ex f F)).
Qed.
Lemma tails f : Summable f -> is_lim_seq (fun k => Sum k f) 0.
Proof.
  intros F. apply (is_lim_seq_ext (fun k => Sum 0 f - Part k f)).
  - intros n. rewrite <- (Sum_split n f F). ring.
  - replace (Finite 0) with (Finite (Sum 0 f - Sum 0 f)) by (f_equal; ring).
    apply is_lim_seq_minus'. apply is_lim_seq_const. now apply Part_lim.
Qed.
Lemma vanishing f B : (forall k, B <= Sum k f) -> Summable f -> B <= 0.
Proof.
  intros H F. pose proof (is_lim_seq_le (fun _ => B) (fun k => Sum k f) (Finite B) (Finite 0) H (is_lim_seq_const B) (tails f F)) as X.
  exact X.
Qed.
Lemma Part_bound f B : (forall a, 0 <= f a) -> (forall n, Part n f <= B) -> Summable f /\ Sum 0 f <= B.
Proof.
  intros P H.
  assert (C : ex_finite_lim_seq (sum_n f)).
  { apply (ex_finite_lim_seq_incr _ B). intros n. rewrite sum_Sn. unfold plus; simpl. specialize (P (S n)); lra.
    intros n. rewrite <- Part_sum_n. apply H. }
  assert (F : Summable f).
  { apply (ex_series_ext f). intros; rewrite Rabs_right; auto. apply Rle_ge, P. exact C. }
  split; auto.
  pose proof (is_lim_seq_le (fun n => Part n f) (fun _ => B) (Finite (Sum 0 f)) (Finite B) H (Part_lim f F) (is_lim_seq_const B)) as X. exact X.
Qed.
Lemma telescoping (z x f g : nat -> R) : (forall k, z k = x k + z (S k)) -> (forall k, 0 <= x k) ->
  (forall k, Sum k f <= z k) -> (forall k, z k <= Sum k g) -> Summable f -> Summable g ->
  forall k, Sum k x = z k.
Proof.
  intros H P L U F G k.
  assert (Z : is_lim_seq z 0) by (apply (is_lim_seq_le_le (fun k => Sum k f) z (fun k => Sum k g)); [auto | now apply tails | now apply tails]).
  assert (E : forall n, Part n (fun a => x (k + a)%nat) = z k - z (k + n)%nat).
  { induction n; simpl. rewrite Nat.add_0_r; ring. rewrite IHn, (H (k + n)%nat).
    replace (k + S n)%nat with (S (k + n)) by lia. ring. }
  unfold Sum. apply is_series_unique. change (is_lim_seq (sum_n (fun a => x (k + a)%nat)) (z k)).
  apply (is_lim_seq_ext (fun n => z k - z (n + S k)%nat)).
  - intros n. rewrite <- Part_sum_n, E. do 2 f_equal. lia.
  - replace (Finite (z k)) with (Finite (z k - 0)) by (f_equal; ring). apply is_lim_seq_minus'. apply is_lim_seq_const.
    now apply (is_lim_seq_incr_n z (S k)).
Qed.

(* Limits. *)
Lemma monotone_lim f B : (forall n, f n <= f (S n)) -> (forall n, f n <= B) -> is_lim_seq f (Sup f).
Proof.
  intros G H. destruct (ex_finite_lim_seq_incr f B G H) as [l L].
  replace (Sup f) with l; auto. apply Rle_antisym.
  - pose proof (is_lim_seq_le f (fun _ => Sup f) (Finite l) (Finite (Sup f)) (upper f B H) L (is_lim_seq_const _)) as X. exact X.
  - apply (least f l O). intros n. apply (is_lim_seq_incr_compare f l L G).
Qed.
Lemma monotone_limit f B : (forall n, f n <= f (S n)) -> (forall n, f n <= B) -> Lim f = Sup f.
Proof. intros G H. unfold Lim. now rewrite (is_lim_seq_unique _ _ (monotone_lim f B G H)). Qed.
Lemma Part_is_lim (f : nat -> nat -> R) (l : nat -> R) k : (forall a, is_lim_seq (fun n => f n a) (l a)) ->
  is_lim_seq (fun n => Part k (f n)) (Part k l).
Proof. intros H. induction k; simpl. apply is_lim_seq_const. now apply is_lim_seq_plus'. Qed.
Lemma monotone_convergence (f : nat -> nat -> R) (g : nat -> R) :
  (forall n a, 0 <= f n a) -> (forall n a, f n a <= f (S n) a) -> (forall n a, f n a <= g a) -> Summable g ->
  Sum 0 (fun a => Lim (fun n => f n a)) = Lim (fun n => Sum 0 (f n)).
Proof.
  intros P G D C.
  assert (Fn : forall n, Summable (f n)) by (intros n; apply (comparison _ g); auto).
  assert (LF : forall a, is_lim_seq (fun n => f n a) (Sup (fun n => f n a))) by (intros a; apply (monotone_lim _ (g a)); auto).
  assert (SP : forall a, 0 <= Sup (fun n => f n a)).
  { intros a. apply Rle_trans with (f O a). apply P. apply (upper (fun n => f n a) (g a)); auto. }
  assert (SF : Summable (fun a => Sup (fun n => f n a))).
  { apply (comparison _ g); auto. intros a. apply (least _ _ O). auto. }
  assert (M : forall n, Sum 0 (f n) <= Sum 0 (f (S n))) by (intros n; apply Sum_le; auto).
  assert (U : forall n, Sum 0 (f n) <= Sum 0 (fun a => Sup (fun n => f n a))).
  { intros n. apply Sum_le; auto. intros a. apply (upper (fun n => f n a) (g a)); auto. }
  rewrite (Sum_ext 0 _ (fun a => Sup (fun n => f n a))).
  2: { intros a. apply (monotone_limit _ (g a)); auto. }
  rewrite (monotone_limit _ _ M U). apply Rle_antisym.
  - apply Part_bound; auto. intros k.
    assert (X : Rbar_le (Finite (Part k (fun a => Sup (fun n => f n a)))) (Finite (Sup (fun n => Sum 0 (f n))))).
    { apply (is_lim_seq_le (fun n => Part k (f n)) (fun _ => Sup (fun n => Sum 0 (f n)))).
      - intros n. apply Rle_trans with (Sum 0 (f n)).
        + rewrite <- (Sum_split k (f n)); auto. pose proof (Sum_pos k (f n) (P n) (Fn n)). lra.
        + apply (upper (fun n => Sum 0 (f n)) _ U).
      - now apply Part_is_lim.
      - apply is_lim_seq_const. }
    exact X.
  - apply (least _ _ O U).
Qed.

(* Selection. The suprema are taken one answer after another: no choice axiom, no approximation. *)
Definition make {Q} (q : Q) (t : nat -> strategy_ Q) : strategy_ Q :=
  fun l => match l with nil => q | cons a l' => t a l' end.
Definition put {T} (t : nat -> T) (m : nat) (s : T) : nat -> T := fun a => if Nat.eqb a m then s else t a.
Fixpoint Mixed (m n : nat) (u v : nat -> R) : R :=
  match n with O => 0 | S n' => Mixed m n' u v + (if Nat.ltb n' m then u n' else v n') end.
Lemma Mixed_ext m n u v v' : (forall a, (m <= a)%nat -> v a = v' a) -> Mixed m n u v = Mixed m n u v'.
Proof. intros H. induction n; simpl; auto. rewrite IHn. destruct (Nat.ltb n m) eqn:E; auto.
  apply PeanoNat.Nat.ltb_ge in E. now rewrite H. Qed.
Lemma Mixed_next m n u v : Mixed (S m) n u v = Mixed m n u v + (if Nat.ltb m n then u m - v m else 0).
Proof.
  induction n. simpl. destruct m; simpl; ring.
  change (Mixed (S m) (S n) u v) with (Mixed (S m) n u v + (if Nat.ltb n (S m) then u n else v n)).
  change (Mixed m (S n) u v) with (Mixed m n u v + (if Nat.ltb n m then u n else v n)). rewrite IHn.
  destruct (Nat.ltb_spec m n), (Nat.ltb_spec n (S m)), (Nat.ltb_spec n m), (Nat.ltb_spec m (S n)); try lia; try ring.
  replace m with n by lia. ring.
Qed.
Lemma Mixed_all n u v : Mixed n n u v = Part n u.
Proof.
  assert (X : forall k m, (k <= m)%nat -> Mixed m k u v = Part k u).
  { induction k; intros m L; simpl; auto. rewrite IHk by lia. destruct (Nat.ltb_spec k m); auto; lia. }
  auto.
Qed.
Lemma Mixed_none n u v : Mixed 0 n u v = Part n v.
Proof. induction n; simpl; auto. now rewrite IHn. Qed.
Lemma Part_le_Sum n f : (forall a, 0 <= f a) -> Summable f -> Part n f <= Sum 0 f.
Proof. intros P F. rewrite <- (Sum_split n f F). pose proof (Sum_pos n f P F). lra. Qed.
Lemma selection {Q} (f : strategy_ Q -> Q -> nat -> R) (B : R) (s0 : strategy_ Q) :
  (forall s q a, 0 <= f s q a) ->
  (forall s, Summable (fun a => f (then_ s a) (first_ s) a)) ->
  (forall s, Sum 0 (fun a => f (then_ s a) (first_ s) a) <= B) ->
  forall q, Sum 0 (fun a => Sup (fun s => f s q a)) <= B.
Proof.
  intros P C H q.
  assert (K : forall t n, Part n (fun a => f (t a) q a) <= B).
  { intros t n. apply Rle_trans with (2 := H (make q t)).
    apply (Part_le_Sum n (fun a => f (t a) q a)). intros; apply P. exact (C (make q t)). }
  assert (U : forall s a, f s q a <= B).
  { intros s a. apply Rle_trans with (2 := H (make q (fun _ => s))).
    apply (one_term (fun a => f s q a) a). intros; apply P. exact (C (make q (fun _ => s))). }
  assert (M : forall m n t, (m <= n)%nat -> Mixed m n (fun a => Sup (fun s => f s q a)) (fun a => f (t a) q a) <= B).
  { induction m; intros n t L. rewrite Mixed_none. apply K.
    rewrite Mixed_next. destruct (Nat.ltb_spec m n); try lia.
    enough (X : Sup (fun s => f s q m) <= B - (Mixed m n (fun a => Sup (fun s => f s q a)) (fun a => f (t a) q a) - f (t m) q m)) by lra.
    apply (least _ _ s0). intros s.
    pose proof (IHm n (put t m s) ltac:(lia)) as Y.
    assert (Z : Mixed m n (fun a => Sup (fun s => f s q a)) (fun a => f (put t m s a) q a)
                = Mixed m n (fun a => Sup (fun s => f s q a)) (fun a => f (t a) q a) - f (t m) q m + f s q m).
    { pose proof (Mixed_next m n (fun a => Sup (fun s => f s q a)) (fun a => f (put t m s a) q a)) as A1.
      pose proof (Mixed_next m n (fun a => Sup (fun s => f s q a)) (fun a => f (t a) q a)) as A2.
      destruct (Nat.ltb_spec m n); try lia.
      rewrite (Mixed_ext (S m) n _ (fun a => f (put t m s a) q a) (fun a => f (t a) q a)) in A1.
      2: { intros a A. unfold put. destruct (Nat.eqb_spec a m); auto; lia. }
      assert (E : put t m s m = s) by (unfold put; now rewrite PeanoNat.Nat.eqb_refl). rewrite E in A1. lra. }
    rewrite Z in Y. lra. }
  assert (SP : forall a, 0 <= Sup (fun s => f s q a)).
  { intros a. apply Rle_trans with (f s0 q a). apply P. apply (upper (fun s => f s q a) B). intros s; apply U. }
  apply Part_bound; auto. intros n. rewrite <- (Mixed_all n _ (fun a => f s0 q a)). apply (M n n (fun _ => s0)). lia.
Qed.

(* A quotient that has a value in every case. *)
Definition quot (n d : R) : R := if Req_EM_T d 0 then 0 else n / d.
Lemma quotient n d : 0 <= n -> n <= d -> quot n d * d = n /\ 0 <= quot n d /\ quot n d <= 1.
Proof.
  intros N D. unfold quot. destruct (Req_EM_T d 0) as [E|E]. lra.
  assert (P : 0 < d) by lra. assert (Q : n / d * d = n) by (field; auto).
  assert (X : 0 <= n / d) by (apply Rmult_le_pos; [auto | left; now apply Rinv_0_lt_compat]).
  split; [auto | split; [auto | nra]].
Qed.

(* What the sum of a term is, where it converges: put together as the term is. *)
Definition is_summed (k : nat) (f : nat -> R) (s : R) : Prop := Summable f /\ Sum k f = s.
Lemma summed k f : Summable f -> is_summed k f (Sum k f).
Proof. now split. Qed.
Lemma summed_0 k : is_summed k (fun _ => 0) 0.
Proof. split; [apply Summable_0 | apply Sum_0]. Qed.
Lemma summed_plus {k f g s t} : is_summed k f s -> is_summed k g t -> is_summed k (fun a => f a + g a) (s + t).
Proof. intros [F <-] [G <-]. split; [now apply Summable_plus | now apply Sum_plus]. Qed.
Lemma summed_minus {k f g s t} : is_summed k f s -> is_summed k g t -> is_summed k (fun a => f a - g a) (s - t).
Proof. intros [F <-] [G <-]. split; [now apply Summable_minus | now apply Sum_minus]. Qed.
Lemma summed_scal {k f s} c : is_summed k f s -> is_summed k (fun a => c * f a) (c * s).
Proof. intros [F <-]. split; [now apply Summable_scal | apply Sum_scal]. Qed.
Lemma summed_scal_r {k f s} c : is_summed k f s -> is_summed k (fun a => f a * c) (s * c).
Proof. intros [F <-]. split; [now apply Summable_scal_r | apply Sum_scal_r]. Qed.
Lemma summed_le {k f g s t} : is_summed k f s -> is_summed k g t -> (forall a, f a <= g a) -> s <= t.
Proof. intros [F <-] [G <-] L. now apply Sum_le. Qed.
Lemma summed_eq {k f g s t} : is_summed k f s -> is_summed k g t -> (forall a, f a = g a) -> s = t.
Proof. intros [F <-] [G <-] E. now apply Sum_ext. Qed.

(* The equations of definitions: a quantity less something, and one times something. *)
Lemma added x t : x + t - t = x.
Proof. ring. Qed.
Lemma divided n t : 0 < t -> n / t * t = n.
Proof. intros. field. lra. Qed.
Ltac bits := repeat match goal with b : bool |- _ => destruct b end.
Ltac symmetric := cbn [negb]; repeat first [reflexivity | apply Rmax_comm | apply Rplus_comm | apply Rmult_comm | f_equal].
