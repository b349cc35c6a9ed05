(* What filters let pass of noninteractive mechanisms, which answer where they are launched, bounds what they let pass
   of interactive ones (Haney23 Corollary 3.5). *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Noninteractive Simulators Shares Games Covers
  Slots Filters Interactive Responding Launches Prompt.
Import ListNotations.
Open Scope R_scope.

Section OneShot.
Variable Filt : filter.
Notation F := (at_once Filt).
Notation K := (composed responses F).
Notation N := (filter_of_noninteractive Filt).
Notation pair := (request responses * request responses)%type.
(* Who asks responses that are created and asked at once launches them as noninteractive mechanisms. *)
Definition launch_of (p : R * R) (P : proper p = true) : launch := {|
  declares := p; launches := responding p; is_proper := P; is_private_alone := responding_private p P |}.
Fixpoint launching (A : adversary pair) (l : list pair) : adversary launch :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => launching (next a) l)
  | Asks m next =>
    if valid F (m :: l) then
      match m with
      | (Create _, _) => Draws (point acknowledged) (fun a => launching (next a) (m :: l))
      | (Ask _ _, _) =>
        match l with
        | (Create p, _) :: _ =>
          match Bool.bool_dec (proper p) true with
          | left P => Asks (launch_of p P) (fun a => launching (next a) (m :: l))
          | right _ => Stops
          end
        | _ => Stops
        end
      end
    else told_halt A
  end.
Lemma launching_fair A : forall l, fair A -> fair (launching A l).
Proof.
  induction A as [|p next IH|m next IH]; intros l FA; cbn [launching]; auto.
  - destruct FA as [D FA]. split; auto.
  - destruct (valid F (m :: l)); [|now apply told_halt_fair]. destruct m as [[x|i m] q].
    + split; [apply point_law | intros a; apply IH, FA].
    + destruct l as [|[[p|? ?] ?] l]; try exact I. destruct (Bool.bool_dec (proper p) true); [|exact I].
      intros a. apply IH, FA.
Qed.
(* The parameters of the launches up to here: of responses that were created and asked. *)
Definition so_far (l : list pair) : list (R * R) :=
  match l with (Create _, _) :: l' => created (lefts l') | _ => created (lefts l) end.
Lemma parameters_of_responses (l : list (creation responses)) : map (parameters responses) l = l.
Proof. induction l as [|[a b] l IH]; [reflexivity|]. cbn [map]. rewrite IH. reflexivity. Qed.
Lemma last_of m l : valid F (m :: l) = true -> F (m :: l) = true.
Proof. cbn [valid]. intros H. now apply andb_prop in H. Qed.
Lemma launching_chance b A : forall t h E, valid F (messages t) = true -> launched h = so_far (messages t) ->
  passed Filt h = true -> chance (K b) A t E = chance (N b) (launching A (messages t)) h E.
