(* What a composition weighs: the product of the shares of its mechanisms, each by what it was asked and has answered.
  *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions.
Import ListNotations.
Open Scope R_scope.

(* Transcripts that go on from another one. *)
Inductive from {query} (h0 : history_ query) : history_ query -> Prop :=
  | Here : from h0 h0
  | On h q a : from h0 h -> from h0 (Ext h q a).
Lemma from_trans {query} (h0 h1 h2 : history_ query) : from h0 h1 -> from h1 h2 -> from h0 h2.
Proof. intros A B. induction B; auto. now constructor. Qed.
(* Weights that are handed on from history to history, from one on. *)
Definition handed_on {query} (W : history_ query -> R) (h0 : history_ query) : Prop := forall h, from h0 h ->
  0 <= W h /\ forall q, Summable (fun a => W (Ext h q a)) /\ Sum 0 (fun a => W (Ext h q a)) = W h.
Lemma handed_on_later {query} (W : history_ query -> R) h0 h : from h0 h -> handed_on W h0 -> handed_on W h.
Proof. intros F H h' F'. apply H. now apply (from_trans _ h). Qed.
Lemma weight_handed_on {query} (K : mechanism query) h0 : law K -> handed_on (weight K) h0.
Proof. intros L h _. destruct (law_weights K L) as [P [_ [S1 E]]]. split; auto. Qed.

Section Shares.
Variable C : composition.
Notation pair := (message C * message C)%type.
Notation transcript := (history_ (request C * request C)).
Notation share := (history_ pair -> R).
(* The mechanisms that a transcript creates, and the part of the one with the number j, as pairs. *)
Definition members (h : transcript) : list (creation C) := created (lefts (messages h)).
Fixpoint parts (j : nat) (h : transcript) : history_ pair :=
  match h with
  | Empty => Empty
  | Ext h (Ask i m, Ask _ n) a => if (i =? j)%nat then Ext (parts j h) (m, n) a else parts j h
  | Ext h _ _ => parts j h
  end.
Lemma messages_parts j h : messages (parts j h) = pairs_to j (messages h).
Proof. induction h as [|h IH [[x|i m] [y|k n]] a]; simpl; auto. destruct (i =? j)%nat; simpl; now rewrite IH. Qed.
Lemma fits_ask i k m n l : fits C (Ask i m, Ask k n) l = true ->
  i = k /\ exists x, nth_error (created (lefts l)) i = Some x /\
  function_of C x ((m, n) :: pairs_to i l) = true.
Proof.
  simpl. rewrite Nat.eqb_refl. intros H. apply andb_prop in H as [E H]. apply Nat.eqb_eq in E. split; auto.
  destruct (nth_error (created (lefts l)) i) as [x|]; [|discriminate]. now exists x.
Qed.
Lemma fits_create x q l : fits C (Create x, q) l = true -> q = Create x /\ proper (parameters C x) = true.
Proof.
  destruct q as [y|]; simpl; [|discriminate]. intros H. apply andb_prop in H as [E H].
  apply (same_equal C) in E. now subst.
Qed.
Lemma suitable_parts m l : suitable C (m :: l) = true -> fits C m l = true /\ suitable C l = true.
Proof. simpl. apply andb_prop. Qed.
Lemma unborn j h : suitable C (messages h) = true -> (length (members h) <= j)%nat -> parts j h = Empty.
Proof.
  induction h as [|h IH [[x|i m] q] a]; auto; cbn [messages]; intros S1 L; apply suitable_parts in S1 as [FT S1].
  - apply fits_create in FT as [-> _]. simpl. unfold members in L. simpl in L. rewrite app_length in L. simpl in L.
    apply IH; auto. unfold members. lia.
  - destruct q as [y|k n]; [discriminate|]. apply fits_ask in FT as [-> [x [N _]]].
    unfold members in L. simpl in L. simpl. rewrite (IH S1) by (exact L).
    assert (k < length (created (lefts (messages h))))%nat by (apply nth_error_Some; congruence).
    destruct (Nat.eqb_spec k j); auto. subst. unfold lefts in *. lia.
Qed.
Lemma valid_part j x h : suitable C (messages h) = true -> nth_error (members h) j = Some x ->
  valid (function_of C x) (messages (parts j h)) = true.
Proof.
  induction h as [|h IH [[y|i m] q] a]; cbn [messages]; intros S1 N.
  - reflexivity.
  - apply suitable_parts in S1 as [FT S1]. apply fits_create in FT as [-> _]. simpl.
    unfold members in N. simpl in N. change (map fst (messages h)) with (lefts (messages h)) in N.
    destruct (Nat.lt_ge_cases j (length (members h))) as [L|L].
    + rewrite nth_error_app1 in N by exact L. auto.
    + now rewrite (unborn j h S1 L).
  - apply suitable_parts in S1 as [FT S1]. destruct q as [y|k n]; [discriminate|].
    apply fits_ask in FT as [-> [y [M FT]]]. simpl.
    destruct (Nat.eqb_spec k j) as [->|E]; [|apply IH; auto].
    assert (X : y = x).
    { change (nth_error (created (lefts (messages h))) j = Some x) in N. congruence. }
    subst y.
    simpl. rewrite IH by auto. now rewrite messages_parts, FT.
Qed.
(* One side of what a composition is asked. *)
Lemma messages_sides {X} b (h : history_ (X * X)) : messages (sides b h) = map (side b) (messages h).
Proof. induction h as [|h IH m a]; simpl; auto. now rewrite IH. Qed.
Lemma one_side b h : suitable C (messages h) = true -> created (messages (sides b h)) = members h /\
  goes_on (messages (sides b h)) = true /\ forall j, part j (sides b h) = sides b (parts j h).
Proof.
  induction h as [|h IH [[y|i m] q] a]; cbn [messages]; intros S1; auto.
  - apply suitable_parts in S1 as [FT S1]. apply fits_create in FT as [-> _]. destruct (IH S1) as [I1 [I2 I3]].
    unfold members in *. destruct b; simpl; rewrite I1; auto.
  - apply suitable_parts in S1 as [FT S1]. destruct q as [y|k n]; [discriminate|].
    apply fits_ask in FT as [-> [y [M _]]]. destruct (IH S1) as [I1 [I2 I3]].
    assert (L : (k <? length (members h))%nat = true).
    { apply Nat.ltb_lt, nth_error_Some. unfold members. congruence. }
    unfold members in *. destruct b; simpl; rewrite I1, I2, L; repeat split; auto;
      intros j; rewrite I3; destruct (k =? j)%nat; reflexivity.
Qed.

(* The functions of compositions want suitable sequences. *)
Variable F : function (request C).
Hypothesis F_suits : forall l, F l = true -> suitable C l = true.
Lemma suits l : valid F l = true -> suitable C l = true.
Proof. destruct l; auto. simpl valid. intros H. apply andb_prop in H as [_ H]. now apply F_suits. Qed.
Definition composed : bool -> mechanism (request C * request C) := verified F (ExtConComp C).
Lemma composed_creates b h x y a : valid F ((Create x, y) :: messages h) = true ->
  composed b h (Create x, y) a = point acknowledged a.
Proof.
  intros V. unfold composed, verified. rewrite V. apply suits in V as S1. apply suitable_parts in S1 as [FT S1].
  apply fits_create in FT as [-> _]. destruct (one_side b h S1) as [I1 [I2 I3]].
  unfold ExtConComp. destruct b; simpl; now rewrite I2.
Qed.
Lemma composed_answers b h i m q : valid F ((Ask i m, q) :: messages h) = true -> exists n x,
  q = Ask i n /\ nth_error (members h) i = Some x /\
  forall a, composed b h (Ask i m, q) a = member C x b (parts i h) (m, n) a.
Proof.
  intros V. apply suits in V as S1. pose proof S1 as S2. apply suitable_parts in S1 as [FT S1].
  destruct q as [y|k n]; [discriminate|]. apply fits_ask in FT as [<- [x [M FT]]]. exists n, x. split; auto. split;
    auto.
  intros a. unfold composed, verified. rewrite V. destruct (one_side b h S1) as [I1 [I2 I3]].
  assert (L : (i <? length (members h))%nat = true).
  { apply Nat.ltb_lt, nth_error_Some. unfold members. congruence. }
  unfold member, verified. simpl valid. rewrite messages_parts, FT, <- messages_parts, (valid_part i x h S1 M).
  unfold ExtConComp. unfold members in *. destruct b; simpl; rewrite I1, I2, L, M, I3; reflexivity.
Qed.

(* The product of shares, of those with the numbers from n on. *)
Fixpoint product (n : nat) (st : list share) (h : transcript) : R :=
  match st with nil => 1 | W :: st => W (parts n h) * product (S n) st h end.
Lemma product_app s1 s2 h : forall n, product n (s1 ++ s2) h = product n s1 h * product (n + length s1) s2 h.
Proof.
  induction s1 as [|W s1 IH]; intros n; simpl. rewrite Nat.add_0_r. ring. rewrite IH.
  replace (n + S (length s1))%nat with (S n + length s1)%nat by lia. ring.
Qed.
Lemma product_others st i m k n' h a : forall n, (i < n \/ n + length st <= i)%nat ->
  product n st (Ext h (Ask i m, Ask k n') a) = product n st h.
Proof.
  induction st as [|W st IH]; intros n L; simpl; auto. simpl in L. rewrite IH by lia.
  destruct (Nat.eqb_spec i n); [lia | reflexivity].
Qed.
Lemma product_created st x y h a : forall n, product n st (Ext h (Create x, y) a) = product n st h.
Proof. induction st as [|W st IH]; intros n; simpl; auto. now rewrite IH. Qed.
Fixpoint all_handed_on (n : nat) (st : list share) (h : transcript) : Prop :=
  match st with nil => True | W :: st => handed_on W (parts n h) /\ all_handed_on (S n) st h end.
Lemma parts_from j h q a : from (parts j h) (parts j (Ext h q a)).
Proof. simpl. destruct q as [[x|i m] [y|k n]]; try constructor. destruct (i =? j)%nat; repeat constructor. Qed.
Lemma all_later st h q a : forall n, all_handed_on n st h -> all_handed_on n st (Ext h q a).
Proof.
  induction st as [|W st IH]; intros n; cbn [all_handed_on]; auto. intros [A B]. split; auto.
  apply (handed_on_later W (parts n h)); auto. apply parts_from.
Qed.
Lemma all_app s1 s2 h : forall n, all_handed_on n (s1 ++ s2) h <-> all_handed_on n s1 h /\ all_handed_on (n + length
  s1) s2 h.
Proof.
  induction s1 as [|W s1 IH]; intros n; simpl. rewrite Nat.add_0_r. tauto. rewrite IH.
  replace (n + S (length s1))%nat with (S n + length s1)%nat by lia. tauto.
Qed.
Lemma product_pos st h : forall n, all_handed_on n st h -> 0 <= product n st h.
Proof.
  induction st as [|W st IH]; intros n; simpl. lra. intros [A B]. apply Rmult_le_pos; auto. apply (A (parts n h)).
    constructor.
Qed.
(* The share that is asked hands on the whole product. *)
Lemma product_sum st i m k n' h : all_handed_on 0 st h -> (i < length st)%nat ->
  Summable (fun a => product 0 st (Ext h (Ask i m, Ask k n') a)) /\
  Sum 0 (fun a => product 0 st (Ext h (Ask i m, Ask k n') a)) = product 0 st h.
Proof.
  intros G L. destruct (nth_error st i) as [W|] eqn:N; [|apply nth_error_None in N; lia].
  apply nth_error_split in N as [s1 [s2 [-> LE]]].
  assert (X : forall a, product 0 (s1 ++ W :: s2) (Ext h (Ask i m, Ask k n') a) =
     (product 0 s1 h * product (S i) s2 h) * W (Ext (parts i h) (m, n') a)).
  { intros a. rewrite product_app. cbn [product]. rewrite !product_others by (simpl; lia).
    rewrite LE. simpl. rewrite Nat.eqb_refl. ring. }
  apply all_app in G as [_ [G _]]. simpl in G. rewrite LE in G. destruct (G (parts i h) (Here _)) as [_ H].
  destruct (H (m, n')) as [Z E]. split.
  - apply (Summable_ext (fun a => (product 0 s1 h * product (S i) s2 h) * W (Ext (parts i h) (m, n') a))).
    intros a. now rewrite X. now apply Summable_scal.
  - rewrite (Sum_ext 0 _ _ X), Sum_scal, E, product_app. cbn [product]. rewrite Nat.add_0_l, LE. ring.
Qed.
End Shares.
