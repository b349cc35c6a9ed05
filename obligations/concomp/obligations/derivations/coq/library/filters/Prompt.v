(* Responses that are asked as soon as they are created are as bad as any mechanisms that a filter lets be created. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Simulators Shares Games Covers Slots Filters.
Import ListNotations.
Open Scope R_scope.

(* Each response is asked with (0,1) when it was created, and never later. *)
Fixpoint prompt (l : list (request responses * request responses)) : bool :=
  match l with
  | nil => true
  | (Create _, _) :: l' => match l' with nil => true | (Ask _ _, _) :: _ => prompt l' | _ => false end
  | (Ask j m, Ask _ n) :: l' =>
    match l' with
    | (Create _, _) :: _ => (S j =? length (created (lefts l')))%nat && negb m && n && prompt l'
    | _ => false
    end
  | _ => false
  end.
Definition at_once (Filt : filter) : function (request responses) := fun l => filtered responses Filt l && prompt l.
Definition settled {a} (t : history_ (request responses * a)) : Prop :=
  match messages t with nil => True | (Ask _ _, _) :: _ => True | _ => False end.
Lemma at_once_suits Filt l : at_once Filt l = true -> suitable responses l = true.
Proof. intros H. apply andb_prop in H as [H _]. now apply (filtered_suits responses Filt). Qed.
Lemma valid_prompt Filt l : valid (at_once Filt) l = true -> prompt l = true.
Proof.
  destruct l as [|m l]; auto. intros H. cbn [valid] in H. apply andb_prop in H as [_ H].
  now apply andb_prop in H as [_ H].
Qed.
Lemma at_once_takes_it Filt t p : valid (at_once Filt) (messages t) = true -> settled t -> proper p = true ->
  Filt (map (parameters responses) (members responses t) ++ [p]) = true ->
  at_once Filt (creates_it p :: messages t) = true /\ at_once Filt (asks_it t :: creates_it p :: messages t) = true.
Proof.
  intros V ST P W. pose proof (suits responses _ (at_once_suits Filt) _ V) as S.
  destruct (filter_takes_it Filt t p S P W) as [FC FA].
  assert (X : prompt (creates_it p :: messages t) = true).
  { pose proof (valid_prompt Filt _ V) as X. unfold settled in ST. simpl in *.
    destruct (messages t) as [|[[x|i m] n] l]; [reflexivity | destruct ST | exact X]. }
  unfold at_once. rewrite FC, FA, X. split; auto. simpl andb.
  change ((Datatypes.S (length (members responses t)) =? length (members responses t ++ [p]))%nat && negb false &&
    true && prompt (creates_it p :: messages t) = true).
  rewrite app_length, X. simpl. now rewrite Nat.add_1_r, Nat.eqb_refl.
Qed.
Theorem within_prompt_responses (C : composition) Filt : (forall x b, law (member C x b)) ->
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
  forall g b d, private g d (verified (at_once Filt) (ExtConComp responses)) ->
  forall A E, fair A -> chance (composed C (filtered C Filt) b) A Empty E <=
    g * chance (composed C (filtered C Filt) (negb b)) A Empty E + d.
Proof.
  intros L P. apply (within_responses C Filt L P _ settled (at_once_suits Filt) (at_once_takes_it Filt)); exact
    (fun _ _ _ => I) || exact I.
Qed.
