(* The server of a local protocol as an adversary of the composition of its users. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Families ConComp LocalProtocols Shares.
From Concomp Require Import Interactive.
Import ListNotations.
Open Scope R_scope.

Lemma side_same {message} b (m : message) : side b (m, m) = m.
Proof. now destruct b. Qed.
Section Serving.
Variable P : protocol.
Notation C := (of_users P).
Notation X := (family_of_users P).
Notation n := (users P).
Notation server_history := (history_ (nat * query P)).
Notation transcript := (history_ (request C * request C)).
Variable x : bool -> nat -> data P.
Hypothesis proper_users : forall i, (i < n)%nat -> proper (odds_of P i, delta_of P i) = true.
Hypothesis are_related : forall i, (i < n)%nat -> related P i (x false i) (x true i) = true.

(* What is said: all users are created, and given their datasets; then the server speaks. *)
Definition creates (m : nat) : request C * request C := (@Create C m, @Create C m).
Definition gives (m : nat) : request C * request C := (@Ask C m (inl (x false m)), @Ask C m (inl (x true m))).
Definition puts (m : nat * query P) : request C * request C :=
  (@Ask C (fst m) (inr (snd m)), @Ask C (fst m) (inr (snd m))).
Fixpoint created_to (m : nat) : transcript :=
  match m with O => Empty | S m => Ext (created_to m) (creates m) acknowledged end.
Fixpoint given_to (m : nat) : transcript :=
  match m with O => created_to n | S m => Ext (given_to m) (gives m) acknowledged end.
Fixpoint served (k : server_history) : transcript :=
  match k with Empty => given_to n | Ext k m a => Ext (served k) (puts m) a end.
Fixpoint obeyed (k : server_history) : Prop :=
  match k with
  | Empty => True
  | Ext k (i, q) a => obeyed k /\ (i < n)%nat /\ property P i (q :: messages (conversation i k)) = true
  end.

(* Who exists, and what each has heard. *)
Lemma members_created m : members C (created_to m) = seq 0 m.
Proof.
  induction m as [|m IH]; auto. transitivity (members C (created_to m) ++ [m]); [reflexivity|].
  now rewrite IH, seq_S.
Qed.
Lemma members_given m : members C (given_to m) = seq 0 n.
Proof. induction m as [|m IH]; [apply members_created | exact IH]. Qed.
Lemma members_served k : members C (served k) = seq 0 n.
Proof. induction k as [|k IH m a]; [apply members_given | exact IH]. Qed.
Lemma exists_user i : (i < n)%nat -> nth_error (seq 0 n) i = Some i.
Proof. intros L. rewrite (nth_error_nth' _ O) by now rewrite seq_length. now rewrite seq_nth. Qed.
Lemma parts_created i m : parts C i (created_to m) = Empty.
Proof. induction m as [|m IH]; auto. Qed.
Definition first_message (i : nat) : history_ (message C * message C) :=
  Ext Empty (inl (x false i), inl (x true i)) acknowledged.
Lemma parts_given i m : parts C i (given_to m) = if (i <? m)%nat then first_message i else Empty.
Proof.
  induction m as [|m IH]; [apply parts_created|]. simpl. rewrite IH.
  destruct (Nat.eqb_spec m i) as [->|E].
  - rewrite (proj2 (Nat.ltb_ge i i)), (proj2 (Nat.ltb_lt i (S i))) by lia. reflexivity.
  - destruct (Nat.ltb_spec i m), (Nat.ltb_spec i (S m)); auto; lia.
Qed.
Fixpoint heard (i : nat) (k : history_ (query P)) : history_ (message C * message C) :=
  match k with Empty => first_message i | Ext k q a => Ext (heard i k) (inr q, inr q) a end.
Lemma parts_served i k : (i < n)%nat -> parts C i (served k) = heard i (conversation i k).
Proof.
  intros L. induction k as [|k IH [j q] a]; simpl.
  - rewrite parts_given. destruct (Nat.ltb_spec i n); auto. lia.
  - rewrite IH. now destruct (j =? i)%nat.
Qed.
Lemma asked_heard i k : asked_so_far P (messages (heard i k)) = messages k.
Proof. induction k as [|k IH q a]; auto. simpl. f_equal. exact IH. Qed.
Lemma identical_heard i k : (i < n)%nat -> related_then_identical P i (messages (heard i k)) = true.
Proof.
  intros L. induction k as [|k IH q a]; [now apply are_related|].
  assert (Y : exists m l, messages (heard i k) = m :: l) by (destruct k; simpl; eauto). destruct Y as [m [l Y]].
  cbn [heard messages related_then_identical]. rewrite Y in *.
  now rewrite (proj2 (same_query_equal P q q) eq_refl).
Qed.

(* All of it is suitable, and follows the protocol. *)
Lemma suitable_created m : (m <= n)%nat -> suitable C (messages (created_to m)) = true.
Proof.
  induction m as [|m IH]; intros L; auto. simpl messages. cbn [suitable]. rewrite IH, andb_true_r by lia.
  simpl. rewrite Nat.eqb_refl. apply proper_users. lia.
Qed.
Lemma fits_user (i : creation C) (l : list (request C * request C)) p : nth_error (created (lefts l)) i = Some i ->
  function_of_user P i (p :: pairs_to i l) = true ->
  fits C (@Ask C i (fst p), @Ask C i (snd p)) l = true.
Proof.
  intros N H. unfold fits. rewrite Nat.eqb_refl, N. destruct p as [y z]. unfold pairs_to. rewrite Nat.eqb_refl. exact H.
Qed.
Lemma suitable_given m : (m <= n)%nat -> suitable C (messages (given_to m)) = true.
Proof.
  induction m as [|m IH]; intros L; [now apply suitable_created|]. simpl messages. cbn [suitable].
  rewrite IH, andb_true_r by lia. apply (fits_user m _ (inl (x false m), inl (x true m))).
  - pose proof (members_given m) as M. unfold members in M. rewrite M. apply exists_user. lia.
  - rewrite <- (messages_parts C m (given_to m)), parts_given, (proj2 (Nat.ltb_ge m m)) by lia. simpl.
    unfold function_of_user. simpl. rewrite are_related by lia. reflexivity.
Qed.
Lemma suitable_served k : obeyed k -> suitable C (messages (served k)) = true.
Proof.
  induction k as [|k IH [i q] a]; [intros _; now apply suitable_given|]. intros [O [L PR]]. simpl messages.
  cbn [suitable]. rewrite IH, andb_true_r by auto. apply (fits_user i _ (inr q, inr q)).
  - pose proof (members_served k) as M. unfold members in M. rewrite M. now apply exists_user.
  - rewrite <- (messages_parts C i (served k)), parts_served by auto.
    apply andb_true_intro. split; [exact (identical_heard i (Ext (conversation i k) q a) L)|].
    refine (eq_trans _ PR). cbn [asked_so_far]. apply (f_equal (fun l => property P i (q :: l))). apply asked_heard.
Qed.
Lemma length_created m : length (messages (created_to m)) = m.
Proof. induction m as [|m IH]; simpl; auto. Qed.
Lemma length_given m : length (messages (given_to m)) = (n + m)%nat.
Proof. induction m as [|m IH]; simpl. rewrite length_created. lia. rewrite IH. lia. Qed.
Lemma length_served k : (n + n <= length (messages (served k)))%nat.
Proof. induction k as [|k IH m a]; simpl. rewrite length_given. lia. lia. Qed.
Notation follows := (follows P (x false) (x true)).
Lemma follows_created m : (m <= n)%nat -> follows (messages (created_to m)).
Proof.
  induction m as [|m IH]; intros L; [constructor|]. simpl. unfold creates at 1. rewrite <- (length_created m) at 1 2.
  constructor. apply IH. lia. rewrite length_created. lia.
Qed.
Lemma follows_given m : (m <= n)%nat -> follows (messages (given_to m)).
Proof.
  induction m as [|m IH]; intros L; [now apply follows_created|]. simpl. constructor. apply IH. lia.
  apply length_given. lia.
Qed.
Lemma follows_served k : obeyed k -> follows (messages (served k)).
Proof.
  induction k as [|k IH [i q] a]; [intros _; now apply follows_given|]. intros [O [L _]]. simpl. constructor; auto.
  apply length_served.
Qed.

(* A function that accepts it. *)
Variable f : function (request C).
Hypothesis f_suits : forall l, f l = true -> suitable C l = true.
Hypothesis accepts : forall l, suitable C l = true -> follows l -> f l = true.
Lemma all_accepted l : suitable C l = true -> follows l -> valid f l = true.
Proof.
  induction l as [|m l IH]; auto. intros S1 F. cbn [valid]. rewrite (accepts _ S1 F), andb_true_r.
  apply IH. cbn [suitable] in S1. now apply andb_prop in S1. inversion F; auto.
Qed.
Lemma valid_created m : (m <= n)%nat -> valid f (messages (created_to m)) = true.
Proof. intros L. apply all_accepted. now apply suitable_created. now apply follows_created. Qed.
Lemma valid_given m : (m <= n)%nat -> valid f (messages (given_to m)) = true.
Proof. intros L. apply all_accepted. now apply suitable_given. now apply follows_given. Qed.
Lemma valid_served k : obeyed k -> valid f (messages (served k)) = true.
Proof. intros O. apply all_accepted. now apply suitable_served. now apply follows_served. Qed.

(* So users answer as they do in the protocol. *)
Notation K := (composed C f).
Lemma created_answer b m a : (m < n)%nat -> K b (created_to m) (creates m) a = point acknowledged a.
Proof. intros L. apply composed_creates; auto. exact (valid_created (S m) L). Qed.
Lemma given_answer b m a : (m < n)%nat -> K b (given_to m) (gives m) a = point acknowledged a.
Proof.
  intros L. destruct (composed_answers C f f_suits b (given_to m) m (inl (x false m)) _ (valid_given (S m) L))
    as [r [y [E [N H]]]]. injection E as <-. unfold gives. rewrite H.
  rewrite members_given, exists_user in N by auto. injection N as <-.
  rewrite parts_given, (proj2 (Nat.ltb_ge m m)) by lia.
  unfold member, verified, function_of, of_users, function_of_user. simpl. rewrite are_related by auto. now destruct b.
Qed.
Lemma heard_dataset b i k : start X (sides b (heard i k)) = Some (x b i) /\ questions X (sides b (heard i k)) = k.
Proof.
  induction k as [|k [I1 I2] q a].
  - now destruct b.
  - assert (Y : sides b (heard i (Ext k q a)) = Ext (sides b (heard i k)) (@inr (data P) (query P) q) a) by
      now destruct b.
    rewrite Y. split; [destruct k; exact I1 | exact (f_equal (fun h => Ext h q a) I2)].
Qed.
Lemma user_answers i h y k q a : h <> Empty -> start X h = Some y -> questions X h = k ->
  continual X i h (inr q) a = user P i y k q a.
Proof. intros NE D Q. destruct h as [|h m c]; [congruence|]. unfold continual. now rewrite D, Q. Qed.
Lemma served_answer b k i q a : obeyed (Ext k (i, q) a) ->
  K b (served k) (puts (i, q)) a = users_holding P (x b) k (i, q) a.
Proof.
  intros O. pose proof (valid_served _ O) as V. simpl messages in V. unfold puts in V. simpl in O.
  destruct O as [O [L PR]].
  destruct (composed_answers C f f_suits b (served k) i (inr q) _ V) as [r [y [E [N H]]]]. injection E as <-.
  unfold puts. simpl fst. simpl snd. rewrite H. rewrite members_served, exists_user in N by auto. injection N as <-.
  pose proof (valid_part C i i (served (Ext k (i, q) a))) as VP. rewrite members_served in VP.
  pose proof (suitable_served (Ext k (i, q) a) (conj O (conj L PR))) as SS. specialize (VP SS (exists_user i L)).
  rewrite parts_served in VP by auto. simpl conversation in VP. rewrite Nat.eqb_refl in VP.
  rewrite parts_served by auto. unfold member. rewrite (admits _ _ _ _ _ _ VP).
  destruct (heard_dataset b i (conversation i k)) as [D Q].
  rewrite side_same. refine (user_answers i _ (x b i) (conversation i k) q a _ D Q).
  destruct (conversation i k); discriminate.
Qed.

(* The server as an adversary: it creates the users, gives them their datasets, and speaks. *)
Notation pair := (request C * request C)%type.
Fixpoint speaks (A : adversary (nat * query P)) : adversary pair :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => speaks (next a))
  | Asks m next => Asks (puts m) (fun a => speaks (next a))
  end.
Fixpoint after_giving (todo m : nat) (A : adversary pair) : adversary pair :=
  match todo with O => A | S todo => Asks (gives m) (fun _ => after_giving todo (S m) A) end.
Fixpoint after_creating (todo m : nat) (A : adversary pair) : adversary pair :=
  match todo with O => A | S todo => Asks (creates m) (fun _ => after_creating todo (S m) A) end.
Definition behind_all (k : nat) (E : views) : views := fun v => E (skipn k v).
Lemma after_giving_chance b A E : forall todo m, (m + todo = n)%nat ->
  chance (K b) (after_giving todo m A) (given_to m) (behind_all todo E) = chance (K b) A (given_to n) E.
Proof.
  induction todo as [|todo IH]; intros m L.
  - replace m with n by lia. reflexivity.
  - cbn [after_giving]. rewrite (chance_of_point (K b) (given_to m) (gives m) _ _ acknowledged).
    + apply (IH (S m)). lia.
    + intros a. apply given_answer. lia.
Qed.
Lemma after_creating_chance b A E : forall todo m, (m + todo = n)%nat ->
  chance (K b) (after_creating todo m A) (created_to m) (behind_all todo E) = chance (K b) A (created_to n) E.
Proof.
  induction todo as [|todo IH]; intros m L.
  - replace m with n by lia. reflexivity.
  - cbn [after_creating]. rewrite (chance_of_point (K b) (created_to m) (creates m) _ _ acknowledged).
    + apply (IH (S m)). lia.
    + intros a. apply created_answer. lia.
Qed.
Lemma speaks_chance b A : forall k E, obeyed k -> obeys P A k ->
  chance (K b) (speaks A) (served k) E = chance (users_holding P (x b)) A k E.
Proof.
  induction A as [|p next IH|[i q] next IH]; intros k E O B; simpl in B.
  - reflexivity.
  - simpl. apply Sum_ext. intros a. now rewrite IH.
  - destruct B as [L [PR B]]. cbn [speaks chance]. apply Sum_ext. intros a.
    assert (O' : obeyed (Ext k (i, q) a)) by (simpl; auto).
    rewrite served_answer by exact O'. f_equal. now apply (IH a (Ext k (i, q) a)).
Qed.
Definition serves (A : adversary (nat * query P)) : adversary pair := after_creating n 0 (after_giving n 0 (speaks A)).
Lemma serves_chance b A E : obeys P A Empty ->
  chance (K b) (serves A) Empty (behind_all n (behind_all n E)) = chance (users_holding P (x b)) A Empty E.
Proof.
  intros B. unfold serves. rewrite (after_creating_chance b _ _ n 0) by lia.
  rewrite (after_giving_chance b _ _ n 0) by lia. now apply (speaks_chance b A Empty).
Qed.
Lemma serves_fair A : fair A -> fair (serves A).
Proof.
  intros FA. assert (S1 : fair (speaks A)).
  { induction A as [|p next IH|m next IH]; simpl; auto. destruct FA as [D FA]. auto. }
  assert (S2 : forall todo m B, fair B -> fair (after_giving todo m B)) by (induction todo; simpl; auto).
  assert (S3 : forall todo m B, fair B -> fair (after_creating todo m B)) by (induction todo; simpl; auto).
  unfold serves. auto.
Qed.
Theorem server_is_private g d : fair (server P) -> obeys P (server P) Empty ->
  private g d (verified f (ExtConComp C)) -> forall E b,
  chance (users_holding P (x b)) (server P) Empty E <=
  g * chance (users_holding P (x (negb b))) (server P) Empty E + d.
Proof.
  intros FA B H E b. rewrite <- !serves_chance by exact B. apply H. now apply serves_fair.
Qed.
End Serving.
