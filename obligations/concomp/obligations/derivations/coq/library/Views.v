(* What is said in words of simulators: laws of answers, adversaries and their views, and responses asked in stages. *)
From Coq Require Import Reals Psatz Bool.
From Coquelicot Require Import Coquelicot.
From Concomp Require Import Rules.
Open Scope R_scope.
Section Views.
Variable query : Type.
Notation history := (history_ query).
Notation answers := (history -> query -> nat -> R).

(* A law of answers: the chance of the answer a to the query q after the history h. *)
Definition law (K : answers) : Prop := forall h q,
  (forall a, 0 <= K h q a) /\ Summable (fun a => K h q a) /\ Sum 0 (fun a => K h q a) = 1.
(* The weight of a history: the chance that these are the answers if these are the queries. *)
Fixpoint weight (K : answers) (h : history) : R :=
  match h with Empty => 1 | Ext h q a => weight K h * K h q a end.
(* An adversary asks q after h with the chance A h q; its queries in h have the chance asked A h. *)
Fixpoint asked (A : history -> query -> R) (h : history) : R :=
  match h with Empty => 1 | Ext h q a => asked A h * A h q end.
(* The view of an adversary of what answers by K: the chance of each history. *)
Fixpoint view (A : history -> query -> R) (K : answers) (h : history) : R :=
  match h with Empty => 1 | Ext h q a => view A K h * (A h q * K h q a) end.
Lemma view_weight A K h : view A K h = asked A h * weight K h.
Proof. induction h as [|h IH q a]; simpl. ring. rewrite IH. ring. Qed.

(* The randomised response to a bit b, e^epsilon being g: it exposes b with the chance beta, or shows a bit with noise. *)
Inductive outcome := Exposed (c : bool) | Noisy (c : bool).
Definition noise (g : R) (b c : bool) : R := if eqb b c then g / (1 + g) else 1 / (1 + g).
Definition RR (g beta : R) (b : bool) (o : outcome) : R :=
  match o with Exposed c => if eqb b c then beta else 0 | Noisy c => (1 - beta) * noise g b c end.
Definition each_bit (f : bool -> R) : R := f false + f true.
Definition each_outcome (f : outcome -> R) : R := each_bit (fun c => f (Exposed c)) + each_bit (fun c => f (Noisy c)).

(* T ∘* RR(b) gives every history the weight mu b h, for both bits. *)
Definition weighed_alike (beta g : R) (mu : bool -> history -> R) : Prop := exists T : outcome -> answers,
  (forall o, law (T o)) /\ forall b h, each_outcome (fun o => RR g beta b o * weight (T o) h) = mu b h.
(* T ∘* RR(b) and what has the weights mu b are equivalent: the views of every adversary have the same law. *)
Definition simulates (beta g : R) (mu : bool -> history -> R) : Prop := exists T : outcome -> answers,
  (forall o, law (T o)) /\
  forall A b h, each_outcome (fun o => RR g beta b o * view A (T o) h) = asked A h * mu b h.
Lemma weights_determine_views beta g mu : weighed_alike beta g mu -> simulates beta g mu.
Proof.
  intros [T [L E]]. exists T. split; auto. intros A b h. rewrite <- E. unfold each_outcome, each_bit.
  rewrite !view_weight. ring.
Qed.

(* What is asked in two stages: x at the start, y when a query calls for it. *)
Section Stages.
Variables (X Y : Type) (each_x : (X -> R) -> R) (each_y : (Y -> R) -> R).
Variables (first : bool -> X -> R) (second : bool -> X -> Y -> R).
Inductive state := Waiting (x : X) | Told (x : X) (y : Y).
(* A post-processing: for which queries it asks for y, and how it answers before and behind. *)
Variables (asks : X -> history -> query -> bool) (early : X -> answers) (late : X -> Y -> answers).
(* The chance of a history in the view of an adversary, together with the state that it leads to. *)
Fixpoint staged (A : history -> query -> R) (b : bool) (h : history) (s : state) : R :=
  match h with
  | Empty => match s with Waiting x => first b x | Told _ _ => 0 end
  | Ext h q a =>
    A h q * match s with
    | Waiting x => if asks x h q then 0 else staged A b h (Waiting x) * early x h q a
    | Told x y =>
      (staged A b h (Told x y) + (if asks x h q then staged A b h (Waiting x) * second b x y else 0)) * late x y h q a
    end
  end.
