(* Two copies of a post-processing that does not look at data: the identifier moves behind them, and a verifier between
   lets all pass. *)
From Coq Require Import Reals List Bool.
From Concomp Require Import Rules Views Mechanisms Chances PostProcessing Inside Doubles.
Import ListNotations.
Open Scope R_scope.

Lemma fair_of_nothing {right memory} (t : reaction right memory) : tosses_nothing _ t -> tosses_fairly t.
Proof. induction t; simpl; auto. intros []. Qed.
Section Doubling.
Variables (left right : Type) (P : processing left right).
Hypothesis fixed : deterministic_processing P.
Hypothesis same_destination : destination_property P.
Hypothesis same_response : response_property P.
Lemma reached_any f l l' t t' : reached P f l l' t t' -> reached P any l l' t t'.
Proof.
  induction 1 as [|l l' a s b r x y R IH V|l l' m next n next' a R IH].
  - constructor.
  - apply (From_the_left _ _ _ _ _ _ a s b r); auto.
    clear. induction ((x, y) :: l) as [|p k IH]; simpl; auto. now rewrite IH.
  - now apply (From_the_right _ _ _ _ _ _ m next n next').
Qed.
Lemma double_fair : fair_processing (double P).
Proof.
  intros [s r] [x y]. unfold double, reacts, fst, snd. pose proof (fixed s x) as F. pose proof (fixed r y) as F'.
  change (tosses_fairly (both P (reacts P s x) (reacts P r y))).
  revert F'. generalize (reacts P r y). induction (reacts P s x) as [a q|p next IH|m next IH]; intros t F'; simpl in F.
  - now destruct t.
  - destruct F.
  - destruct t; simpl in *; auto.
Qed.

Section Side.
Variables (b : bool) (S : system right).
Definition of_side {X} (s r : X) : X := if b then r else s.
Lemma reaction_of_side f g : forall t t' l l' h, reached P any l l' t t' -> tosses_nothing _ t ->
  (forall a s r l' h, reached P any l l' (Answers a s) (Answers a r) -> f a (of_side s r, h) = g a (s, r, (tt, h))) ->
  drawn (handed_to S (of_side t t') h) f = drawn (handed_to (chain (identifier b) S) (both P t t') (tt, h)) g.
Proof.
  intros t. induction t as [a s|p next IH|m next IH]; intros t' l l' h R F H; [|destruct F|].
  - pose proof (same_destination _ _ _ _ R) as D. destruct t' as [c r|p next|m next]; try destruct D.
    pose proof (same_response _ _ _ _ _ _ R). subst c. pose proof (H a s r l' h R) as X.
    unfold of_side in *. destruct b; exact X.
  - pose proof (same_destination _ _ _ _ R) as D. destruct t' as [c r|p next'|n next']; try destruct D.
    assert (E : of_side (Passes m next) (Passes n next') = Passes (of_side m n) (fun a => of_side (next a) (next' a))).
    { unfold of_side. destruct b; reflexivity. }
    rewrite E. simpl. rewrite !drawn_goes_on. unfold side. simpl fst. simpl snd. fold (of_side m n).
    apply drawn_ext. intros a h'.
    apply (IH a (next' a) l ((m, n) :: l')); auto. now apply (From_the_right _ _ _ _ _ _ m next n next').
Qed.
Theorem identifier_moves : equivalent (chain (identifier b) (chain P S)) (chain (double P) (chain (identifier b) S)).
Proof.
  intros A E. unfold seen. simpl start.
  assert (X : forall l l' a s r h, reached P any l l' (Answers a s) (Answers a r) ->
    chance_of (chain (identifier b) (chain P S)) A (tt, (of_side s r, h)) E =
    chance_of (chain (double P) (chain (identifier b) S)) A (s, r, (tt, h)) E).
  { revert E. induction A as [|p next IH|[x y] next IH]; intros E l l' a s r h R.
    - reflexivity.
    - simpl. apply Sum_ext. intros c. now rewrite (IH c (behind c E) l l' a).
    - cbn [chance_of]. simpl. rewrite drawn_goes_on. simpl drawn at 2.
      replace (reacts P (of_side s r) (side b (x, y))) with (of_side (reacts P s x) (reacts P r y)) by
        (unfold of_side, side; now destruct b).
      apply (reaction_of_side
        (fun c q => chance_of (chain (identifier b) (chain P S)) (next c) (tt, q) (behind c E)) _ _ _ ((x, y) :: l) l').
      + apply (From_the_left _ _ _ _ _ _ a s a r); auto. clear. induction ((x, y) :: l) as [|p k IH]; simpl; auto.
        now rewrite IH.
      + apply fixed.
      + intros c s' r' k' h' R'. now apply (IH c (behind c E) ((x, y) :: l) k' c). }
  rewrite <- (X nil nil acknowledged (start P) (start P) (start S)) by constructor.
  unfold of_side. now destruct b.
Qed.
End Side.

Section Inserted.
Variables (f : function left) (f' : function right).
Hypothesis maps : maps_property P f f'.
Lemma reached_valid l l' t t' : reached P f l l' t t' -> valid f' l' = true.
Proof. induction 1 as [|l l' a s b r x y R IH V|l l' m next n next' a R IH]; auto. now apply (maps _ _ _ _ _ _ R). Qed.
(* Once f has rejected, all is halted. *)
Lemma rejecting (X Y : system (left * left)) A : forall l u v E, valid f l = false ->
  chance_of (chain (verifier f) X) A (l, u) E = chance_of (chain (verifier f) Y) A (l, v) E.
Proof.
  induction A as [|p next IH|m next IH]; intros l u v E V; simpl; auto.
  - apply Sum_ext. intros a. now rewrite (IH a l u v).
  - rewrite V. simpl. apply IH. simpl. now rewrite V.
Qed.
Variable S : system (right * right).
Lemma reaction_lets_pass p q : forall t t' l l' h, reached P f l l' t t' -> tosses_nothing _ t ->
  (forall a s c r k h, reached P f l k (Answers a s) (Answers c r) -> p a (s, r, h) = q a (s, r, (k, h))) ->
  drawn (handed_to S (both P t t') h) p = drawn (handed_to (chain (verifier f') S) (both P t t') (l', h)) q.
Proof.
  intros t. induction t as [a s|w next IH|m next IH]; intros t' l l' h R F H; [|destruct F|];
    pose proof (same_destination _ _ _ _ (reached_any _ _ _ _ _ R)) as D.
  - destruct t' as [c r|w next|n next]; try destruct D. exact (H a s c r l' h R).
  - destruct t' as [c r|w next'|n next']; try destruct D.
    pose proof (maps _ _ _ _ _ _ R) as V. cbn [both handed_to]. rewrite !drawn_goes_on.
    change (reacts (chain (verifier f') S) (l', h) (m, n)) with
      (handed_to S (if valid f' ((m, n) :: l') then Passes (m, n) (fun a => Answers a ((m, n) :: l'))
        else Answers halt ((m, n) :: l')) h).
    rewrite V. simpl. rewrite drawn_goes_on. apply drawn_ext. intros a h'. simpl.
    apply (IH a (next' a) l ((m, n) :: l')); auto. now apply (From_the_right _ _ _ _ _ _ m next n next').
Qed.
Theorem lets_all_pass : equivalent (chain (verifier f) (chain (double P) S))
  (chain (verifier f) (chain (double P) (chain (verifier f') S))).
Proof.
  intros A E. unfold seen. simpl start.
  assert (X : forall l l' a s c r h, reached P f l l' (Answers a s) (Answers c r) ->
    chance_of (chain (verifier f) (chain (double P) S)) A (l, (s, r, h)) E =
    chance_of (chain (verifier f) (chain (double P) (chain (verifier f') S))) A (l, (s, r, (l', h))) E).
  { revert E. induction A as [|p next IH|[x y] next IH]; intros E l l' a s c r h R.
    - reflexivity.
    - simpl. apply Sum_ext. intros z. now rewrite (IH z (behind z E) l l' a s c r h).
    - cbn [chance_of].
      assert (Q : forall (X : system (left * left)) u, reacts (chain (verifier f) X) (l, u) (x, y) =
        handed_to X (if valid f ((x, y) :: l) then Passes (x, y) (fun a => Answers a ((x, y) :: l))
          else Answers halt ((x, y) :: l)) u) by reflexivity.
      rewrite !Q. destruct (valid f ((x, y) :: l)) eqn:V.
      + simpl. rewrite !drawn_goes_on. simpl.
        apply (reaction_lets_pass
          (fun z u => chance_of (chain (verifier f) (chain (double P) S)) (next z) ((x, y) :: l, u) (behind z E))
          (fun z u => chance_of (chain (verifier f) (chain (double P) (chain (verifier f') S))) (next z)
            ((x, y) :: l, u) (behind z E)) _ _ ((x, y) :: l)).
        * now apply (From_the_left _ _ _ _ _ _ a s c r).
        * apply fixed.
        * intros z s' c' r' k h' R'. now apply (IH z (behind z E) _ _ z s' c' r').
      + simpl. now apply rejecting. }
  apply (X nil nil acknowledged (start P) acknowledged (start P) (start S)). constructor.
Qed.
End Inserted.
End Doubling.

Lemma verifier_fair {message} (f : function message) : fair_processing (verifier f).
Proof. intros l m. simpl. now destruct (valid f l && f (m :: l)). Qed.
(* Verifier and identifier before a mechanism are what they were defined to be. *)
Lemma seen_verified {message} (f : function message) (M : mechanism message) b A E :
  seen (chain (verifier f) (chain (identifier b) (as_system M))) A E = chance (verified f M b) A Empty E.
Proof.
  unfold seen. simpl start.
  assert (X : forall h, chance_of (chain (verifier f) (chain (identifier b) (as_system M))) A
    (messages h, (tt, sides b h)) E = chance (verified f M b) A h E).
  { revert E. induction A as [|p next IH|m next IH]; intros E h.
    - reflexivity.
    - simpl. apply Sum_ext. intros a. now rewrite IH.
    - destruct (valid f (m :: messages h)) eqn:V.
      + cbn [chance_of chance].
        change (reacts (chain (verifier f) (chain (identifier b) (as_system M))) (messages h, (tt, sides b h)) m) with
          (handed_to (chain (identifier b) (as_system M)) (if valid f (m :: messages h)
            then Passes m (fun a => Answers a (m :: messages h)) else Answers halt (m :: messages h)) (tt, sides b h)).
        rewrite V. simpl. apply Sum_ext. intros a. unfold verified at 1. rewrite V. f_equal. apply (IH a _ (Ext h m a)).
      + rewrite (chance_of_point (verified f M b) h m next E halt) by (intros a; unfold verified; now rewrite V).
        cbn [chance_of].
        change (reacts (chain (verifier f) (chain (identifier b) (as_system M))) (messages h, (tt, sides b h)) m) with
          (handed_to (chain (identifier b) (as_system M)) (if valid f (m :: messages h)
            then Passes m (fun a => Answers a (m :: messages h)) else Answers halt (m :: messages h)) (tt, sides b h)).
        rewrite V. simpl. rewrite <- (IH halt _ (Ext h m halt)). apply rejecting. exact V. }
  apply (X Empty).
Qed.
