(* The continual mechanisms that interactive ones are for f_~ are as private as these. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families Shares Slots Parallel.
Import ListNotations.
Open Scope R_scope.

Lemma minus_le x y z : x - y <= z -> x <= y + z.
Proof. lra. Qed.
Lemma rejects {message} (f : function message) M b h m a : valid f (m :: messages h) = false -> verified f M b h m a =
  point halt a.
Proof. intros V. unfold verified. now rewrite V. Qed.
Lemma admits {message} (f : function message) M b h m a : valid f (m :: messages h) = true ->
  verified f M b h m a = M (sides b h) (side b m) a.
Proof. intros V. unfold verified. now rewrite V. Qed.
Lemma rejected {message} (f : function message) M b h m next E : valid f (m :: messages h) = false ->
  chance (verified f M b) (Asks m next) h E = chance halting (next halt) Empty (behind halt E).
Proof.
  intros V. rewrite (chance_of_point _ h m next E halt) by (intros a; now apply rejects). now apply halted.
Qed.

Section Interactive.
Variable X : family.
Notation said := (state X + question X)%type.
Notation as_continual := (as_continual X).
Notation continual := (continual X).
Notation f_neighbouring := (f_neighbouring X).
Notation private_for_neighbours := (private_for_neighbours X).
Notation questions := (questions X).
Notation start := (start X).
Lemma continual_answers x h s p a : h <> Empty -> start h = Some s ->
  continual x h (inr p) a = interactive X x s (questions h) p a.
Proof. destruct h as [|h m a']; [congruence|]. intros _ S1. unfold continual. now rewrite S1. Qed.
Lemma f_neighbouring_consistent x : first_pair_consistent (f_neighbouring x).
Proof.
  intros l p E. induction l as [|[m n] l IH]; intros V q I. destruct I.
  assert (Y : exists r l', l ++ [p] = r :: l') by (destruct l; simpl; eauto). destruct Y as [r [l' Y]].
  simpl in V. rewrite Y in V. destruct m as [s|u], n as [t|v]; try discriminate.
  apply andb_prop in V as [V1 V2]. rewrite <- Y in V2. apply same_question_equal in V1. destruct I as [<-|I].
  - simpl. now rewrite V1.
  - now apply IH.
Qed.
Lemma member_law x : (forall s, law (interactive X x s)) -> forall b, law (member as_continual x b).
Proof.
  intros L b h [m n]. unfold member, verified. destruct (valid _ _); [|apply point_law].
  change (distribution (continual x (sides b h) (side b (m, n)))). unfold continual.
  destruct (sides b h) as [|k r a]; destruct (side b (m, n)) as [s|q]; try apply point_law.
  destruct (start (Ext k r a)) as [s|]; [apply L | apply point_law].
Qed.

(* An adversary of the continual mechanism, behind the first pair, as one of the interactive mechanism. *)
Fixpoint asked_by (A : adversary (said * said)) : adversary (question X) :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => asked_by (next a))
  | Asks (inr p, inr q) next =>
    if same_question X p q then Asks p (fun a => asked_by (next a)) else Draws (point halt) (fun a =>
      told_halt (next a))
  | Asks _ next => Draws (point halt) (fun a => told_halt (next a))
  end.
Lemma asked_by_fair A : fair A -> fair (asked_by A).
Proof.
  induction A as [|p next IH|[[s|p] [t|q]] next IH]; simpl; auto.
  - intros [D F]. auto.
  - intros F. split. apply point_law. intros a. now apply told_halt_fair.
  - intros F. split. apply point_law. intros a. now apply told_halt_fair.
  - intros F. split. apply point_law. intros a. now apply told_halt_fair.
  - intros F. destruct (same_question X p q); simpl; auto. split. apply point_law. intros a. now apply told_halt_fair.
Qed.
Lemma asked_by_chance x b s A : forall k E, valid (f_neighbouring x) (messages k) = true -> start (sides b k) =
  Some s ->
  chance (member as_continual x b) A k E = chance (interactive X x s) (asked_by A) (questions (sides b k)) E.
Proof.
  induction A as [|p next IH|[m n] next IH]; intros k E V S1.
  - reflexivity.
  - simpl. apply Sum_ext. intros a. now rewrite IH.
  - assert (NE : exists k' r a, k = Ext k' r a) by (destruct k as [|k' r a]; [discriminate | eauto]).
    assert (HALT : valid (f_neighbouring x) ((m, n) :: messages k) = false ->
      chance (member as_continual x b) (Asks (m, n) next) k E =
      chance (interactive X x s) (Draws (point halt) (fun a => told_halt (next a))) (questions (sides b k)) E).
    { intros NV. transitivity (chance (@halting (said * said)) (next halt) Empty (behind halt E)).
      - exact (rejected (f_neighbouring x) (continual x) b k (m, n) next E NV).
      - refine (eq_trans _ (eq_sym (proj2 (point_sum halt (fun a => chance (interactive X x s) (told_halt (next a))
          (questions (sides b k)) (behind a E)))))). symmetry. apply told_halt_chance. }
    destruct NE as [k' [r [a0 Ek]]].
    assert (VV : valid (f_neighbouring x) ((m, n) :: messages k) =
      match m, n with inr p, inr q => same_question X p q | _, _ => false end).
    { cbn [valid]. rewrite V. simpl. rewrite Ek. simpl messages. destruct m as [s'|p], n as [t|q]; auto.
      rewrite Ek in V. cbn [messages valid] in V. apply andb_prop in V as [_ V]. now rewrite V, andb_true_r. }
    destruct m as [s'|p], n as [t|q]; try (apply HALT; exact VV).
    cbn [asked_by]. destruct (same_question X p q) eqn:SQ; [|apply HALT; exact VV].
    apply same_question_equal in SQ. subst q. cbn [chance]. apply Sum_ext. intros a.
    rewrite IH; auto.
    + assert (SB : side b (@inr (state X) (question X) p, @inr (state X) (question X) p) = inr p) by now destruct b.
      assert (K1 : member as_continual x b k (inr p, inr p) a = interactive X x s (questions (sides b k)) p a).
      { refine (eq_trans (admits (f_neighbouring x) (continual x) b k (inr p, inr p) a VV) _). rewrite SB.
        apply continual_answers; auto. rewrite Ek. discriminate. }
      apply f_equal2; [exact K1|]. f_equal. destruct b; reflexivity.
    + rewrite Ek in *. exact S1.
Qed.
Lemma member_private x : proper (odds X x, budget X x) = true -> (forall s, law (interactive X x s)) ->
  private_for_neighbours x -> private (odds X x) (budget X x) (member as_continual x).
Proof.
  intros P LI PN. apply proper_bounds in P as [G [D0 D1]]. simpl in G, D0, D1.
  assert (TR : forall r, 0 <= r -> r <= odds X x * r + budget X x).
  { intros r H. assert (1 * r <= odds X x * r) by now apply Rmult_le_compat_r. lra. }
  pose proof (member_law x LI) as ML.
  intros A. induction A as [|p next IH|[m n] next IH]; intros E b FA.
  - simpl. apply TR. destruct (E nil); lra.
  - simpl. destruct FA as [D FA]. pose proof D as [P0 [P1 P2]].
    assert (Z : forall c, Summable (fun a => p a * chance (member as_continual x c) (next a) Empty (behind a E))).
    { intros c. apply (mean p _ 1 D). intros a. apply chance_bounds; auto. }
    enough (H : Sum 0 (fun a => p a * chance (member as_continual x b) (next a) Empty (behind a E)
      - odds X x * (p a * chance (member as_continual x (negb b)) (next a) Empty (behind a E))) <= budget X x).
    { rewrite Sum_minus, Sum_scal in H; [exact (minus_le _ _ _ H) | apply Z | apply Summable_scal, Z]. }
    apply Rle_trans with (Sum 0 (fun a => budget X x * p a)); [|right; rewrite Sum_scal, P2; ring].
    apply Sum_le.
    + intros a. pose proof (IH a (behind a E) b (FA a)) as H. apply (Rmult_le_compat_l (p a)) in H; auto. lra.
    + apply Summable_minus; [apply Z | apply Summable_scal, Z].
    + now apply Summable_scal.
  - destruct (valid (f_neighbouring x) [(m, n)]) eqn:V.
    + destruct m as [s|p], n as [t|q]; try discriminate.
      set (E' := behind acknowledged E).
      assert (Q : forall c, chance (member as_continual x c) (Asks (inl s, inl t) next) Empty E =
        chance (interactive X x (if c then t else s)) (asked_by (next acknowledged)) Empty E').
      { intros c. rewrite (chance_of_point _ Empty (inl s, inl t) next E acknowledged).
        - refine (eq_trans (asked_by_chance x c (if c then t else s) (next acknowledged)
            (Ext Empty (inl s, inl t) acknowledged) E' V ltac:(now destruct c)) _). now destruct c.
        - intros a. refine (eq_trans (admits (f_neighbouring x) (continual x) c Empty (inl s, inl t) a V) _).
          now destruct c. }
      rewrite !Q. simpl in V. apply orb_prop in V as [V|V].
      * apply (PN s t V). now apply asked_by_fair.
      * apply same_state_equal in V. subst t.
        replace (if negb b then s else s) with s by now destruct b. replace (if b then s else s) with s by now destruct
          b.
        apply TR. apply chance_bounds; auto. now apply asked_by_fair.
    + assert (Q : forall c, chance (member as_continual x c) (Asks (m, n) next) Empty E =
        chance (@halting (said * said)) (next halt) Empty (behind halt E))
        by (intros c; exact (rejected (f_neighbouring x) (continual x) c Empty (m, n) next E V)).
      rewrite !Q. apply TR. apply chance_bounds; auto. apply halting_law.
Qed.
End Interactive.
