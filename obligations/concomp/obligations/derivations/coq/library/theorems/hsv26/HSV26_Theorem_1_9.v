(* HSV26 Theorem 1.9: local protocols from parallel composition. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions Noninteractive Families LocalProtocols Responding
  FewUsers.
Open Scope R_scope.
Theorem HSV26_Theorem_1_9 (P : protocol) (e0 d0 : R) (k : nat) (g d : R) :
  1 <= e0 -> 0 <= d0 <= 1 -> (* eps_0 >= 0, 0 <= delta_0 <= 1 *)
  (forall i, odds_of P i = e0 /\ delta_of P i = d0) ->
  (forall i s, law (user P i s)) -> (* users have discrete answers *)
  (forall i s, related P i s s = true) -> (* ~ of two data is reflexive *)
  (forall i s t, related P i s t = true -> private e0 d0 (fun b => user P i (if b then t else s))) ->
    (* each user is (eps_0,delta_0)-DP *)
  private_composition g d (List.repeat (e0, d0) k) ->
    (* that of k noninteractive (eps_0,delta_0)-DP mechanisms is (eps,delta)-DP *)
  fair (server P) -> obeys P (server P) Empty -> (* it asks users that there are; all queries may have the properties *)
  locally_private P g d (sparse_neighbours P k).
Proof.
  intros E D I L RF PR H FA O. apply (few_users_private P L e0 d0 k); auto.
  - now apply users_private.
  - apply responses_compose; auto. intros p IN. apply List.repeat_spec in IN. subst. unfold proper. simpl.
    repeat destruct (Rle_dec _ _); auto; lra.
Qed.
Print Assumptions HSV26_Theorem_1_9.
