(* The views of an adversary of a composition, as a function of the shares of the mechanisms that were created so far.
  *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares.
Import ListNotations.
Open Scope R_scope.

Lemma mixed_one g d b : 1 <= g -> mixed g d b (fun _ => 1) = 1.
Proof.
  intros G. unfold mixed, each_outcome, each_bit, RR, noise. destruct b; simpl; field; lra.
Qed.
Lemma mixed_Sum g d b (f : outcome -> nat -> R) : (forall o, Summable (f o)) ->
  Sum 0 (fun a => mixed g d b (fun o => f o a)) = mixed g d b (fun o => Sum 0 (f o)).
Proof.
  intros H. unfold mixed, each_outcome, each_bit.
  assert (Z : forall o, Summable (fun a => RR g d b o * f o a)) by (intros; now apply Summable_scal).
  rewrite !Sum_plus by (repeat apply Summable_plus; auto). now rewrite !Sum_scal.
Qed.
Lemma mixed_scal g d b c f : mixed g d b (fun o => c * f o) = c * mixed g d b f.
Proof. unfold mixed, each_outcome, each_bit. ring. Qed.
Lemma mixed_ext g d b f f' : (forall o, f o = f' o) -> mixed g d b f = mixed g d b f'.
Proof. intros H. unfold mixed, each_outcome, each_bit. now rewrite !H. Qed.

Section Games.
Variable C : composition.
Variable F : function (request C).
Hypothesis F_suits : forall l, F l = true -> suitable C l = true.
Hypothesis discrete : forall x b, law (member C x b).
Notation transcript := (history_ (request C * request C)).
Notation share := (history_ (message C * message C) -> R).
Notation product := (product C).
Notation handed := (all_handed_on C).

(* Who is created in the world b has the share of its own; the shares of the others are given. *)
Fixpoint play (b : bool) (A : adversary (request C * request C)) (st : list share) (h : transcript) (E : views) : R :=
  match A with
  | Stops => if E nil then product 0 st h else 0
  | Draws p next => Sum 0 (fun a => p a * play b (next a) st h (behind a E))
  | Asks q next =>
    if valid F (q :: messages h) then
      match q with
      | (Create x, _) =>
        play b (next acknowledged) (st ++ [weight (member C x b)]) (Ext h q acknowledged) (behind acknowledged E)
      | _ => Sum 0 (fun a => play b (next a) st (Ext h q a) (behind a E))
      end
    else product 0 st h * chance halting (next halt) Empty (behind halt E)
  end.
Definition real (b : bool) (h : transcript) : list share := map (fun x => weight (member C x b)) (members C h).

Lemma members_create x y h a : members C (Ext h (Create x, y) a) = members C h ++ [x].
Proof. reflexivity. Qed.
Lemma members_ask i m q h a : members C (Ext h (Ask i m, q) a) = members C h.
Proof. reflexivity. Qed.
Lemma creates x y h : valid F ((Create x, y) :: messages h) = true ->
  y = Create x /\ proper (parameters C x) = true /\ parts C (length (members C h)) h = Empty.
Proof.
  intros V. apply (suits C F F_suits) in V. apply suitable_parts in V as [FT S1]. apply fits_create in FT as [-> P].
  split; auto. split; auto. now apply unborn.
Qed.
Lemma asks i m q h : valid F ((Ask i m, q) :: messages h) = true -> exists n, q =
  Ask i n /\ (i < length (members C h))%nat.
Proof.
  intros V. apply (composed_answers C F F_suits true) in V as [n [x [E [N _]]]]. exists n. split; auto.
  apply nth_error_Some. congruence.
Qed.
Lemma product_new st W x h a : length st = length (members C h) -> parts C (length st) h = Empty ->
  product 0 (st ++ [W]) (Ext h (Create x, Create x) a) = product 0 st h * W Empty.
Proof. intros L P. rewrite product_created, product_app. simpl. rewrite P. ring. Qed.
Lemma handed_new st W x h a : handed 0 st h -> length st = length (members C h) -> parts C (length st) h = Empty ->
  handed_on W Empty -> handed 0 (st ++ [W]) (Ext h (Create x, Create x) a).
Proof.
  intros G L P H. apply all_app. split. now apply all_later. simpl. now rewrite P.
Qed.
Lemma member_weights x b : handed_on (weight (member C x b)) Empty.
Proof. apply weight_handed_on, discrete. Qed.

Lemma play_bounds b A : forall st h E, fair A -> valid F (messages h) = true -> length st = length (members C h) ->
  handed 0 st h -> 0 <= play b A st h E <= product 0 st h.