Definition staged_view A b h : R :=
  each_x (fun x => staged A b h (Waiting x) + each_y (fun y => staged A b h (Told x y))).
End Stages.
Arguments Waiting {X Y}. Arguments Told {X Y}.
(* Some post-processing of what is asked in stages is equivalent to what has the weights mu b, and has asked for the
   second stage in no history where waits is 1. *)
Definition waiting_simulates (X Y : Type) each_x each_y first second (waits : history -> R) mu : Prop :=
  exists asks early late, (forall x, law (early x)) /\ (forall x y, law (late x y)) /\
  (forall A b h x y, waits h = 1 -> staged X Y first second asks early late A b h (Told x y) = 0) /\
  forall A b h, staged_view X Y each_x each_y first second asks early late A b h = asked A h * mu b h.

(* The interactive response: it says first whether the bit is exposed; then it tells the bit, if so, or shows one with
   noise. *)
Definition whether (beta : R) (b e : bool) : R := if e then beta else 1 - beta.
Definition then_bit (g : R) (b e c : bool) : R := if e then (if eqb b c then 1 else 0) else noise g b c.
Definition simulates_lazily (beta : R) (waits : history -> R) (g : R) mu : Prop :=
  waiting_simulates bool bool each_bit each_bit (whether beta) (then_bit g) waits mu.
(* Two responses: RR_0,beta at the start, RR_epsilon,0 later, whatever the first has shown. *)
Definition alone (g : R) (b : bool) (o : outcome) : outcome -> R := RR g 0 b.
Definition simulates_later (beta : R) (waits : history -> R) (g : R) mu : Prop :=
  waiting_simulates outcome outcome each_outcome each_outcome (RR 1 beta) (alone g) waits mu.

(* Whoever answers by the chances of W, and by anything where W is 0. *)
Definition answer (W : history -> R) : answers := fun h q a =>
  if Req_EM_T (W h) 0 then (match a with O => 1 | S _ => 0 end) else / W h * W (Ext h q a).
Lemma one_answer : Summable (fun a => match a with O => 1 | S _ => 0 end)
  /\ Sum 0 (fun a => match a with O => 1 | S _ => 0 end) = 1.
Proof.
  assert (S1 : Summable (fun a => match a with O => 1 | S _ => 0 end)).
  { apply (ex_series_incr_1 (V := R_NormedModule)). apply Summable_0. }
  split; auto. rewrite (first_term _ 0 S1). replace (Sum 1 _) with 0. ring. symmetry. exact (Sum_0 0).
Qed.
(* Weights that are at least 0 and handed on from history to history by sums that converge, from m on. *)
Definition weights (m : R) (W : history -> R) : Prop :=
  (forall h, 0 <= W h) /\ W Empty = m /\ (forall h q, Summable (fun a => W (Ext h q a)))
  /\ (forall h q, Sum 0 (fun a => W (Ext h q a)) = W h).
Lemma answer_law m W : weights m W -> law (answer W).
Proof.
  intros [P [_ [C S]]] h q. unfold answer. destruct (Req_EM_T (W h) 0) as [E|E].
  - split; [| apply one_answer]. intros [|a]; lra.
  - assert (0 < W h) by (specialize (P h); lra). split; [|split].
    + intros a. apply Rmult_le_pos; auto. left. now apply Rinv_0_lt_compat.
    + apply Summable_scal, C.
    + rewrite Sum_scal, S. now apply Rinv_l.
Qed.
Lemma answer_step m W : weights m W -> forall h q a, W h * answer W h q a = W (Ext h q a).
Proof.
  intros [P [_ [C S]]] h q a. unfold answer. destruct (Req_EM_T (W h) 0) as [E|E].
  - rewrite E. pose proof (one_term (fun a => W (Ext h q a)) a (fun a => P _) (C h q)) as X.
    simpl in X. rewrite S, E in X. specialize (P (Ext h q a)). lra.
  - now field.
Qed.
Lemma answer_weight m W : weights m W -> forall h, m * weight (answer W) h = W h.
Proof.
  intros H h. pose proof H as [_ [M _]]. induction h as [|h IH q a]; simpl. lra.
  now rewrite <- Rmult_assoc, IH, (answer_step m).
