(* Continual mechanisms and pairs: identical ones are answered alike, and exchanging all sides exchanges the worlds. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Strategies Laziness.
From Concomp Require HSV26_Lemma_5_6_repaired_1 HSV26_Lemma_5_6_repaired_2.
From Concomp Require HSV26_Lemma_5_6_repaired_4 HSV26_Lemma_5_6_repaired_5.
Import ListNotations.
Open Scope R_scope.

Section Reaching.
Variables (query : Type) (g : R) (K : bool -> mechanism query).
Lemma in_world_weight b h : in_world K b h = weight (K b) h.
Proof. induction h as [|h IH q a]; simpl; auto. now rewrite IH. Qed.
(* What a strategy reaches, as Lemma 5.6 has it. *)
Fixpoint D (n : nat) (b : bool) (s : strategy_ query) (h : history_ query) : R :=
  match n with
  | O => Rmax 0 (in_world K b h - g * in_world K (negb b) h)
  | S n => Sum 0 (fun a => D n b (then_ s a) (Ext h (first_ s) a))
  end.
Lemma D_reached n b : forall s h, D n b s h = reached _ g K n b s h.
Proof. induction n; intros s h; simpl. now rewrite !in_world_weight. apply Sum_ext. intros a. apply IHn. Qed.
End Reaching.

Section Pairs.
Variable message : Type.
Variable some_message : message.
Variable same : message -> message -> bool.
Hypothesis same_equal : forall m n, same m n = true <-> m = n.
Variables (f : function message) (M : mechanism message) (g : R).
Hypothesis odds : 1 < g.
Hypothesis discrete : forall b, law (verified f M b).
Notation history := (history_ (message * message)).
Notation K := (verified f M).
Notation mu := (in_world K).
Notation budget := (least_budget same g K).
Definition lazily (beta : R) : Prop := simulates_lazily beta (all_identical same) g mu.

Lemma waits_or_not h : all_identical same h = 0 \/ (all_identical same h = 1 /\ identical h).
Proof.
  induction h as [|h IH [m n] a]; simpl; auto. unfold goes_on_for. simpl. destruct (same m n) eqn:E.
  - destruct IH as [->|[-> I]]; [left; ring | right]. split. ring. split; auto. now apply same_equal.
  - left. ring.
Qed.
Lemma identical_pairs b h : all_identical same h * mu false h = all_identical same h * mu b h.
Proof. destruct (waits_or_not h) as [->|[-> I]]. ring. f_equal. rewrite !in_world_weight. now apply identical_alike.
  Qed.

(* Exchanged pairs. *)
Fixpoint exchange (h : history) : history := match h with Empty => Empty | Ext h m a => Ext (exchange h) (swap m) a end.
Lemma exchange_identical h : identical h -> exchange h = h.
Proof. induction h as [|h IH [m n] a]; simpl; auto. intros [I E]. rewrite IH by auto. simpl in E. now subst. Qed.
Lemma messages_exchange h : messages (exchange h) = map swap (messages h).
Proof. induction h as [|h IH m a]; simpl; auto. now rewrite IH. Qed.
Lemma sides_exchange b h : sides (negb b) (exchange h) = sides b h.
Proof. induction h as [|h IH [m n] a]; simpl; auto. rewrite IH. now destruct b. Qed.
Section Invariant.
Hypothesis fair_to_sides : invariant f.
Lemma valid_exchange l : valid f (map swap l) = valid f l.
Proof. induction l as [|m l IH]; auto. simpl map. cbn [valid]. rewrite IH. f_equal. apply (fair_to_sides (m :: l)). Qed.
Lemma mu_exchange b h : mu (negb b) (exchange h) = mu b h.
Proof.
  induction h as [|h IH m a]; simpl; auto. rewrite IH. f_equal. unfold verified.
  change (swap m :: messages (exchange h)) with (messages (exchange (Ext h m a))). rewrite messages_exchange,
    valid_exchange.
  rewrite sides_exchange. simpl. now destruct b.
Qed.
Lemma Lower_exchange n : forall b h q, Lower _ g K n (negb b) (exchange h) (swap q) = Lower _ g K n b h q.
Proof.
  induction n; intros b h q; cbn [Lower].
  - apply Sum_ext. intros a. change (Ext (exchange h) (swap q) a) with (exchange (Ext h q a)).
    now rewrite !mu_exchange.
  - apply Sum_ext. intros a. change (Ext (exchange h) (swap q) a) with (exchange (Ext h q a)).
    rewrite (exchanged swap (fun p => Lower _ g K n (negb b) (exchange (Ext h q a)) p)) by (now intros []).
    apply Sup_ext. intros p. apply IHn.
Qed.
Lemma L_inf_exchange b h : L_inf _ g K (negb b) (exchange h) = L_inf _ g K b h.
Proof.
  apply Lim_ext. intros [|n]; cbn [L].
  - now rewrite !mu_exchange.
  - rewrite (exchanged swap (fun p => Lower _ g K n (negb b) (exchange h) p)) by (now intros []).
    apply Sup_ext. intros p. apply Lower_exchange.
Qed.
Lemma needed_alike b h : Needed _ same g K b h = Needed _ same g K (negb b) h.
Proof.
  unfold Needed. destruct (waits_or_not h) as [->|[-> I]]. ring. f_equal.
  rewrite <- (L_inf_exchange b h). now rewrite exchange_identical.
Qed.
End Invariant.

Lemma K0 a b h q : 0 <= K b h q a. Proof. apply (discrete b h q). Qed.
Lemma K1 a b h q : K b h q a <= 1.
Proof. destruct (discrete b h q) as [P [Z E]]. rewrite <- E. now apply one_term. Qed.
Lemma K2 b h q : Summable (fun a => K b h q a). Proof. apply (discrete b h q). Qed.
Lemma K3 b h q : Sum 0 (fun a => K b h q a) = 1. Proof. apply (discrete b h q). Qed.
Lemma goes_on_or_not h q : goes_on_for _ same h q * goes_on_for _ same h q = goes_on_for _ same h q.
Proof. unfold goes_on_for. destruct (same _ _); ring. Qed.
Lemma odds' : 1 <= g. Proof. lra. Qed.
Notation pair0 := (some_message, some_message).
Theorem enough beta : budget <= beta -> beta <= 1 -> lazily beta.
Proof.
  intros B B1. exact (HSV26_Lemma_5_6_repaired_1.HSV26_Lemma_5_6_repaired_1 _ pair0 beta g K (goes_on_for _ same)
    B B1 odds' K0 K1 K2 K3 goes_on_or_not identical_pairs odds).
Qed.
Section Private.
Variable d : R.
Hypothesis in_range : 0 <= d <= 1.
Hypothesis is_private : private g d K.
Lemma reaches b n s : D _ g K n b s Empty <= d.
Proof. rewrite D_reached. apply (reached_at_most _ g d K discrete is_private). Qed.
Theorem twice : budget <= 2 * d /\ budget <= 1.
Proof.
  exact (HSV26_Lemma_5_6_repaired_2.HSV26_Lemma_5_6_repaired_2 _ pair0 g K (goes_on_for _ same) d
    K0 K1 odds' K2 K3 goes_on_or_not identical_pairs (proj1 in_range) (proj2 in_range) reaches).
Qed.
Theorem pure_enough : d = 0 -> lazily d.
Proof.
  intros Z. apply enough; [|apply in_range].
  exact (HSV26_Lemma_5_6_repaired_4.HSV26_Lemma_5_6_repaired_4 _ pair0 g K (goes_on_for _ same) d
    K0 K1 odds' K2 K3 goes_on_or_not identical_pairs (proj1 in_range) (proj2 in_range) reaches Z).
Qed.
Theorem invariant_enough : invariant f -> lazily d.
Proof.
  intros I. apply enough; [|apply in_range].
  exact (HSV26_Lemma_5_6_repaired_5.HSV26_Lemma_5_6_repaired_5 _ pair0 g K (goes_on_for _ same) d
    K0 K1 odds' K2 K3 goes_on_or_not identical_pairs (needed_alike I) (proj1 in_range) (proj2 in_range) reaches).
Qed.
End Private.
End Pairs.