Proof.
  induction A as [|p next IH|[[x|i m] q] next IH]; intros st h E FA V L G; cbn [play].
  - pose proof (product_pos C st h 0 G). destruct (E nil); lra.
  - destruct FA as [D FA]. apply mean; auto.
  - destruct (valid F ((Create x, q) :: messages h)) eqn:V'.
    + destruct (creates _ _ _ V') as [-> [_ P]]. rewrite <- L in P.
      replace (product 0 st h) with (product 0 (st ++ [weight (member C x b)]) (Ext h (Create x,
        Create x) acknowledged)).
      * apply IH; auto. rewrite members_create, !app_length, L. reflexivity. apply handed_new; auto.
        apply member_weights.
      * rewrite product_new by auto. simpl. ring.
    + pose proof (product_pos C st h 0 G). pose proof (chance_bounds halting halting_law (next halt) Empty (behind halt
      E) (FA halt)).
      split. apply Rmult_le_pos; tauto. rewrite <- (Rmult_1_r (product 0 st h)) at 2. apply Rmult_le_compat_l; tauto.
  - destruct (valid F ((Ask i m, q) :: messages h)) eqn:V'.
    + destruct (asks _ _ _ _ V') as [n [-> N]]. rewrite <- L in N.
      destruct (product_sum C st i m i n h G N) as [Z S1].
      assert (B : forall a, 0 <= play b (next a) st (Ext h (Ask i m, Ask i n) a) (behind a E)
          <= product 0 st (Ext h (Ask i m, Ask i n) a)).
      { intros a. apply IH; auto. now apply all_later. }
      assert (Z' : Summable (fun a => play b (next a) st (Ext h (Ask i m, Ask i n) a) (behind a E))).
      { apply (comparison _ _ (fun a => proj1 (B a)) (fun a => proj2 (B a)) Z). }
      split. apply Sum_pos; auto. intros a; apply B. rewrite <- S1. apply Sum_le; auto. intros a; apply B.
    + pose proof (product_pos C st h 0 G). pose proof (chance_bounds halting halting_law (next halt) Empty (behind halt
      E) (FA halt)).
      split. apply Rmult_le_pos; tauto. rewrite <- (Rmult_1_r (product 0 st h)) at 2. apply Rmult_le_compat_l; tauto.
Qed.
Lemma play_sum b next st i m n h E : (forall a, fair (next a)) -> valid F ((Ask i m, Ask i n) :: messages h) = true ->
  length st = length (members C h) -> handed 0 st h ->
  Summable (fun a => play b (next a) st (Ext h (Ask i m, Ask i n) a) (behind a E)).
Proof.
  intros FA V L G. destruct (asks _ _ _ _ V) as [n' [E' N]]. injection E' as <-. rewrite <- L in N.
  destruct (product_sum C st i m i n h G N) as [Z S1].
  apply (comparison _ (fun a => product 0 st (Ext h (Ask i m, Ask i n) a))); auto; intros a;
  apply (play_bounds b (next a) st (Ext h (Ask i m, Ask i n) a) (behind a E)); auto; now apply all_later.
Qed.

(* What is shared out as a mean is played as a mean. *)
Lemma product_middle g d b s1 W Ws s2 h :
  W (parts C (length s1) h) = mixed g d b (fun o => Ws o (parts C (length s1) h)) ->
  product 0 (s1 ++ W :: s2) h = mixed g d b (fun o => product 0 (s1 ++ Ws o :: s2) h).
Proof.
  intros H. rewrite product_app. simpl. rewrite H.
  rewrite (mixed_ext _ _ _ (fun o => product 0 (s1 ++ Ws o :: s2) h)
    (fun o => (product 0 s1 h * product (S (length s1)) s2 h) * Ws o (parts C (length s1) h))).
  rewrite mixed_scal. ring. intros o. rewrite product_app. simpl. ring.
Qed.
Lemma play_mixed g d b c A : forall s1 W Ws s2 h E, fair A -> valid F (messages h) = true ->
  length (s1 ++ W :: s2) = length (members C h) ->
  (forall o, handed 0 (s1 ++ Ws o :: s2) h) ->
  (forall k, from (parts C (length s1) h) k -> W k = mixed g d b (fun o => Ws o k)) ->
  play c A (s1 ++ W :: s2) h E = mixed g d b (fun o => play c A (s1 ++ Ws o :: s2) h E).
Proof.
  induction A as [|p next IH|[[x|i m] q] next IH]; intros s1 W Ws s2 h E FA V L G M; cbn [play].
  - destruct (E nil).
    + apply product_middle, M. constructor.
    + unfold mixed, each_outcome, each_bit. ring.
  - destruct FA as [D FA]. rewrite <- mixed_Sum.
    + apply Sum_ext. intros a. rewrite mixed_scal. f_equal. apply IH; auto.
    + intros o. apply (mean p _ (product 0 (s1 ++ Ws o :: s2) h)); auto. intros a. apply play_bounds; auto.
      rewrite <- L, !app_length. reflexivity.
  - destruct (valid F ((Create x, q) :: messages h)) eqn:V'.
    + destruct (creates _ _ _ V') as [-> [_ P]]. rewrite <- L in P.
      rewrite <- app_assoc. simpl. rewrite (mixed_ext _ _ _ _ (fun o => play c (next acknowledged)
        (s1 ++ Ws o :: s2 ++ [weight (member C x c)]) (Ext h (Create x,
          Create x) acknowledged) (behind acknowledged E))).
      * apply IH; auto.
        -- rewrite members_create, (app_length (members C h)), <- L, !app_length. simpl. rewrite app_length. simpl. lia.
        -- intros o. change (s1 ++ Ws o :: s2 ++ [weight (member C x c)])
             with (s1 ++ (Ws o :: s2) ++ [weight (member C x c)]). rewrite app_assoc. apply handed_new; auto.
           ++ rewrite <- L, !app_length. reflexivity.
           ++ rewrite app_length in *. exact P.
           ++ apply member_weights.
      * intros o. now rewrite <- app_assoc.
    + rewrite (product_middle g d b s1 W Ws s2 h) by (apply M; constructor). rewrite Rmult_comm, <- mixed_scal.
      apply mixed_ext. intros o. ring.
  - destruct (valid F ((Ask i m, q) :: messages h)) eqn:V'.
    + destruct (asks _ _ _ _ V') as [n [-> N]]. rewrite <- mixed_Sum.
      * apply Sum_ext. intros a. apply IH; auto.
        -- intros o. now apply all_later.
        -- intros k K. apply M. apply (from_trans _ (parts C (length s1) (Ext h (Ask i m, Ask i n) a))); auto.
           apply parts_from.
      * intros o. apply play_sum; auto. rewrite <- L, !app_length. reflexivity.
    + rewrite (product_middle g d b s1 W Ws s2 h) by (apply M; constructor). rewrite Rmult_comm, <- mixed_scal.
      apply mixed_ext. intros o. ring.
Qed.

(* The composition itself is played by the shares of its mechanisms. *)
Lemma real_ask b i m n x h a : suitable C ((Ask i m, Ask i n) :: messages h) = true -> nth_error (members C h) i =
  Some x ->
  product 0 (real b h) (Ext h (Ask i m, Ask i n) a)
  = product 0 (real b h) h * member C x b (parts C i h) (m, n) a.
Proof.
  intros S1 N. apply nth_error_split in N as [c1 [c2 [E L]]]. unfold real. rewrite E, map_app. simpl.
  rewrite !product_app. simpl. rewrite map_length, L. rewrite !product_others by (rewrite ?map_length; lia).
  rewrite Nat.eqb_refl. simpl. ring.
Qed.
Lemma played b A : forall h E, valid F (messages h) = true ->
  product 0 (real b h) h * chance (composed C F b) A h E = play b A (real b h) h E.
Proof.
  induction A as [|p next IH|[[x|i m] q] next IH]; intros h E V; cbn [play].
  - simpl. destruct (E nil); ring.
  - simpl. rewrite <- Sum_scal. apply Sum_ext. intros a. rewrite <- IH by auto. ring.
  - destruct (valid F ((Create x, q) :: messages h)) eqn:V'.
    + rewrite (chance_of_point _ h (Create x, q) next E acknowledged) by
        (intros a; now apply composed_creates).
      destruct (creates _ _ _ V') as [-> [_ P]].
      change (real b h ++ [weight (member C x b)]) with (map (fun x => weight (member C x b)) (members C h) ++
        map (fun x => weight (member C x b)) [x]).
      rewrite <- map_app, <- (members_create x (Create x) h acknowledged).
      change (map (fun x => weight (member C x b)) (members C (Ext h (Create x, Create x) acknowledged)))
        with (real b (Ext h (Create x, Create x) acknowledged)). rewrite <- IH by auto. f_equal.
      unfold real at 2. rewrite members_create, map_app. simpl map. fold (real b h). rewrite product_new.
      * simpl. ring.
      * unfold real. now rewrite map_length.
      * unfold real. now rewrite map_length.
    + rewrite (chance_of_point _ h (Create x, q) next E halt).
      * f_equal. apply halted. exact V'.
      * intros a. unfold composed, verified. now rewrite V'.
  - destruct (valid F ((Ask i m, q) :: messages h)) eqn:V'.
    + destruct (composed_answers C F F_suits b h i m q V') as [n [x [-> [N K]]]].
      simpl. rewrite <- Sum_scal. apply Sum_ext. intros a. rewrite K.
      change (real b h) with (real b (Ext h (Ask i m, Ask i n) a)) at 2. rewrite <- IH by auto.
      change (real b (Ext h (Ask i m, Ask i n) a)) with (real b h). rewrite (real_ask b i m n x h a); auto. ring.
      now apply (suits C F F_suits).
    + rewrite (chance_of_point _ h (Ask i m, q) next E halt).
      * f_equal. apply halted. exact V'.
      * intros a. unfold composed, verified. now rewrite V'.
Qed.
Theorem composed_played b A E : chance (composed C F b) A Empty E = play b A nil Empty E.
Proof. change (@nil share) with (real b Empty). rewrite <- (played b A Empty E) by reflexivity. simpl. ring. Qed.
End Games.