Qed.

(* Weights for the four outcomes that mix to those of the mechanism. *)
Definition mixes (beta g : R) (mu : bool -> history -> R) (X N : bool -> history -> R) : Prop :=
  (forall c, weights beta (X c)) /\ (forall c, weights (1 - beta) (N c)) /\
  (forall b h, (1 + g) * mu b h = (1 + g) * X b h + (g * N b h + N (negb b) h)) /\ 1 <= g.
Definition chosen (f0 f1 : history -> R) (c : bool) : history -> R := if c then f1 else f0.
Lemma mixing beta g mu X0 X1 N0 N1 :
  weights beta X0 -> weights beta X1 -> weights (1 - beta) N0 -> weights (1 - beta) N1 ->
  (forall h, (1 + g) * mu false h = (1 + g) * X0 h + (g * N0 h + N1 h)) ->
  (forall h, (1 + g) * mu true h = (1 + g) * X1 h + (g * N1 h + N0 h)) -> 1 <= g ->
  mixes beta g mu (chosen X0 X1) (chosen N0 N1).
Proof.
  intros A0 A1 B0 B1 M0 M1 G. split; [intros [|]; assumption|]. split; [intros [|]; assumption|].
  split; auto. intros [|] h; [apply M1 | apply M0].
Qed.
Definition of_outcome (X N : bool -> history -> R) (o : outcome) : history -> R :=
  match o with Exposed c => X c | Noisy c => N c end.
Theorem simulation beta g mu X N : mixes beta g mu X N -> weighed_alike beta g mu.
Proof.
  intros [HX [HN [M G]]]. exists (fun o => answer (of_outcome X N o)). split.
  - intros [c|c]; simpl; [apply (answer_law beta) | apply (answer_law (1 - beta))]; auto.
  - intros b h. apply (Rmult_eq_reg_l (1 + g)); [|lra]. rewrite M.
    rewrite <- (answer_weight _ _ (HX b) h), <- (answer_weight _ _ (HN b) h), <- (answer_weight _ _ (HN (negb b)) h).
    unfold each_outcome, each_bit, RR, noise; destruct b; simpl; field; lra.
Qed.

Section Lazy.
Variables (beta g : R) (mu : bool -> history -> R) (X N : bool -> history -> R) (waits : history -> R) (goes_on : history -> query -> R).
Hypothesis M : mixes beta g mu X N.
Hypothesis at_start : waits Empty = 1.
Hypothesis step : forall h q a, waits (Ext h q a) = waits h * goes_on h q.
Hypothesis goes_on_or_not : forall h q, goes_on h q * goes_on h q = goes_on h q.
Hypothesis exposed_alike : forall h, waits h * X false h = waits h * X true h.
Hypothesis noisy_alike : forall h, waits h * N false h = waits h * N true h.
Definition of_stages (e c : bool) : history -> R := if e then X c else N c.
Definition asks_now (e : bool) (h : history) (q : query) : bool := if Req_EM_T (goes_on h q) 1 then false else true.
Definition before (e : bool) : answers := answer (of_stages e false).
Definition behind (e c : bool) : answers := answer (of_stages e c).
Notation chance := (staged bool bool (whether beta) (then_bit g) asks_now before behind).
Lemma of_stages_weights (e c : bool) : weights (if e then beta else 1 - beta) (of_stages e c).
Proof. destruct M as [HX [HN _]]. destruct e; simpl; auto. Qed.
Lemma alike e c h : waits h * of_stages e false h = waits h * of_stages e c h.
Proof. destruct e, c; simpl; auto. Qed.
Lemma goes_on_0 h q : goes_on h q <> 1 -> goes_on h q = 0.
Proof. intros H. pose proof (goes_on_or_not h q) as E. destruct (Req_dec (goes_on h q) 0); auto.
  exfalso. apply H. apply (Rmult_eq_reg_l (goes_on h q)); auto. lra. Qed.
Lemma chances A b h : (forall e, chance A b h (Waiting e) = asked A h * (waits h * of_stages e false h)) /\
  (forall e c, chance A b h (Told e c) = asked A h * ((1 - waits h) * (then_bit g b e c * of_stages e c h))).
