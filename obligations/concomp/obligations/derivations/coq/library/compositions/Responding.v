(* Randomised responses are noninteractive mechanisms, and the worst that have their parameters. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Simulators Games Slots Filters.
Import ListNotations.
Open Scope R_scope.

(* A response as a mechanism that answers by the codes of its outcomes. *)
Definition responding (p : R * R) : noninteractive := fun b a =>
  match outcome_of a with Some o => RR (fst p) (snd p) b o | None => 0 end.
Lemma RR_pos p b o : proper p = true -> 0 <= RR (fst p) (snd p) b o.
Proof.
  intros P. apply proper_bounds in P as [G [D0 D1]]. unfold RR, noise.
  assert (0 <= 1 / (1 + fst p)) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
  assert (0 <= fst p / (1 + fst p)) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
  destruct o as [c|c]; destruct (eqb b c); try lra; apply Rmult_le_pos; lra.
Qed.
Lemma responding_law p b : proper p = true -> distribution (responding p b).
Proof.
  intros P. unfold distribution, responding. split; [|split].
  - intros a. destruct (outcome_of a) as [o|]; [now apply RR_pos | lra].
  - apply (finite_sum _ 6). intros a L. do 6 (destruct a as [|a]; [lia|]). reflexivity.
  - rewrite outcomes_sum by (intros a ->; reflexivity).
    rewrite <- (mixed_one (fst p) (snd p) b) by now apply proper_bounds.
    unfold mixed, each_outcome, each_bit. rewrite !outcome_of_code. ring.
Qed.
Lemma RR_close p b o : proper p = true ->
  RR (fst p) (snd p) b o <= fst p * RR (fst p) (snd p) (negb b) o
    + match o with Exposed c => if eqb b c then snd p else 0 | Noisy _ => 0 end.
Proof.
  intros P. apply proper_bounds in P as [G [D0 D1]]. unfold RR, noise.
  assert (X : 0 <= (1 - snd p) * (1 / (1 + fst p))) by
    (apply Rmult_le_pos; [lra | apply Rlt_le, Rdiv_lt_0_compat; lra]).
  replace (fst p / (1 + fst p)) with (fst p * (1 / (1 + fst p))) by (field; lra).
  assert (Y : 0 <= (fst p * fst p - 1) * ((1 - snd p) * (1 / (1 + fst p)))).
  { apply Rmult_le_pos; auto. enough (1 * 1 <= fst p * fst p) by lra. apply Rmult_le_compat; lra. }
  assert (Z : 0 <= fst p * snd p) by (apply Rmult_le_pos; lra).
  destruct o as [c|c], b, c; simpl; lra.
Qed.
Lemma responding_private p : proper p = true -> private_alone p (responding p).
Proof.
  intros P. split. intros b; now apply responding_law.
  intros S b. unfold chance_in, responding. rewrite !outcomes_sum by (intros a ->; ring).
  unfold each_outcome, each_bit. rewrite !outcome_of_code.
  pose proof (RR_close p b (Exposed false) P) as H1. pose proof (RR_close p b (Exposed true) P) as H2.
  pose proof (RR_close p b (Noisy false) P) as H3. pose proof (RR_close p b (Noisy true) P) as H4.
  pose proof (proper_bounds _ P) as [G [D0 D1]].
  destruct b; simpl eqb in *; destruct (S _), (S _), (S _), (S _); lra.
Qed.
(* So who composes noninteractive mechanisms composes responses. *)
Fixpoint decoded (S : list outcome -> bool) (k : nat) : views := fun v =>
  match k, v with
  | O, _ => S nil
  | Datatypes.S k, a :: v => match outcome_of a with Some o => decoded (fun l => S (o :: l)) k v | None => false end
  | _, nil => false
  end.
Lemma Comp_of_nothing Ns b : forall S, (forall v, S v = false) -> Comp_of Ns b S = 0.
Proof.
  induction Ns as [|N Ns IH]; intros S H; simpl. now rewrite H.
  rewrite (Sum_ext _ _ (fun _ => 0)). apply Sum_0. intros a. rewrite IH. ring. intros v. apply H.
Qed.
Lemma Comp_of_responding slots b : forall S,
  Comp_of (map responding slots) b (decoded S (length slots)) = Comp slots b S.
Proof.
  induction slots as [|[g d] slots IH]; intros S; auto. cbn [map length Comp_of Comp]. rewrite outcomes_sum.
  - apply each_outcome_ext. intros o. unfold responding at 1. rewrite outcome_of_code.
    rewrite <- (IH (fun l => S (o :: l))). do 2 f_equal. unfold behind. simpl. now rewrite outcome_of_code.
  - intros a H. rewrite Comp_of_nothing. ring. intros v. unfold behind. simpl. now rewrite H.
Qed.
Lemma responses_compose g d slots : (forall p, In p slots -> proper p = true) ->
  private_composition g d slots -> private_responses g d slots.
Proof.
  intros P H S b. rewrite <- !Comp_of_responding. apply H.
  clear H S. induction slots as [|p slots IH]; constructor.
  - apply responding_private, P. now left.
  - apply IH. intros q I. apply P. now right.
Qed.

(* A noninteractive mechanism, as an interactive one that halts behind its answer, is as private. *)
Section Once.
Variables (query : Type) (p : R * R) (N : query -> noninteractive).
Hypothesis P : proper p = true.
Hypothesis is_private : forall q, private_alone p (N q).
Definition asked_once (b : bool) : mechanism query := fun h q a =>
  match h with Empty => N q b a | _ => point halt a end.
Lemma asked_once_law b : law (asked_once b).
Proof. intros [|h q a] q'; [apply is_private | apply point_law]. Qed.
Lemma behind_its_answer b c A : forall h q a E,
  chance (asked_once b) A (Ext h q a) E = chance (asked_once c) A (Ext h q a) E.
Proof.
  induction A as [|r next IH|q' next IH]; intros h q a E; simpl; auto; apply Sum_ext; intros a'; f_equal; apply IH.
Qed.
(* Sets are enough, for they may be chosen by who is likelier. *)
Lemma weighed_answers q b f : (forall a, 0 <= f a <= 1) ->
  Sum 0 (fun a => N q b a * f a) <= fst p * Sum 0 (fun a => N q (negb b) a * f a) + snd p.
Proof.
  intros F. destruct (is_private q) as [L H].
  set (S := fun a => if Rlt_dec (fst p * N q (negb b) a) (N q b a) then true else false).
  assert (Z : forall c f, (forall a, 0 <= f a <= 1) -> Summable (fun a => N q c a * f a)) by
    (intros c f' F'; now apply (mean (N q c) f' 1)).
  assert (F' : forall a, 0 <= (if S a then 1 else 0) <= 1) by (intros a; destruct (S a); lra).
  apply Rle_trans with (fst p * Sum 0 (fun a => N q (negb b) a * f a)
    + (chance_in (N q b) S - fst p * chance_in (N q (negb b)) S)); [|pose proof (H S b); lra].
  unfold chance_in. rewrite <- !Sum_scal.
  rewrite <- Sum_minus, <- Sum_plus by
    (repeat first [apply Summable_minus | apply Summable_scal]; first [now apply Z | idtac]).
  apply Sum_le; auto.
  - intros a. unfold S. destruct (F a). destruct (Rlt_dec _ _).
    + assert (0 <= (N q b a - fst p * N q (negb b) a) * (1 - f a)) by (apply Rmult_le_pos; lra). lra.
    + assert (0 <= (fst p * N q (negb b) a - N q b a) * f a) by (apply Rmult_le_pos; lra). lra.
  - apply Summable_plus; [|apply Summable_minus]; repeat apply Summable_scal; now apply Z.
Qed.
Lemma asked_once_private : private (fst p) (snd p) asked_once.
Proof.
  pose proof (proper_bounds _ P) as [G [D0 D1]]. intros A. induction A as [|r next IH|q next _]; intros E b FA; simpl.
  - destruct (E nil); lra.
  - destruct FA as [D FA].
    assert (Z : forall c, Summable (fun a => r a * chance (asked_once c) (next a) Empty (behind a E))).
    { intros c. apply (mean r _ 1); auto. intros a. apply chance_bounds; auto. apply asked_once_law. }
    destruct D as [R0 [R1 R2]].
    replace (snd p) with (Sum 0 (fun a => snd p * r a)) by (rewrite Sum_scal, R2; ring).
    rewrite <- Sum_scal, <- Sum_plus; [|apply Summable_scal, Z | now apply Summable_scal].
    apply Sum_le; [|apply Z | apply Summable_plus; apply Summable_scal; [apply Z | assumption]].
    intros a. specialize (IH a (behind a E) b (FA a)). specialize (R0 a).
    apply (Rmult_le_compat_l _ _ _ R0) in IH. lra.
  - rewrite (Sum_ext 0 (fun a => N q (negb b) a * _)
      (fun a => N q (negb b) a * chance (asked_once b) (next a) (Ext Empty q a) (behind a E))).
    + apply weighed_answers. intros a. apply chance_bounds. apply asked_once_law. apply FA.
    + intros a. f_equal. apply behind_its_answer.
Qed.
End Once.
Lemma mixed_alone p (N : noninteractive) : proper p = true -> private_alone p N ->
  exists T : outcome -> nat -> R, (forall o, distribution (T o)) /\
  forall b a, mixed (fst p) (snd p) b (fun o => T o a) = N b a.
Proof.
  intros P PN. pose proof (proper_bounds _ P) as [G D].
  destruct (simulator unit tt (fst p) (snd p) (asked_once unit (fun _ => N)) G D) as [T [TL TM]].
  - exact (asked_once_law unit p (fun _ => N) (fun _ => PN)).
  - exact (asked_once_private unit p (fun _ => N) P (fun _ => PN)).
  - exists (fun o => T o Empty tt). split. intros o; apply TL.
    intros b a. pose proof (TM b (Ext Empty tt a)) as X. simpl in X. rewrite Rmult_1_l in X. rewrite <- X.
    apply mixed_ext. intros o. ring.
Qed.

(* So the outcomes of responses cover what noninteractive mechanisms give away. *)
Lemma Comp_of_bounds Ns b : (forall N, In N Ns -> distribution (N b)) -> forall S, 0 <= Comp_of Ns b S <= 1.
Proof.
  induction Ns as [|N Ns IH]; intros L S; simpl. destruct (S nil); lra.
  apply (mean (N b) (fun a => Comp_of Ns b (behind a S))). apply L; now left.
  intros a. apply IH. intros M I. apply L. now right.
Qed.
Lemma Comp_of_excess g b slots Ns : (forall p, In p slots -> proper p = true) -> Forall2 private_alone slots Ns ->
  forall S w w', w * Comp_of Ns b S - g * (w' * Comp_of Ns (negb b) S) <= excess g b slots w w'.
Proof.
  intros P F. revert P. induction F as [|[e d] N slots Ns PN F IH]; intros P S w w'.
  - simpl. destruct (S nil); [rewrite !Rmult_1_r; apply Rmax_r | rewrite !Rmult_0_r, Rminus_0_r; apply Rmax_l].
  - pose proof (P (e, d) (or_introl eq_refl)) as PR. destruct (mixed_alone (e, d) N PR PN) as [T [TL TM]].
    simpl fst in *. simpl snd in *. cbn [Comp_of excess].
    assert (LN : forall c N, In N Ns -> distribution (N c)).
    { intros c M I. clear - F I. induction F as [|q M' slots Ns [L _] F IH]; [destruct I|].
      destruct I as [<-|I]; auto. }
    set (X := fun c a => Comp_of Ns c (behind a S)).
    assert (Z : forall c o, Summable (fun a => T o a * X c a)).
    { intros c o. apply (mean (T o) (X c) 1 (TL o)). intros a. now apply Comp_of_bounds, LN. }
    assert (E : forall c, Sum 0 (fun a => N c a * X c a) =
      each_outcome (fun o => RR e d c o * Sum 0 (fun a => T o a * X c a))).
    { intros c. change (Sum 0 (fun a => N c a * X c a) = mixed e d c (fun o => Sum 0 (fun a => T o a * X c a))).
      rewrite <- mixed_Sum by (intros o; apply Z).
      apply Sum_ext. intros a. rewrite <- TM. unfold mixed, each_outcome, each_bit. ring. }
    fold (X b) (X (negb b)). rewrite !E.
    assert (Y : forall o, (w * RR e d b o) * Sum 0 (fun a => T o a * X b a)
      - g * ((w' * RR e d (negb b) o) * Sum 0 (fun a => T o a * X (negb b) a))
      <= excess g b slots (w * RR e d b o) (w' * RR e d (negb b) o)).
    { intros o. rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; apply Z).
      destruct (TL o) as [T0 [T1 T2]]. set (B := excess g b slots _ _).
      replace B with (Sum 0 (fun a => B * T o a)) by (rewrite Sum_scal, T2; ring).
      apply Sum_le; [|apply Summable_minus; repeat apply Summable_scal; apply Z | now apply Summable_scal].
      intros a. pose proof (IH (fun q I => P q (or_intror I)) (behind a S) (w * RR e d b o)
        (w' * RR e d (negb b) o)) as Q.
      apply (Rmult_le_compat_l _ _ _ (T0 a)) in Q. unfold B, X. lra. }
    pose proof (Y (Exposed false)). pose proof (Y (Exposed true)).
    pose proof (Y (Noisy false)). pose proof (Y (Noisy true)). unfold each_outcome, each_bit. lra.
Qed.
Theorem compose_like_responses g d slots : (forall p, In p slots -> proper p = true) ->
  private_composition g d slots <-> private_responses g d slots.
Proof.
  intros P. split; [now apply responses_compose|]. intros H Ns F S b.
  pose proof (Comp_of_excess g b slots Ns P F S 1 1). pose proof (excess_at_most g b d slots H). lra.
Qed.

(* The composition whose mechanisms are responses is one of noninteractive mechanisms. *)
Lemma chance_ext {query} (K K' : mechanism query) : (forall h q a, K h q a = K' h q a) ->
  forall A h E, chance K A h E = chance K' A h E.
Proof.
  intros H A. induction A as [|p next IH|q next IH]; intros h E; simpl; auto; apply Sum_ext; intros a;
    now rewrite ?H, IH.
Qed.
Definition declared (p : R * R) : R * R := if proper p then p else (1, 0).
Definition of_pair (p : R * R) (m : bool * bool) : noninteractive := fun b => responding (declared p) (side b m).
Lemma declared_proper p : proper (declared p) = true.
Proof.
  unfold declared. destruct (proper p) eqn:P; auto. unfold proper. simpl. repeat destruct (Rle_dec _ _); auto; lra.
Qed.
Lemma of_pair_private p m : private_alone (declared p) (of_pair p m).
Proof.
  pose proof (declared_proper p) as P. pose proof (proper_bounds _ P) as [G [D0 D1]].
  pose proof (responding_private _ P) as [L H]. split. intros b; apply L. intros S b. unfold of_pair.
  assert (X : forall c, chance_in (responding (declared p) c) S <=
    fst (declared p) * chance_in (responding (declared p) c) S + snd (declared p)).
  { intros c. assert (Y : 0 <= chance_in (responding (declared p) c) S).
    { apply (mean _ (fun a => if S a then 1 else 0) 1); auto. intros a. destruct (S a); lra. }
    assert (0 <= (fst (declared p) - 1) * chance_in (responding (declared p) c) S) by (apply Rmult_le_pos; lra).
    lra. }
  destruct m as [x y]. unfold side. simpl fst. simpl snd.
  destruct b, x, y; try apply X; first [apply (H S true) | apply (H S false)].
Qed.
Lemma response_alone p b h m a : member responses p b h m a = asked_once _ (of_pair p) b h m a.
Proof. destruct h as [|[|k r c] q a']; try reflexivity. unfold member, verified. simpl. now rewrite andb_false_r. Qed.
Lemma responses_law p b : law (member responses p b).
Proof.
  intros h m. pose proof (asked_once_law _ _ _ (of_pair_private p) b h m) as [L0 [L1 L2]]. split; [|split].
  - intros a. rewrite response_alone. apply L0.
  - apply (Summable_ext (fun a => asked_once _ (of_pair p) b h m a)); auto. intros; now rewrite response_alone.
  - rewrite <- L2. apply Sum_ext. intros; now rewrite response_alone.
Qed.
Lemma responses_private p : proper (parameters responses p) = true -> private (fst p) (snd p) (member responses p).
Proof.
  intros P. assert (D : declared p = p).
  { destruct p. unfold declared, parameters in *. simpl in P. now rewrite P. }
  pose proof (asked_once_private _ _ _ (declared_proper p) (of_pair_private p)) as H. rewrite D in H.
  intros A E b FA. rewrite !(chance_ext _ _ (response_alone p _)). now apply H.
Qed.
