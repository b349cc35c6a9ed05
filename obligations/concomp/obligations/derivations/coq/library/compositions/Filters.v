(* A response for each mechanism, created and asked when that is created, covers what is created under a filter. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games Covers Slots.
Import ListNotations.
Open Scope R_scope.

Lemma outcome_of_code o : outcome_of (code o) = Some o.
Proof. now destruct o as [[]|[]]. Qed.
(* The answers of a response are its outcomes. *)
Lemma outcomes_sum f : (forall a, outcome_of a = None -> f a = 0) -> Sum 0 f = each_outcome (fun o => f (code o)).
Proof.
  intros H. destruct (finite_sum f 6) as [_ E].
  - intros a L. apply H. do 6 (destruct a as [|a]; [lia|]). reflexivity.
  - rewrite E. unfold each_outcome, each_bit. simpl. rewrite (H 0%nat), (H 1%nat) by reflexivity. ring.
Qed.

Notation transcript := (history_ (request responses * request responses)).
Lemma filtered_suits (C : composition) Filt l : filtered C Filt l = true -> suitable C l = true.
Proof. intros H. now apply andb_prop in H as [H _]. Qed.

(* Creating a response, and asking it. *)
Definition creates_it (p : R * R) : request responses * request responses := (@Create responses p, @Create responses p).
Definition asks_it (t : transcript) : request responses * request responses :=
  let j := length (members responses t) in (@Ask responses j false, @Ask responses j true).
Definition with_it (t : transcript) p : transcript := Ext t (creates_it p) acknowledged.
Definition with_outcome t p (o : outcome) : transcript := Ext (with_it t p) (asks_it t) (code o).
Lemma same_parameters_of p : parameters responses p = p.
Proof. now destruct p. Qed.
Lemma nth_created t p : nth_error (members responses (with_it t p)) (length (members responses t)) = Some p.
Proof.
  change (members responses (with_it t p)) with (members responses t ++ [p]).
  rewrite nth_error_app2 by lia. now rewrite Nat.sub_diag.
Qed.
Lemma filter_takes_it Filt t p : suitable responses (messages t) = true -> proper p = true ->
  Filt (map (parameters responses) (members responses t) ++ [p]) = true ->
  filtered responses Filt (creates_it p :: messages t) = true /\
  filtered responses Filt (asks_it t :: creates_it p :: messages t) = true.
Proof.
  intros S P W.
  assert (X : filtered responses Filt (creates_it p :: messages t) = true).
  { unfold filtered. simpl. rewrite (proj2 (same_parameters_equal p p) eq_refl), same_parameters_of, P, S.
    simpl. rewrite map_app. simpl map. rewrite same_parameters_of. exact W. }
  split; auto. unfold filtered in *. apply andb_prop in X as [X1 X2]. apply andb_true_intro. split; [|exact X2].
  change (fits responses (asks_it t) (creates_it p :: messages t) && suitable responses (creates_it p :: messages t)
    = true).
  rewrite X1, andb_true_r. unfold fits, asks_it. rewrite Nat.eqb_refl.
  change (created (lefts (creates_it p :: messages t))) with (members responses (with_it t p)). rewrite nth_created.
  simpl. rewrite Nat.eqb_refl. simpl. now rewrite <- messages_parts, unborn.
Qed.

(* Any function F will do by which responses may be created, as the filter allows, and asked at once. *)
Section Filters.
Variables (C : composition) (Filt : filter).
Hypothesis discrete : forall x b, law (member C x b).
Hypothesis are_private : forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x).
Variables (F : function (request responses)) (ready : transcript -> Prop).
Hypothesis F_suits : forall l, F l = true -> suitable responses l = true.
Hypothesis F_takes_it : forall t p, valid F (messages t) = true -> ready t -> proper p = true ->
  Filt (map (parameters responses) (members responses t) ++ [p]) = true ->
  F (creates_it p :: messages t) = true /\ F (asks_it t :: creates_it p :: messages t) = true.