Proof.
  induction h as [|h [IW IT] q a].
  - split.
    + intros e. simpl. rewrite at_start. destruct (of_stages_weights e false) as [_ [-> _]]. unfold whether. ring.
    + intros e c. simpl. rewrite at_start. ring.
  - split.
    + intros e. simpl. rewrite step, IW. unfold asks_now, before.
      pose proof (answer_step _ _ (of_stages_weights e false) h q a) as Y.
      destruct (Req_EM_T (goes_on h q) 1) as [E|E].
      * rewrite E, <- Y. ring.
      * rewrite (goes_on_0 h q E). ring.
    + intros e c. simpl. rewrite step, IW, IT. unfold asks_now, behind.
      pose proof (answer_step _ _ (of_stages_weights e c) h q a) as Y.
      destruct (Req_EM_T (goes_on h q) 1) as [E|E].
      * rewrite E, <- Y. ring.
      * rewrite (goes_on_0 h q E), (alike e c h), <- Y. ring.
Qed.
Theorem laziness : simulates_lazily beta waits g mu.
Proof.
  exists asks_now, before, behind. split; [|split; [|split]].
  - intros e. apply (answer_law _ _ (of_stages_weights e false)).
  - intros e c. apply (answer_law _ _ (of_stages_weights e c)).
  - intros A b h e c W. destruct (chances A b h) as [_ ->]. rewrite W. ring.
  - intros A b h. unfold staged_view, each_bit. destruct (chances A b h) as [CW CT]. rewrite !CW, !CT.
    pose proof (alike true true h) as E1. pose proof (alike false true h) as E2. destruct M as [_ [_ [HM G]]].
    apply (Rmult_eq_reg_l (1 + g)); [|lra].
    replace ((1 + g) * (asked A h * mu b h)) with (asked A h * ((1 + g) * mu b h)) by ring. rewrite HM.
    unfold then_bit, noise, of_stages in *. destruct b; simpl.
    + transitivity (asked A h * ((1 + g) * (waits h * X true h + (1 - waits h) * X true h)
        + ((1 + g) * (waits h * N true h) + (1 - waits h) * (N false h + g * N true h)))).
      * rewrite <- E1. replace (waits h * N true h) with (waits h * N false h) at 1 by exact E2. field. lra.
      * replace ((1 + g) * (waits h * N true h)) with (g * (waits h * N true h) + waits h * N true h) by ring.
        rewrite <- E2 at 2. ring.
    + transitivity (asked A h * ((1 + g) * (waits h * X false h + (1 - waits h) * X false h)
        + ((1 + g) * (waits h * N false h) + (1 - waits h) * (g * N false h + N true h)))).
      * field. lra.
      * replace ((1 + g) * (waits h * N false h)) with (g * (waits h * N false h) + waits h * N false h) by ring.
        rewrite E2 at 2. ring.
Qed.
End Lazy.

Section Later.
Variables (beta g : R) (mu : bool -> history -> R) (waits : history -> R).
Variables (asks : bool -> history -> query -> bool) (early : bool -> answers) (late : bool -> bool -> answers).
Notation chance := (staged bool bool (whether beta) (then_bit g) asks early late).
Fixpoint told (h : history) : bool := match h with Empty => false | Ext h q a => orb (told h) (asks true h q) end.
(* If the first response exposes the bit, the second is not needed; else a bit is shown when it was asked for. *)
Definition asks_later (o : outcome) (h : history) (q : query) : bool :=
  match o with Exposed _ => false | Noisy _ => asks false h q end.
Definition at_first (o : outcome) : answers := fun h q a =>
  match o with Noisy _ => early false h q a
  | Exposed c => if orb (told h) (asks true h q) then late true c h q a else early true h q a end.
