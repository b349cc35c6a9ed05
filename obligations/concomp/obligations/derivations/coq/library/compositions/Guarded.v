(* An adversary that asks nothing that a function rejects: what is private for a function is so for a narrower one. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances.
Import ListNotations.
Open Scope R_scope.
(* An adversary that knows when the verifier would halt, and then tells itself so. *)
Fixpoint guarded {message} (f : function message) (A : adversary (message * message)) (l : list (message * message)) :=
  match A with
  | Stops => Stops
  | Draws p next => Draws p (fun a => guarded f (next a) l)
  | Asks m next => if valid f (m :: l) then Asks m (fun a => guarded f (next a) (m :: l)) else told_halt A
  end.
Theorem private_for_fewer (message : Type) (M : mechanism message) (f f' : function message) (g d : R) :
  (forall l, valid f l = true -> valid f' l = true) -> private g d (verified f' M) -> private g d (verified f M).
Proof.
  intros V H.
  assert (same_chance : forall b A h E, valid f (messages h) = true ->
    chance (verified f M b) A h E = chance (verified f' M b) (guarded f A (messages h)) h E).
  { intros b A. induction A as [|p next IH|m next IH]; intros h E VH; cbn [guarded].
    - reflexivity.
    - simpl. apply Sum_ext. intros a. now rewrite IH.
    - destruct (valid f (m :: messages h)) eqn:VM.
      + simpl chance. apply Sum_ext. intros a. rewrite (IH a (Ext h m a)) by exact VM.
        unfold verified at 1 3. now rewrite VM, (V _ VM).
      + rewrite (told_halt_chance _ _ _ Empty). rewrite (chance_of_point (verified f M b) h m next E halt).
        * rewrite (chance_of_point halting Empty m next E halt) by reflexivity. now apply halted.
        * intros a. unfold verified. now rewrite VM. }
  assert (all_fair : forall A l, fair A -> fair (guarded f A l)).
  { induction A as [|p next IH|m next IH]; intros l F; cbn [guarded]; auto.
    - destruct F as [D F]. split; auto.
    - destruct (valid f (m :: l)); [intros a; auto | now apply told_halt_fair]. }
  intros A E b FA. rewrite !same_chance by reflexivity. apply H. now apply all_fair.
Qed.