Hypothesis ready_at_first : ready Empty.
Hypothesis ready_again : forall t p o, ready (with_outcome t p o).
Variables (g : R) (b : bool).
Notation K := (composed responses F).

Section One.
Variables (t : transcript) (p : R * R).
Hypothesis V : valid F (messages t) = true.
Hypothesis is_ready : ready t.
Hypothesis P : proper p = true.
Hypothesis W : Filt (map (parameters responses) (members responses t) ++ [p]) = true.
Notation creates_it := (creates_it p).
Notation asks_it := (asks_it t).
Notation with_it := (with_it t p).
Notation with_outcome := (with_outcome t p).
Lemma creates_valid : valid F (creates_it :: messages t) = true.
Proof. cbn [valid]. rewrite V. now apply F_takes_it. Qed.
Lemma asks_valid : valid F (asks_it :: messages with_it) = true.
Proof.
  change (valid F (creates_it :: messages t) && F (asks_it :: creates_it :: messages t) = true).
  rewrite creates_valid. now apply F_takes_it.
Qed.
Lemma creates_point c a : K c t creates_it a = point acknowledged a.
Proof. exact (composed_creates responses F F_suits c t p _ a creates_valid). Qed.
Lemma asks_member c a : K c with_it asks_it a = member responses p c Empty (false, true) a.
Proof.
  destruct (composed_answers responses F F_suits c with_it _ false _ asks_valid) as [n [x [E [N H]]]].
  unfold Filters.asks_it. cbv zeta. rewrite H. injection E as <-.
  assert (x = p) by (rewrite nth_created in N; congruence).
  subst x. change (parts responses _ with_it) with (parts responses (length (members responses t)) t).
  rewrite unborn; auto.
  now apply (suits responses F F_suits).
Qed.
Lemma weight_with_it c : weight (K c) with_it = weight (K c) t.
Proof.
  change (weight (K c) t * K c t creates_it acknowledged = weight (K c) t). rewrite creates_point. unfold point. simpl.
    ring.
Qed.
Lemma asks_outcome c o : K c with_it asks_it (code o) = RR (fst p) (snd p) c o.
Proof.
  rewrite asks_member. unfold member, verified. simpl. rewrite P. simpl. rewrite outcome_of_code. now destruct c.
Qed.
Lemma asks_no_outcome c a : outcome_of a = None -> K c with_it asks_it a = 0.
Proof. intros O. rewrite asks_member. unfold member, verified. simpl. rewrite P. simpl. now rewrite O. Qed.
Lemma weight_with_outcome c o : weight (K c) (with_outcome o) = weight (K c) t * RR (fst p) (snd p) c o.
Proof. rewrite <- asks_outcome, <- (weight_with_it c). reflexivity. Qed.
(* An adversary that does this, and goes on by the outcome. *)
Definition on (A : outcome -> adversary (request responses * request responses)) :=
  Asks creates_it (fun _ => Asks asks_it (fun a => match outcome_of a with Some o => A o | None => Stops end)).
Definition seen (E : outcome -> views) : views := fun v =>
  match v with _ :: a :: v => match outcome_of a with Some o => E o v | None => false end | _ => false end.
Lemma on_fair A : (forall o, fair (A o)) -> fair (on A).
Proof. intros H a a'. simpl. destruct (outcome_of a'); simpl; auto. Qed.
Lemma on_chance c A E : weight (K c) t * chance (K c) (on A) t (seen E) =
  each_outcome (fun o => weight (K c) (with_outcome o) * chance (K c) (A o) (with_outcome o) (E o)).
Proof.
  unfold on. rewrite (chance_of_point (K c) t creates_it _ _ acknowledged (creates_point c)).
  fold with_it. cbn [chance]. rewrite outcomes_sum.
  2: { intros a O. rewrite asks_no_outcome by auto. ring. }
  assert (X : forall o, K c with_it asks_it (code o) *
    chance (K c) (match outcome_of (code o) with Some o => A o | None => Stops end) (Ext with_it asks_it (code o))
      (behind (code o) (behind acknowledged (seen E))) =
    RR (fst p) (snd p) c o * chance (K c) (A o) (with_outcome o) (E o)).
  { intros o. rewrite asks_outcome, outcome_of_code.
    replace (behind (code o) (behind acknowledged (seen E))) with (E o). reflexivity.
    unfold behind, seen. now rewrite outcome_of_code. }
  unfold each_outcome, each_bit. rewrite !X, !weight_with_outcome. ring.