Definition at_last (o o' : outcome) : answers := match o' with Exposed c => late false c | Noisy c => late false c end.
Notation later := (staged outcome outcome (RR 1 beta) (alone g) asks_later at_first at_last).
Lemma later_noisy A b h d : later A b h (Waiting (Noisy d)) = / 2 * chance A b h (Waiting false).
Proof. induction h as [|h IH q a]; simpl.
  - unfold noise, whether. destruct (eqb b d); field.
  - destruct (asks false h q). ring. rewrite IH. ring. Qed.
Lemma later_shown A b h d c : later A b h (Told (Noisy d) (Noisy c)) = / 2 * chance A b h (Told false c).
Proof. induction h as [|h IH q a]; simpl. ring.
  rewrite IH, later_noisy. destruct (asks false h q); ring. Qed.
Lemma later_unexposed A b h o c : later A b h (Told o (Exposed c)) = 0.
Proof. induction h as [|h IH q a]; simpl. reflexivity. rewrite IH. destruct (asks_later o h q), (eqb b c); ring. Qed.
Lemma later_unasked A b h c o : later A b h (Told (Exposed c) o) = 0.
Proof. induction h as [|h IH q a]; simpl. reflexivity. rewrite IH. ring. Qed.
Lemma told_chances A b h : (told h = true -> chance A b h (Waiting true) = 0) /\
  (told h = false -> forall c, chance A b h (Told true c) = 0) /\ (chance A b h (Told true (negb b)) = 0).
Proof. induction h as [|h [I1 [I2 I3]] q a]; simpl.
  - split; [discriminate | auto].
  - split; [|split].
    + destruct (asks true h q). intros; ring. rewrite orb_false_r. intros T. rewrite (I1 T). ring.
    + intros T. apply orb_false_iff in T. destruct T as [T1 T2]. intros c. rewrite (I2 T1 c), T2. ring.
    + rewrite I3. replace (eqb b (negb b)) with false by (destruct b; reflexivity). destruct (asks true h q); ring.
Qed.
Lemma later_exposed A b h c : later A b h (Waiting (Exposed c)) =
  if eqb b c then (if told h then chance A b h (Told true c) else chance A b h (Waiting true)) else 0.
Proof. induction h as [|h IH q a]; simpl.
  - reflexivity.
  - rewrite IH. destruct (eqb b c) eqn:E; [|ring].
    destruct (told_chances A b h) as [T1 [T2 _]].
    destruct (told h) eqn:T; simpl.
    + rewrite (T1 eq_refl). destruct (asks true h q); ring.
    + rewrite (T2 eq_refl c). destruct (asks true h q); ring.
Qed.
Hypothesis laws : (forall x, law (early x)) /\ (forall x y, law (late x y)).
Lemma at_first_law o : law (at_first o).
Proof. destruct laws as [L1 L2]. intros h q. destruct o as [c|c]; unfold at_first.
  - destruct (told h || asks true h q)%bool. apply (L2 true c h q). apply (L1 true h q).
  - apply (L1 false h q). Qed.
Hypothesis nothing : forall A b h x y, waits h = 1 -> chance A b h (Told x y) = 0.
Hypothesis same : forall A b h, staged_view bool bool each_bit each_bit (whether beta) (then_bit g) asks early late A b h = asked A h * mu b h.
Lemma two_stages : simulates_later beta waits g mu.
Proof.
  exists asks_later, at_first, at_last. split; [|split; [|split]].
  - apply at_first_law.
  - intros o [c|c]; apply laws.
  - intros A b h [d|d] [c|c] W. apply later_unasked. apply later_unasked. apply later_unexposed.
    rewrite later_shown, (nothing A b h false c W). ring.
  - intros A b h. rewrite <- same. unfold staged_view, each_outcome, each_bit.
    rewrite !later_noisy, !later_shown, !later_unexposed, !later_unasked, !later_exposed.
    destruct (told_chances A b h) as [T1 [T2 T3]]. destruct (told h) eqn:T.
    + rewrite (T1 eq_refl). destruct b; simpl in *; rewrite T3; field.
    + rewrite !(T2 eq_refl). destruct b; simpl; field.
Qed.
End Later.
Theorem two_responses beta waits g mu : simulates_lazily beta waits g mu -> simulates_later beta waits g mu.
Proof. intros [asks [early [late [L1 [L2 [W E]]]]]]. exact (two_stages beta g mu waits asks early late (conj L1 L2) W E). Qed.
End Views.
Arguments weighed_alike {query}. Arguments simulates {query}. Arguments simulates_lazily {query}. Arguments simulates_later {query}.
Arguments mixing {query}. Arguments weights_determine_views {query}. Arguments simulation {query}. Arguments laziness {query}. Arguments two_responses {query}.
