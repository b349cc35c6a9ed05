(* Every private mechanism has a simulator: Lemma 4.7, for any epsilon at least 0, as it is used in compositions. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Strategies.
From Concomp Require HSV26_Lemma_4_7 HSV26_Section_4_2_Lemma_4_7_at_eps_0.
Import ListNotations.
Open Scope R_scope.

Definition mixed (g delta : R) (b : bool) (f : outcome -> R) : R := each_outcome (fun o => RR g delta b o * f o).
Definition simulated {query} (g delta : R) (K : bool -> mechanism query) : Prop := exists T : outcome ->
  mechanism query,
  (forall o, law (T o)) /\ forall b h, mixed g delta b (fun o => weight (T o) h) = weight (K b) h.

Section Simulator.
Variable query : Type.
Variable some_query : query.
Variables (g delta : R) (K : bool -> mechanism query).
Hypothesis odds : 1 <= g.
Hypothesis budget : 0 <= delta <= 1.
Hypothesis discrete : forall b, law (K b).
Hypothesis is_private : private g delta K.
Notation reached := (reached query g K).
Notation reached_at_most := (reached_at_most query g delta K discrete is_private).
Theorem simulator : simulated g delta K.
Proof.
  assert (P : forall a b h q, 0 <= K b h q a) by (intros a b h q; apply (discrete b h q)).
  assert (Q : forall a b h q, K b h q a <= 1).
  { intros a b h q. destruct (discrete b h q) as [P' [Z E]]. rewrite <- E. now apply one_term. }
  assert (Z : forall b h q, Summable (fun a => K b h q a)) by (intros b h q; apply (discrete b h q)).
  assert (E : forall b h q, Sum 0 (fun a => K b h q a) = 1) by (intros b h q; apply (discrete b h q)).
  assert (X : simulates delta g (fun b => weight (K b))).
  { destruct (Req_dec g 1) as [G|G].
    - assert (W : forall b h, HSV26_Section_4_2_Lemma_4_7_at_eps_0.μ query K b h = weight (K b) h).
      { induction h as [|h IH q a]; simpl; auto. now rewrite IH. }
      destruct (HSV26_Section_4_2_Lemma_4_7_at_eps_0.HSV26_Section_4_2_Lemma_4_7_at_eps_0 query some_query delta g K
        P Q odds Z E (proj1 budget) (proj2 budget)) as [T [L M]]; auto.
      + intros b n s. replace (HSV26_Section_4_2_Lemma_4_7_at_eps_0.D query g K n b s Empty) with (reached n b s Empty).
        apply reached_at_most. generalize (@Empty query). revert s.
        induction n; intros s h; simpl. now rewrite !W. apply Sum_ext. intros a. apply IHn.
      + exists T. split; auto. intros A b h. now rewrite M, W.
    - assert (W : forall b h, HSV26_Lemma_4_7.μ query K b h = weight (K b) h).
      { induction h as [|h IH q a]; simpl; auto. now rewrite IH. }
      destruct (HSV26_Lemma_4_7.HSV26_Lemma_4_7 query some_query delta g K
        P Q odds Z E (proj1 budget) (proj2 budget)) as [T [L M]]; auto.
      + intros b n s. replace (HSV26_Lemma_4_7.D query g K n b s Empty) with (reached n b s Empty).
        apply reached_at_most. generalize (@Empty query). revert s.
        induction n; intros s h; simpl. now rewrite !W. apply Sum_ext. intros a. apply IHn.
      + lra.
      + exists T. split; auto. intros A b h. now rewrite M, W. }
  destruct X as [T [L M]]. exists T. split; [exact L|]. intros b h.
  specialize (M (fun _ _ => 1) b h). unfold mixed.
  assert (V : forall h, asked (fun (_ : history_ query) (_ : query) => 1) h = 1).
  { induction h0 as [|h0 IH q a]; simpl; auto. rewrite IH. ring. }
  rewrite V, Rmult_1_l in M. rewrite <- M. unfold each_outcome, each_bit.
  now rewrite !view_weight, !V, !Rmult_1_l.
Qed.
End Simulator.