Proof.
  induction A as [|p next IH|m next IH]; intros t h E V LA W; cbn [launching].
  - reflexivity.
  - simpl. apply Sum_ext. intros a. now rewrite (IH a t h).
  - destruct (valid F (m :: messages t)) eqn:V'.
    2: { rewrite (told_halt_chance (N b) (Asks m next) h Empty). unfold composed. rewrite (rejected _ _ _ _ _ _ _ V').
         rewrite (chance_of_point halting Empty m next E halt) by reflexivity.
         rewrite <- (told_halt_chance (N b) (next halt) h Empty). now rewrite (told_halt_chance (N b) (next halt) h
           (Ext Empty m halt)). }
    pose proof (last_of _ _ V') as FV. unfold at_once in FV. apply andb_prop in FV as [FV PV].
    destruct m as [[x|i m] q].
    + rewrite (chance_of_point (K b) t _ next E acknowledged) by
        (intros a; now apply (composed_creates responses F (at_once_suits Filt))).
      cbn [chance]. rewrite (proj2 (point_sum acknowledged (fun a =>
        chance (N b) (launching (next a) ((@Create responses x, q) :: messages t)) h (behind a E)))).
      apply (IH acknowledged (Ext t (@Create responses x, q) acknowledged) h); auto.
      rewrite LA. cbn [messages]. cbn [so_far]. simpl in PV.
      destruct (messages t) as [|[[y|j m'] n] l]; auto. discriminate.
    + destruct t as [|t0 [[p|j m'] y] a0]; simpl in PV; destruct q as [z|k n]; try discriminate.
      apply andb_prop in PV as [PV _]. apply andb_prop in PV as [PV B2]. apply andb_prop in PV as [LJ B1].
      change ((S i =? length (created (lefts (messages t0)) ++ [p]))%nat = true) in LJ.
      apply Nat.eqb_eq in LJ. destruct m; [discriminate|]. destruct n; [|discriminate]. clear B1 B2.
      destruct (composed_answers responses F (at_once_suits Filt) b (Ext t0 (@Create responses p, y) a0) i false _ V')
        as [n' [x' [Q [NX KA]]]].
      injection Q as -> <-.
      assert (LI : i = length (created (lefts (messages t0)))).
      { change (S i = length (created (lefts (messages t0)) ++ [p])) in LJ.
        rewrite app_length in LJ. cbn [length] in LJ.
        rewrite Nat.add_1_r in LJ. injection LJ as LJ. exact LJ. }
      assert (x' = p).
      { change (members responses (Ext t0 (@Create responses p, y) a0)) with
          (created (lefts (messages t0)) ++ [p]) in NX.
        rewrite LI, nth_error_app2, Nat.sub_diag in NX by reflexivity. cbn in NX. congruence. }
      subst x'. cbn [messages] in V. pose proof (last_of _ _ V) as FC. apply andb_prop in FC as [FC _].
      apply andb_prop in FC as [SC FC].
      pose proof (suitable_parts responses _ _ SC) as [SF S0]. apply fits_create in SF as [_ PP].
      assert (PP' : proper p = true) by (destruct p; exact PP).
      change (map (parameters responses) (created (lefts ((@Create responses p, y) :: messages t0)))) with
        (map (parameters responses) (created (lefts (messages t0)) ++ [p])) in FC.
      rewrite parameters_of_responses in FC.
      cbn [messages] in LA |- *. cbn [so_far] in LA.
      destruct (Bool.bool_dec (proper p) true) as [P|]; [|contradiction].
      cbn [chance]. apply Sum_ext. intros a. rewrite KA.
      change (parts responses i (Ext t0 (@Create responses p, y) a0)) with (parts responses i t0).
      rewrite (unborn responses i t0 S0) by (rewrite LI; reflexivity).
      assert (NA : N b h (launch_of p P) a = responding p b a).
      { unfold filter_of_noninteractive. rewrite W, LA.
        change (Filt (created (lefts (messages t0)) ++ [p]) = true) in FC.
        cbv [launch_of declares launches]. cbn [andb].
        exact (f_equal (fun x : bool => if x then responding p b a else point halt a) FC). }
      rewrite NA. f_equal.
      * unfold member, verified, responding. simpl. rewrite P. now destruct b.
      * apply (IH a (Ext (Ext t0 (@Create responses p, y) a0) (@Ask responses i false, @Ask responses i true) a)
          (Ext h (launch_of p P) a)).
        -- exact V'.
        -- cbn [launched]. rewrite LA. reflexivity.
        -- cbn [passed]. rewrite W, LA. cbv [launch_of declares]. cbn [andb]. exact FC.
Qed.
Theorem noninteractive_filter_is_enough g d : private g d N -> private g d (verified F (ExtConComp responses)).
Proof.
  intros H A E b FA. change (verified F (ExtConComp responses)) with K.
  rewrite !(launching_chance _ A Empty Empty E) by reflexivity. apply H. now apply launching_fair.
Qed.
End OneShot.
