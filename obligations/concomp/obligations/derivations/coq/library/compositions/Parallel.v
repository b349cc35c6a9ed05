(* Few mechanisms get different queries: those whose first pair tells, and those that lose no delta. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games Covers Slots Exceptions.
Import ListNotations.
Open Scope R_scope.

(* Responses for slots cover those that get different queries. *)
Theorem within_slots_of_exceptions (C : composition) (F : function (request C)) (slots : list (R * R)) (g d : R) :
  (forall l, F l = true -> suitable C l = true) ->
  (forall l, F l = true -> sub_multiset (map (parameters C) (exceptional C l)) slots = true) ->
  (forall x b, law (member C x b)) ->
  (forall x k m n, proper (parameters C x) = true -> identical k -> m <> n ->
    valid (function_of C x) ((m, n) :: messages k) = true -> splits C x k) ->
  good_slots slots -> private_responses g d slots -> private g d (verified F (ExtConComp C)).
Proof.
  intros FS FM L SP G H A E b FA.
  assert (X : exists rest, left_over (map (parameters C) nil) slots = Some rest /\ good_slots rest /\ excess g b rest 1
    1 <= d).
  { exists slots. split; auto. split; auto. now apply excess_at_most. }
  pose proof (gain C F FS L SP g b
    (fun B l w w' => exists rest, left_over (map (parameters C) l) slots = Some rest /\ good_slots rest /\
      excess g b rest w w' <= B)) as T.
  assert (Y : gain_at C F g b A Empty E nil d 1 1).
  { apply T; auto; clear T.
    - intros B l w w' [rest [_ [GR Z]]]. pose proof (excess_pos g b rest w w').
      pose proof (excess_least g b rest GR w w'). lra.
    - intros B q x h w w' [rest [LO [GR Z]]] V EX. simpl in V. apply andb_prop in V as [_ V]. apply FM in V.
      rewrite EX, map_app in V. apply left_over_all in V as [r V]. simpl in V.
      pose proof (left_over_one_more _ (parameters C x) _ _ LO) as LO'. rewrite LO' in V.
      exists (fun o => excess g b r (w * RR (e_eps C x) (delta C x) b o) (w' * RR (e_eps C x) (delta C x) (negb b) o)).
      split.
      + rewrite (excess_taken g b _ _ _ w w' V) in Z. exact Z.
      + intros o. exists r. rewrite map_app. simpl. rewrite LO'. split; auto. split; [|lra].
        now apply (without_good _ _ _ V).
    - exact I.
    - intros n W X'. destruct n; discriminate. }
  unfold gain_at in Y. simpl in Y. rewrite <- !(composed_played C F FS) in Y. unfold composed in Y. lra.
Qed.

(* Behind an identical first pair all are identical, so different queries come first, and Lemma 4.7 says the rest. *)
Lemma consistent_splits (C : composition) x k m n : (forall x b, law (member C x b)) ->
  simulated (e_eps C x) (delta C x) (member C x) -> first_pair_consistent (function_of C x) ->
  identical k -> m <> n -> valid (function_of C x) ((m, n) :: messages k) = true -> splits C x k.
Proof.
  intros L [T [TL TM]] FC I N V. assert (k = Empty).
  { destruct k as [|k q a]; auto. exfalso. apply N.
    assert (X : exists l p, messages (Ext k q a) = l ++ [p] /\ fst p = snd p).
    { clear V. revert I. generalize a, q. induction k as [|k IH q0 a0]; intros a' q' I.
      - exists nil, q'. simpl in *. tauto.
      - destruct I as [I E]. destruct (IH a0 q0 I) as [l [p [E1 E2]]].
        exists (q' :: l), p. split; auto. change (messages (Ext (Ext k q0 a0) q' a')) with (q' ::
          messages (Ext k q0 a0)).
        now rewrite E1. }
    destruct X as [l [p [E1 E2]]]. rewrite E1 in V. cbn [valid] in V. apply andb_prop in V as [_ V].
    apply (FC ((m, n) :: l) p E2 V (m, n)). now left. }
  subst k. exists (fun o => weight (T o)). split; [|split].
  - intros o. now apply weight_handed_on.
  - reflexivity.
  - intros b k' _. symmetry. apply TM.
Qed.

(* An adversary that asks what h asks, and goes on only if it is answered as in h. *)
Section Replayed.
Variable query : Type.
Fixpoint replay (h : history_ query) (A : adversary query) : adversary query :=
  match h with Empty => A | Ext h q a => replay h (Asks q (fun a' => if Nat.eqb a' a then A else Stops)) end.
Fixpoint replayed (h : history_ query) (E : views) : views :=
  match h with
  | Empty => E
  | Ext h q a => replayed h (fun v => match v with a' :: v => if Nat.eqb a' a then E v else false | nil => false end)
  end.
Lemma replay_fair h : forall A, fair A -> fair (replay h A).
Proof. induction h as [|h IH q a]; intros A F; simpl; auto. apply IH. intros a'. now destruct (Nat.eqb a' a). Qed.
Lemma replay_chance (K : mechanism query) h : forall A E,
  chance K (replay h A) Empty (replayed h E) = weight K h * chance K A h E.
Proof.
  induction h as [|h IH q a]; intros A E. simpl. ring.
  cbn [replay replayed]. rewrite IH. cbn [chance weight]. rewrite Rmult_assoc. f_equal.
  rewrite (Sum_ext 0 _ (fun a' => point a a' * (K h q a * chance K A (Ext h q a) E))).
  - apply (proj2 (point_sum a (fun _ => K h q a * chance K A (Ext h q a) E))).
  - intros a'. unfold point. destruct (Nat.eqb_spec a' a) as [->|N].
    + rewrite Rmult_1_l. f_equal. unfold behind. f_equal. apply FunctionalExtensionality.functional_extensionality.
      intros v.
      now rewrite Nat.eqb_refl.
    + simpl. unfold behind. destruct (Nat.eqb_spec a' a); [contradiction|]. ring.
Qed.
(* What a mechanism does after h is a mechanism. *)
Fixpoint join (h k : history_ query) : history_ query := match k with Empty => h | Ext k q a => Ext (join h k) q a end.
Definition later (K : mechanism query) (h : history_ query) : mechanism query := fun k => K (join h k).
Lemma later_chance K h A : forall k E, chance (later K h) A k E = chance K A (join h k) E.
Proof. induction A; intros k E; simpl; auto; apply Sum_ext; intros a; now rewrite H. Qed.
Lemma later_weight K h k : weight K (join h k) = weight K h * weight (later K h) k.
Proof. induction k as [|k IH q a]; simpl. ring. rewrite IH. unfold later. ring. Qed.
Fixpoint size (h : history_ query) : nat := match h with Empty => 0 | Ext h _ _ => S (size h) end.
Fixpoint drop (n : nat) (h : history_ query) : history_ query :=
  match h with Empty => Empty | Ext h' q a => if (n <=? size h')%nat then Ext (drop n h') q a else Empty end.
Lemma size_join h k : (size h <= size (join h k))%nat.
Proof. induction k; simpl; lia. Qed.
Lemma drop_join h k : drop (size h) (join h k) = k.
Proof.
  induction k as [|k IH q a]; cbn [join drop].
  - destruct h as [|h q a]; auto. cbn [size drop]. destruct (Nat.leb_spec (S (size h)) (size h)); [lia | reflexivity].
  - rewrite IH. destruct (Nat.leb_spec (size h) (size (join h k))); auto. pose proof (size_join h k). lia.
Qed.
Lemma from_join h h' : from h h' -> exists k, h' = join h k.
Proof. induction 1 as [|h' q a _ [k ->]]. now exists Empty. now exists (Ext k q a). Qed.
End Replayed.
Arguments join {query}. Arguments later {query}. Arguments drop {query}. Arguments size {query}.

(* What is (epsilon,0)-DP is so from any transcript on that weighs the same in both worlds. *)
Lemma later_private {query} (K : bool -> mechanism query) g h : private g 0 K -> (forall b c, weight (K b) h =
  weight (K c) h) ->
  0 < weight (K true) h -> private g 0 (fun b => later (K b) h).
Proof.
  intros P W W0 A E b FA. rewrite !later_chance. simpl.
  pose proof (P (replay _ h A) (replayed _ h E) b (replay_fair _ h A FA)) as X. rewrite !replay_chance in X.
  rewrite (W b true), (W (negb b) true) in X. apply (Rmult_le_reg_l (weight (K true) h)); auto. lra.
Qed.
Lemma pure_splits (C : composition) x k : (forall x b, law (member C x b)) -> 1 <= e_eps C x -> delta C x = 0 ->
  private (e_eps C x) 0 (member C x) -> identical k -> splits C x k.
Proof.
  intros L G D P I.
  assert (W : forall b c, weight (member C x b) k = weight (member C x c) k) by (intros; now apply identical_alike).
  assert (W0 : 0 <= weight (member C x true) k) by (apply (law_weights _ (L x true))).
  destruct (Req_dec (weight (member C x true) k) 0) as [Z|Z].
  - assert (Q : forall b k', from k k' -> weight (member C x b) k' = 0).
    { intros b k' F. induction F as [|k' q a F IH]. now rewrite (W b true). simpl. rewrite IH. ring. }
    exists (fun _ _ => 0). split; [|split].
    + intros _ h _. split; [lra|]. intros q. split. apply Summable_0. apply (Sum_0 0).
    + intros _ b. symmetry. apply Q. constructor.
    + intros b k' F. rewrite (Q b k' F). unfold mixed, each_outcome, each_bit. ring.
  - destruct (simulator _ (some_message C, some_message C) (e_eps C x) 0 (fun b =>
    later (member C x b) k)) as [T [TL TM]]; auto.
    + lra.
    + intros b h q. apply L.
    + apply later_private; auto. lra.
    + exists (fun o h => weight (member C x true) k * weight (T o) (drop (size k) h)). split; [|split].
      * intros o h F. destruct (from_join _ _ _ F) as [k' ->]. rewrite drop_join.
        destruct (law_weights _ (TL o)) as [T1 [T2 [T3 T4]]]. split.
        -- apply Rmult_le_pos; auto.
        -- intros q. assert (S1 : forall a, drop (size k) (Ext (join k k') q a) = Ext k' q a)
             by (intros a; apply (drop_join _ k (Ext k' q a))). split.
           ++ apply (Summable_ext (fun a => weight (member C x true) k * weight (T o) (Ext k' q a))).
              intros a. now rewrite S1. apply Summable_scal, T3.
           ++ rewrite (Sum_ext 0 _ (fun a => weight (member C x true) k * weight (T o) (Ext k' q a))).
              rewrite Sum_scal, T4. reflexivity. intros a. now rewrite S1.
      * intros o b. rewrite (W b true). pose proof (drop_join _ k Empty) as D0. cbn [join] in D0. rewrite D0. simpl.
        ring.
      * intros b k' F. destruct (from_join _ _ _ F) as [k0 ->]. rewrite drop_join, later_weight, (W b true),
        <- (TM b k0), D.
        now rewrite mixed_scal.
Qed.