Qed.
End One.

Definition gains (t : transcript) (A : adversary (request responses * request responses)) (E : views) : R :=
  weight (K b) t * chance (K b) A t E - g * (weight (K (negb b)) t * chance (K (negb b)) A t E).
Definition choices : Type := { A : adversary (request responses * request responses) | fair A } * views.
Definition nothing : choices := (exist _ Stops I, fun _ => false).
Definition gained (t : transcript) (i : choices) : R := gains t (proj1_sig (fst i)) (snd i).
Lemma gained_nothing t : gained t nothing = 0.
Proof. unfold gained, gains. simpl. ring. Qed.
Definition covered (B : R) (l : list (creation C)) (w w' : R) : Prop := exists t : transcript,
  (valid F (messages t) = true /\ ready t) /\ members responses t = map (parameters C) l /\
  w = weight (K b) t /\ w' = weight (K (negb b)) t /\ forall i, gained t i <= B.
Lemma covered_now B l w w' : covered B l w w' -> 0 <= B /\ w - g * w' <= B.
Proof.
  intros [t [_ [_ [-> [-> H]]]]]. split.
  - rewrite <- (gained_nothing t). apply H.
  - pose proof (H (exist _ Stops I, fun _ => true)) as X. unfold gained, gains in X. simpl in X. lra.
Qed.
Lemma each_sup {T} (f : outcome -> T -> R) (x0 : T) B : (forall x : outcome -> T, each_outcome (fun o => f o (x o)) <=
  B) ->
  (forall o, f o x0 = 0) -> each_outcome (fun o => Sup (f o)) <= B /\ forall o x, f o x <= Sup (f o).
Proof.
  intros H Z. set (pick := fun (x1 x2 x3 x4 : T) (o : outcome) =>
    match o with Exposed false => x1 | Exposed true => x2 | Noisy false => x3 | Noisy true => x4 end).
  assert (H' : forall x1 x2 x3 x4, f (Exposed false) x1 + f (Exposed true) x2 + (f (Noisy false) x3 + f (Noisy true)
    x4) <= B)
    by (intros x1 x2 x3 x4; exact (H (pick x1 x2 x3 x4))).
  split.
  - unfold each_outcome, each_bit.
    assert (S1 : forall x2 x3 x4, Sup (f (Exposed false)) + f (Exposed true) x2 + (f (Noisy false) x3 + f (Noisy true)
      x4) <= B).
    { intros x2 x3 x4. enough (Sup (f (Exposed false)) <= B - f (Exposed true) x2 - (f (Noisy false) x3 + f (Noisy
      true) x4)) by lra.
      apply (least _ _ x0). intros x1. specialize (H' x1 x2 x3 x4). lra. }
    assert (S2 : forall x3 x4, Sup (f (Exposed false)) + Sup (f (Exposed true)) + (f (Noisy false) x3 + f (Noisy true)
      x4) <= B).
    { intros x3 x4. enough (Sup (f (Exposed true)) <= B - Sup (f (Exposed false)) - (f (Noisy false) x3 + f (Noisy
      true) x4)) by lra.
      apply (least _ _ x0). intros x2. specialize (S1 x2 x3 x4). lra. }
    assert (S3 : forall x4, Sup (f (Exposed false)) + Sup (f (Exposed true)) + (Sup (f (Noisy false)) + f (Noisy true)
      x4) <= B).
    { intros x4. enough (Sup (f (Noisy false)) <= B - Sup (f (Exposed false)) - Sup (f (Exposed true)) - f (Noisy true)
      x4) by lra.
      apply (least _ _ x0). intros x3. specialize (S2 x3 x4). lra. }
    enough (Sup (f (Noisy true)) <= B - Sup (f (Exposed false)) - Sup (f (Exposed true)) - Sup (f (Noisy false))) by
      lra.
    apply (least _ _ x0). intros x4. specialize (S3 x4). lra.
  - intros o x. apply (upper _ B). intros y.
    destruct o as [[]|[]].
    + pose proof (H' x0 y x0 x0). rewrite !Z in H0. lra.
    + pose proof (H' y x0 x0 x0). rewrite !Z in H0. lra.
    + pose proof (H' x0 x0 x0 y). rewrite !Z in H0. lra.
    + pose proof (H' x0 x0 y x0). rewrite !Z in H0. lra.
Qed.
Lemma covered_later B q x h w w' : covered B (members C h) w w' ->
  valid (filtered C Filt) ((Create x, q) :: messages h) = true -> exists Bs : outcome -> R, each_outcome Bs <= B /\
  forall o, covered (Bs o) (members C h ++ [x]) (w * RR (e_eps C x) (delta C x) b o)
    (w' * RR (e_eps C x) (delta C x) (negb b) o).
Proof.
  intros [t [[V RT] [M [-> [-> H]]]]] V'.
  destruct (creates C (filtered C Filt) (filtered_suits C Filt) x q h V') as [-> [P _]].
  simpl in V'. apply andb_prop in V' as [_ V']. apply andb_prop in V' as [_ V'].
  change (created (lefts ((Create x, Create x) :: messages h))) with (members C h ++ [x]) in V'. rewrite map_app in V'.
  set (p := parameters C x) in *.
  assert (W : Filt (map (parameters responses) (members responses t) ++ [p]) = true).
  { rewrite M, map_map. exact V'. }
  destruct (each_sup (fun o => gained (with_outcome t p o)) nothing B) as [S1 S2].
  - intros i. apply Rle_trans with (gained t (exist _ (on t p (fun o => proj1_sig (fst (i o))))
      (on_fair t p _ (fun o => proj2_sig (fst (i o)))), seen (fun o => snd (i o)))); [|apply H].
    unfold gained, gains. simpl fst. simpl snd. simpl proj1_sig. rewrite !on_chance by assumption.
    unfold each_outcome, each_bit. right. ring.
  - intros o. apply gained_nothing.
  - exists (fun o => Sup (gained (with_outcome t p o))). split; [exact S1|]. intros o. exists (with_outcome t p o).
    split; [|split; [|split; [|split]]].
    + split; [now apply asks_valid | apply ready_again].
    + change (members responses (with_outcome t p o)) with (members responses t ++ [p]). now rewrite M, map_app.
    + now rewrite weight_with_outcome.
    + now rewrite weight_with_outcome.
    + intros i. apply S2.
Qed.
Theorem within_responses d : private g d (verified F (ExtConComp responses)) ->
  forall A E, fair A -> chance (composed C (filtered C Filt) b) A Empty E <=
    g * chance (composed C (filtered C Filt) (negb b)) A Empty E + d.
Proof.
  intros H A E FA. apply (gain_of_composition C (filtered C Filt) (filtered_suits C Filt) discrete
    (all_simulated C discrete are_private) g b covered covered_now covered_later); auto.
  exists Empty. repeat split; auto. intros [[A' FA'] E']. unfold gained, gains. simpl.
  pose proof (H A' E' b FA') as X. unfold composed. lra.
Qed.
End Filters.
(* So the filter composition of responses is the worst. *)
Theorem within_filter (C : composition) Filt : (forall x b, law (member C x b)) ->
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
  forall g b d, private g d (verified (filtered responses Filt) (ExtConComp responses)) ->
  forall A E, fair A -> chance (composed C (filtered C Filt) b) A Empty E <=
    g * chance (composed C (filtered C Filt) (negb b)) A Empty E + d.
Proof.
  intros L P. apply (within_responses C Filt L P _ (fun _ => True)); auto; try apply filtered_suits.
  intros t p V _. apply filter_takes_it. exact (suits responses _ (filtered_suits responses Filt) _ V).
Qed.
