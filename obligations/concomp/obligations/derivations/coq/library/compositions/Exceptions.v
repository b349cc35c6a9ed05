(* The same when a mechanism takes a slot at its first pair of different queries: before, both worlds answer alike. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games Covers Slots.
Import ListNotations.
Open Scope R_scope.

Section Exceptions.
Variable C : composition.
Variable F : function (request C).
Hypothesis F_suits : forall l, F l = true -> suitable C l = true.
Hypothesis discrete : forall x b, law (member C x b).
Notation pair := (message C * message C)%type.
Notation share := (history_ pair -> R).
Notation transcript := (history_ (request C * request C)).
(* After identical pairs k, and for any pairs from there on, the share of a mechanism is a mean over outcomes. *)
Definition splits (x : creation C) (k : history_ pair) : Prop := exists Ws : outcome -> share,
  (forall o, handed_on (Ws o) k) /\ (forall o b, Ws o k = weight (member C x b) k) /\
  forall b k', from k k' -> weight (member C x b) k' = mixed (e_eps C x) (delta C x) b (fun o => Ws o k').
Hypothesis all_split : forall x k m n, proper (parameters C x) = true -> identical k -> m <> n ->
  valid (function_of C x) ((m, n) :: messages k) = true -> splits x k.
Variables (g : R) (b : bool).
Variable covers : R -> list (creation C) -> R -> R -> Prop.
Hypothesis covers_now : forall B l w w', covers B l w w' -> 0 <= B /\ w - g * w' <= B.
Hypothesis covers_later : forall B q x h w w', covers B (exceptional C (messages h)) w w' ->
  valid F (q :: messages h) = true -> exceptional C (q :: messages h) = exceptional C (messages h) ++ [x] ->
  exists Bs : outcome -> R, each_outcome Bs <= B /\
  forall o, covers (Bs o) (exceptional C (messages h) ++ [x]) (w * RR (e_eps C x) (delta C x) b o)
    (w' * RR (e_eps C x) (delta C x) (negb b) o).
Notation play := (play C F).
Notation product := (product C).

(* Who has taken a slot has a share that is given; the others have shares of their own. *)
Fixpoint shares (c : bool) (l : list (creation C)) (known : list (option share)) : list share :=
  match l, known with
  | x :: l, Some W :: known => W :: shares c l known
  | x :: l, None :: known => weight (member C x c) :: shares c l known
  | _, _ => nil
  end.
Definition entry (n : nat) (x : creation C) (e : option share) (h : transcript) : Prop :=
  match e with
  | Some W => handed_on W (parts C n h)
  | None => touched n (messages h) = false /\ proper (parameters C x) = true
  end.
Fixpoint entries (n : nat) (l : list (creation C)) (known : list (option share)) (h : transcript) : Prop :=
  match l, known with
  | nil, nil => True
  | x :: l, e :: known => entry n x e h /\ entries (S n) l known h
  | _, _ => False
  end.
Lemma untouched n h : touched n (messages h) = false -> identical (parts C n h).
Proof.
  unfold touched. rewrite <- messages_parts. induction (parts C n h) as [|k IH [m m'] a]; simpl; auto.
  destruct (same_message C m m') eqn:E; simpl; [|discriminate]. intros H. split; auto. now apply (same_message_equal C).
Qed.
Lemma entries_handed c l : forall n known h, entries n l known h -> all_handed_on C n (shares c l known) h.
Proof.
  induction l as [|x l IH]; intros n [|e known] h; simpl; auto. intros [A B]. destruct e as [W|]; simpl; split; auto.
  apply weight_handed_on, discrete.
Qed.
Lemma entries_alike c c' l : forall n known h, entries n l known h ->
  product n (shares c l known) h = product n (shares c' l known) h.
Proof.
  induction l as [|x l IH]; intros n [|e known] h; simpl; auto. intros [A B].
  destruct e as [W|]; simpl; rewrite (IH (S n) known h B); auto.
  f_equal. apply identical_alike. apply untouched; apply A.
Qed.
Lemma entries_length c l : forall n known h, entries n l known h -> length (shares c l known) = length l.
Proof.
  induction l as [|x l IH]; intros n [|e known] h; simpl; auto; try tauto. intros [A B].
  destruct e as [W|]; simpl; now rewrite (IH (S n) known h B).
Qed.
Lemma entries_create x y a l : forall n known h, entries n l known h -> entries n l known (Ext h (Create x, y) a).
Proof.
  induction l as [|z l IH]; intros n [|e known] h; simpl; auto. intros [A B]. split; auto.
Qed.
Lemma entries_new x h known : entries 0 (members C h) known h -> valid F ((Create x, Create x) :: messages h) = true ->
  entries 0 (members C h ++ [x]) (known ++ [None]) (Ext h (Create x, Create x) acknowledged) /\
  forall c, shares c (members C h ++ [x]) (known ++ [None]) = shares c (members C h) known ++ [weight (member C x c)].
Proof.
  intros G V. destruct (creates C F F_suits _ _ _ V) as [_ [P N]].
  assert (X : forall l n known, entries n l known h -> (n + length l = length (members C h))%nat ->
    entries n (l ++ [x]) (known ++ [None]) (Ext h (Create x, Create x) acknowledged) /\
    forall c, shares c (l ++ [x]) (known ++ [None]) = shares c l known ++ [weight (member C x c)]).
  { induction l as [|y l IH]; intros n [|e k] H L; simpl in H; try tauto.
    - simpl. repeat split; auto. unfold touched. simpl. rewrite <- messages_parts.
      replace n with (length (members C h)) by (simpl in L; lia). now rewrite N.
    - destruct H as [H1 H2]. destruct (IH (S n) k H2) as [I1 I2]. simpl in L. lia. split.
      + simpl. split; auto.
      + intros c. simpl. rewrite I2. now destruct e. }
  apply (X _ 0%nat); auto.
Qed.
Lemma entries_ask i m m' a l : forall n known h, entries n l known h ->
  (forall e, nth_error known (i - n) = Some e -> (n <= i)%nat -> e <> None \/ m = m') ->
  entries n l known (Ext h (Ask i m, Ask i m') a).
Proof.
  induction l as [|z l IH]; intros n [|e known] h; simpl; auto. intros [A B] H. split.
  - destruct e as [W|].
    + simpl in *. destruct (i =? n)%nat; auto. apply (handed_on_later W (parts C n h)); auto. repeat constructor.
    + destruct A as [A1 A2]. split; auto. unfold touched in *. simpl. destruct (Nat.eqb_spec i n) as [->|]; auto.
      simpl. rewrite A1. destruct (H None) as [X| ->]; auto. now rewrite Nat.sub_diag. congruence.
      now rewrite (proj2 (same_message_equal C m' m') eq_refl).
  - apply IH; auto. intros e' E L. apply (H e'); [|lia]. replace (i - n)%nat with (S (i - S n)) by lia. exact E.
Qed.
(* The entry of a mechanism among the others. *)
Lemma entries_split i l : forall n known h x, entries n l known h -> nth_error l i = Some x -> exists k1 e k2,
  known = k1 ++ e :: k2 /\ length k1 = i /\ entry (n + i) x e h /\
  (forall e', entry (n + i) x e' h -> entries n l (k1 ++ e' :: k2) h) /\
  exists s1 s2, (forall c, length (s1 c) = i) /\ (forall c W, shares c l (k1 ++ Some W :: k2) = s1 c ++ W :: s2 c) /\
    forall c, shares c l (k1 ++ None :: k2) = s1 c ++ weight (member C x c) :: s2 c.
Proof.
  revert l. induction i as [|i IH]; intros [|y l] n known h x; simpl; try discriminate.
  - destruct known as [|e known]; [tauto|]. intros [A B] E. injection E as ->. exists nil, e, known.
    rewrite Nat.add_0_r. repeat split; auto. exists (fun _ => nil), (fun c => shares c l known). repeat split.
  - destruct known as [|e known]; [tauto|]. intros [A B] E.
    destruct (IH l (S n) known h x B E) as [k1 [e0 [k2 [-> [L [H1 [H2 [s1 [s2 [L1 [S1 S2]]]]]]]]]]].
    exists (e :: k1), e0, k2. replace (n + S i)%nat with (S n + i)%nat by lia. repeat split; simpl; auto.
    exists (fun c => match e with Some W => W | None => weight (member C y c) end :: s1 c), s2. repeat split.
    + intros c. simpl. now rewrite L1.
    + intros c W. simpl. rewrite S1. now destruct e.
    + intros c. simpl. rewrite S2. now destruct e.
Qed.

(* Shares are given for those only that have got a pair of different queries. *)
Definition marked (known : list (option share)) (l : list (request C * request C)) : Prop :=
  forall n W, nth_error known n = Some (Some W) -> touched n l = true.
Lemma touched_later n q (l : list (request C * request C)) : touched n l = true -> touched n (q :: l) = true.
Proof.
  unfold touched. intros H. destruct q as [[x|i m] [y|k m']]; simpl; auto. destruct (i =? n)%nat; auto. simpl.
    rewrite H.
  now rewrite orb_true_r.
Qed.
Lemma marked_later known q l : marked known l -> marked known (q :: l).
Proof. intros H n W E. apply touched_later. now apply (H n W). Qed.
Lemma marked_new known l : marked known l -> marked (known ++ [None]) l.
Proof.
  intros H n W E. destruct (Nat.lt_ge_cases n (length known)) as [L|L].
  - rewrite nth_error_app1 in E by exact L. now apply (H n W).
  - rewrite nth_error_app2 in E by exact L. destruct (n - length known)%nat as [|k]; simpl in E; [discriminate|].
    destruct k; discriminate.
Qed.

Definition gain_at A h E known B w w' : Prop :=
  w * play b A (shares b (members C h) known) h E - g * (w' * play (negb b) A (shares (negb b) (members C h) known) h E)
  <= product 0 (shares b (members C h) known) h * B.
(* When the queries are handed on, what is gained is a mean of what is gained after the answers. *)
Lemma gain_asked next i m m' h E known B w w' x : (forall a, fair (next a)) ->
  (forall a h E known B w w', valid F (messages h) = true -> entries 0 (members C h) known h ->
    marked known (messages h) ->
    covers B (exceptional C (messages h)) w w' -> gain_at (next a) h E known B w w') ->
  valid F ((Ask i m, Ask i m') :: messages h) = true -> valid F (messages h) = true -> nth_error (members C h) i =
    Some x ->
  entries 0 (members C h) known h ->
  (forall e, nth_error known i = Some e -> e <> None \/ m = m') -> marked known ((Ask i m, Ask i m') :: messages h) ->
  covers B (exceptional C ((Ask i m, Ask i m') :: messages h)) w w' ->
  gain_at (Asks (Ask i m, Ask i m') next) h E known B w w'.
Proof.
  intros FA IH V' V N G U MK K. unfold gain_at. cbn [Games.play]. rewrite V'.
  assert (L : forall c, length (shares c (members C h) known) = length (members C h)) by (intros c;
    now apply (entries_length c _ 0 _ h)).
  assert (IL : (i < length (shares b (members C h) known))%nat) by (rewrite L; apply nth_error_Some; congruence).
  pose proof (entries_handed b _ _ _ _ G) as Hb. pose proof (entries_handed (negb b) _ _ _ _ G) as Hn.
  destruct (product_sum C _ i m i m' h Hb IL) as [Z S1].
  assert (Zb : Summable (fun a => play b (next a) (shares b (members C h) known) (Ext h (Ask i m,
    Ask i m') a) (behind a E))).
  { apply play_sum; auto. }
  assert (Zn : Summable (fun a => play (negb b) (next a) (shares (negb b) (members C h) known) (Ext h (Ask i m,
    Ask i m') a) (behind a E))).
  { apply play_sum; auto. }
  rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; assumption).
  rewrite <- S1, <- Sum_scal_r. apply Sum_le.
  - intros a. apply (IH a (Ext h (Ask i m, Ask i m') a) (behind a E) known B w w'); auto.
    change (entries 0 (members C h) known (Ext h (Ask i m, Ask i m') a)).
    apply entries_ask; auto. intros e X _. rewrite Nat.sub_0_r in X. now apply U.
  - apply Summable_minus; repeat apply Summable_scal; assumption.
  - now apply Summable_scal_r.
Qed.
Lemma gain A : forall h E known B w w', fair A -> valid F (messages h) = true -> entries 0 (members C h) known h ->
  marked known (messages h) -> covers B (exceptional C (messages h)) w w' -> gain_at A h E known B w w'.
Proof.
  induction A as [|p next IH|[[x|i m] q] next IH]; intros h E known B w w' FA V G MK K;
    destruct (covers_now _ _ _ _ K) as [B0 B1];
    pose proof (entries_handed b _ _ _ _ G) as Hb; pose proof (entries_handed (negb b) _ _ _ _ G) as Hn;
    pose proof (product_pos C _ h 0 Hb) as P0;
    pose proof (entries_alike (negb b) b _ _ _ _ G) as AL;
    assert (L : forall c, length (shares c (members C h) known) = length (members C h)) by
      (intros c; now apply (entries_length c _ 0 _ h)).
  - unfold gain_at. simpl. rewrite AL. destruct (E nil).
    + pose proof (rejected_gain g (product 0 (shares b (members C h) known) h) w w' B 1 P0 ltac:(lra) B0 B1).
      rewrite Rmult_1_r in H. exact H.
    + pose proof (rejected_gain g (product 0 (shares b (members C h) known) h) w w' B 0 P0 ltac:(lra) B0 B1).
      rewrite Rmult_0_r in H. exact H.
  - unfold gain_at. cbn [Games.play]. destruct FA as [D FA].
    assert (Z : forall c, Summable (fun a => p a * play c (next a) (shares c (members C h) known) h (behind a E))).
    { intros c. apply (mean p _ (product 0 (shares c (members C h) known) h)); auto. intros a. apply play_bounds; auto.
      now apply entries_handed. }
    rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; apply Z).
    destruct D as [D1 [D2 D3]]. set (P := product 0 (shares b (members C h) known) h) in *.
    replace (P * B) with (Sum 0 (fun a => (P * B) * p a)) by (rewrite Sum_scal, D3; ring).
    apply Sum_le.
    + intros a. apply Rle_trans with (p a * (P * B)); [|right; ring].
      pose proof (IH a h (behind a E) known B w w' (FA a) V G MK K) as X. unfold gain_at in X.
      apply (Rmult_le_compat_l (p a)) in X; auto. unfold P in *. lra.
    + apply Summable_minus; repeat apply Summable_scal; apply Z.
    + now apply Summable_scal.
  - destruct (valid F ((Create x, q) :: messages h)) eqn:V'.
    + destruct (creates C F F_suits _ _ _ V') as [-> [PR P]].
      destruct (entries_new x h known G V') as [G' S1].
      pose proof (IH acknowledged (Ext h (Create x, Create x) acknowledged) (behind acknowledged E) (known ++ [None]) B
        w w'
        (FA _) V' G' (marked_new _ _ (marked_later _ _ _ MK)) K) as X.
      unfold gain_at in *. cbn [Games.play]. rewrite V', members_create, !S1 in *.
      rewrite product_new in X by (rewrite L; auto). simpl in X. rewrite Rmult_1_r in X. exact X.
    + unfold gain_at. cbn [Games.play]. rewrite V', AL. apply rejected_gain; auto. apply chance_bounds; auto.
      apply halting_law.
  - destruct (valid F ((Ask i m, q) :: messages h)) eqn:V'.
    2: { unfold gain_at. cbn [Games.play]. rewrite V', AL. apply rejected_gain; auto. apply chance_bounds; auto.
      apply halting_law. }
    destruct (composed_answers C F F_suits true h i m q V') as [m' [x [-> [N _]]]].
    destruct (entries_split i _ 0 known h x G N) as [k1 [e [k2 [-> [LK [H1 [H2 [s1 [s2 [L1 [S1 S2]]]]]]]]]]].
    change (0 + i)%nat with i in H1, H2.
    destruct e as [W|].
    + apply (gain_asked next i m m' h E _ B w w' x); auto.
      * intros e X. left. rewrite nth_error_app2, LK, Nat.sub_diag in X by lia. simpl in X. congruence.
      * now apply marked_later.
      * simpl. rewrite (MK i W), orb_true_r; auto. rewrite nth_error_app2, LK, Nat.sub_diag by lia. reflexivity.
    + destruct (same_message C m m') eqn:SM.
      * apply (gain_asked next i m m' h E _ B w w' x); auto.
        -- intros e X. right. now apply (same_message_equal C).
        -- now apply marked_later.
        -- simpl. now rewrite SM.
      * destruct H1 as [H1 PR].
        assert (EX : exceptional C ((Ask i m, Ask i m') :: messages h) = exceptional C (messages h) ++ [x]).
        { simpl. rewrite SM, H1. simpl. unfold members in N. now rewrite N. }
        assert (VP : valid (function_of C x) ((m, m') :: messages (parts C i h)) = true).
        { pose proof (valid_part C i x (Ext h (Ask i m, Ask i m') 0%nat)) as X. simpl parts in X.
          rewrite Nat.eqb_refl in X.
          apply X; auto. now apply (suits C F F_suits). }
        destruct (all_split x (parts C i h) m m' PR (untouched i h H1)) as [Ws [W1 [W2 W3]]]; auto.
        { intros X. apply (same_message_equal C) in X. congruence. }
        destruct (covers_later _ _ _ _ _ _ K V' EX) as [Bs [BS KS]].
        assert (X : forall c, play c (Asks (Ask i m, Ask i m') next) (shares c (members C h) (k1 ++ None :: k2)) h E
          = mixed (e_eps C x) (delta C x) c (fun o => play c (Asks (Ask i m, Ask i m') next)
            (shares c (members C h) (k1 ++ Some (Ws o) :: k2)) h E)).
        { intros c. rewrite S2. rewrite (play_mixed C F F_suits discrete (e_eps C x) (delta C x) c c _ (s1 c) (weight
          (member C x c)) Ws (s2 c)); auto.
          - apply mixed_ext. intros o. now rewrite S1.
          - rewrite <- S2. apply L.
          - intros o. rewrite <- S1. apply entries_handed. apply H2. apply W1.
          - rewrite L1. intros k FR. now apply W3. }
        assert (PE : forall o, product 0 (shares b (members C h) (k1 ++ Some (Ws o) :: k2)) h
          = product 0 (shares b (members C h) (k1 ++ None :: k2)) h).
        { intros o. rewrite S1, S2, !product_app. simpl. rewrite L1. now rewrite (W2 o b). }
        assert (Y : forall o, gain_at (Asks (Ask i m, Ask i m') next) h E (k1 ++ Some (Ws o) :: k2) (Bs o)
          (w * RR (e_eps C x) (delta C x) b o) (w' * RR (e_eps C x) (delta C x) (negb b) o)).
        { intros o. apply (gain_asked next i m m' h E _ _ _ _ x); auto.
          - apply H2. apply W1.
          - intros e X'. left. rewrite nth_error_app2, LK, Nat.sub_diag in X' by lia. simpl in X'. congruence.
          - intros n W E'. destruct (Nat.eq_dec n i) as [->|NE].
            + unfold touched. simpl. rewrite Nat.eqb_refl. simpl. now rewrite SM.
            + apply touched_later, (MK n W). rewrite <- E'. destruct (Nat.lt_ge_cases n i) as [NL|NL].
              * now rewrite !nth_error_app1 by lia.
              * rewrite !nth_error_app2, !LK by lia. destruct (n - i)%nat eqn:D; [lia | reflexivity].
          - rewrite EX. apply KS. }
        unfold gain_at in *. rewrite !X.
        apply Rle_trans with (product 0 (shares b (members C h) (k1 ++ None :: k2)) h * each_outcome Bs);
          [|now apply Rmult_le_compat_l].
        pose proof (Y (Exposed false)). pose proof (Y (Exposed true)).
        pose proof (Y (Noisy false)). pose proof (Y (Noisy true)). rewrite PE in *.
        unfold mixed, each_outcome, each_bit. lra.
Qed.
End Exceptions.
