(* What an adversary of a composition gains is covered by what responses give away, when each mechanism has one of its
   own from its creation on. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games.
Import ListNotations.
Open Scope R_scope.

Section Covers.
Variable C : composition.
Variable F : function (request C).
Hypothesis F_suits : forall l, F l = true -> suitable C l = true.
Hypothesis discrete : forall x b, law (member C x b).
Hypothesis simulators : forall x, proper (parameters C x) = true -> simulated (e_eps C x) (delta C x) (member C x).
Variables (g : R) (b : bool).
(* At most B is gained from here on, if these are the mechanisms created so far, and their outcomes have the chances w
   and w' in both worlds. *)
Variable covers : R -> list (creation C) -> R -> R -> Prop.
Hypothesis covers_now : forall B l w w', covers B l w w' -> 0 <= B /\ w - g * w' <= B.
Hypothesis covers_later : forall B q x h w w', covers B (members C h) w w' -> valid F ((Create x, q) :: messages h) =
  true ->
  exists Bs : outcome -> R, each_outcome Bs <= B /\
  forall o, covers (Bs o) (members C h ++ [x]) (w * RR (e_eps C x) (delta C x) b o) (w' * RR (e_eps C x) (delta C x)
    (negb b) o).
Notation play := (play C F).
Notation product := (product C 0).

Lemma rejected_gain P w w' B r : 0 <= P -> 0 <= r <= 1 -> 0 <= B -> w - g * w' <= B ->
  w * (P * r) - g * (w' * (P * r)) <= P * B.
Proof.
  intros HP [R0 R1] HB H. replace (w * (P * r) - g * (w' * (P * r))) with (P * (r * (w - g * w'))) by ring.
  apply Rmult_le_compat_l; auto. apply Rle_trans with (r * B). now apply Rmult_le_compat_l.
  rewrite <- (Rmult_1_l B) at 2. now apply Rmult_le_compat_r.
Qed.
Lemma gain A : forall st h E B w w', fair A -> valid F (messages h) = true -> length st = length (members C h) ->
  all_handed_on C 0 st h -> covers B (members C h) w w' ->
  w * play b A st h E - g * (w' * play (negb b) A st h E) <= product st h * B.
Proof.
  induction A as [|p next IH|[[x|i m] q] next IH]; intros st h E B w w' FA V L G K; cbn [Games.play];
    destruct (covers_now _ _ _ _ K) as [B0 B1]; pose proof (product_pos C st h 0 G) as P0.
  - destruct (E nil).
    + pose proof (rejected_gain (product st h) w w' B 1 P0 ltac:(lra) B0 B1). rewrite Rmult_1_r in H. exact H.
    + pose proof (rejected_gain (product st h) w w' B 0 P0 ltac:(lra) B0 B1). rewrite Rmult_0_r in H. exact H.
  - destruct FA as [D FA].
    assert (Z : forall c, Summable (fun a => p a * play c (next a) st h (behind a E))).
    { intros c. apply (mean p _ (product st h)); auto. intros a. apply play_bounds; auto. }
    rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; apply Z).
    destruct D as [D1 [D2 D3]].
    replace (product st h * B) with (Sum 0 (fun a => (product st h * B) * p a)) by (rewrite Sum_scal, D3; ring).
    apply Sum_le.
    + intros a. apply Rle_trans with (p a * (product st h * B)); [|right; ring].
      replace (w * (p a * play b (next a) st h (behind a E)) - g * (w' * (p a * play (negb b) (next a) st h (behind a
        E))))
        with (p a * (w * play b (next a) st h (behind a E) - g * (w' * play (negb b) (next a) st h (behind a E)))) by
          ring.
      apply Rmult_le_compat_l; auto.
    + apply Summable_minus; repeat apply Summable_scal; apply Z.
    + now apply Summable_scal.
  - destruct (valid F ((Create x, q) :: messages h)) eqn:V'.
    + destruct (creates C F F_suits _ _ _ V') as [-> [PR P]]. rewrite <- L in P.
      destruct (simulators x PR) as [T [TL TM]]. destruct (covers_later _ _ _ _ _ _ K V') as [Bs [BS KS]].
      assert (X : forall c, play c (next acknowledged) (st ++ [weight (member C x c)])
          (Ext h (Create x, Create x) acknowledged) (behind acknowledged E)
        = mixed (e_eps C x) (delta C x) c (fun o => play c (next acknowledged) (st ++ [weight (T o)])
          (Ext h (Create x, Create x) acknowledged) (behind acknowledged E))).
      { intros c. apply play_mixed; auto.
        - rewrite members_create, !app_length, L. reflexivity.
        - intros o. apply handed_new; auto. now apply weight_handed_on. }
      rewrite !X. clear X.
      assert (Y : forall o, (w * RR (e_eps C x) (delta C x) b o) * play b (next acknowledged) (st ++ [weight (T o)])
          (Ext h (Create x, Create x) acknowledged) (behind acknowledged E)
        - g * ((w' * RR (e_eps C x) (delta C x) (negb b) o) * play (negb b) (next acknowledged) (st ++ [weight (T o)])
          (Ext h (Create x, Create x) acknowledged) (behind acknowledged E)) <= product st h * Bs o).
      { intros o. replace (product st h) with (product (st ++ [weight (T o)]) (Ext h (Create x,
        Create x) acknowledged)).
        apply IH; auto. rewrite members_create, !app_length, L. reflexivity.
        apply handed_new; auto. now apply weight_handed_on.
        rewrite product_new by auto. simpl. ring. }
      apply Rle_trans with (product st h * each_outcome Bs); [|now apply Rmult_le_compat_l].
      pose proof (Y (Exposed false)). pose proof (Y (Exposed true)).
      pose proof (Y (Noisy false)). pose proof (Y (Noisy true)). unfold mixed, each_outcome, each_bit. lra.
    + apply rejected_gain; auto. apply chance_bounds; auto. apply halting_law.
  - destruct (valid F ((Ask i m, q) :: messages h)) eqn:V'.
    + destruct (asks C F F_suits _ _ _ _ V') as [n [-> N]]. rewrite <- L in N.
      destruct (product_sum C st i m i n h G N) as [Z S1].
      assert (Z' : forall c, Summable (fun a => play c (next a) st (Ext h (Ask i m, Ask i n) a) (behind a E))).
      { intros c. apply play_sum; auto. }
      rewrite <- !Sum_scal, <- Sum_minus by (repeat apply Summable_scal; apply Z').
      rewrite <- S1, <- Sum_scal_r. apply Sum_le.
      * intros a. apply IH; auto. now apply all_later.
      * apply Summable_minus; repeat apply Summable_scal; apply Z'.
      * now apply Summable_scal_r.
    + apply rejected_gain; auto. apply chance_bounds; auto. apply halting_law.
Qed.
Theorem gain_of_composition B A E : fair A -> covers B nil 1 1 ->
  chance (composed C F b) A Empty E <= g * chance (composed C F (negb b)) A Empty E + B.
Proof.
  intros FA K. rewrite !composed_played; auto.
  pose proof (gain A nil Empty E B 1 1 FA eq_refl eq_refl I K). simpl Shares.product in H. lra.
Qed.
End Covers.
