(* HSV26 Corollary 8.8: k-sparse local protocols. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals List Bool Arith.
From Concomp Require Import Rules Views Mechanisms Compositions Families LocalProtocols FewUsers Serving.
Open Scope R_scope.
Theorem HSV26_Corollary_8_8 (P : protocol) (e d : R) (k : nat) (g d' : R) :
  1 <= e -> 0 <= d <= 1 -> (* eps' >= 0, 0 <= delta' <= 1 *)
  (forall i, odds_of P i = e /\ delta_of P i = d) ->
  (forall i s, law (user P i s)) -> (* users have discrete answers *)
  (forall i s, related P i s s = true) -> (* ~ of two data is reflexive *)
  (forall i, private e d (member (of_users P) i)) -> (* each user is (eps',delta')-DP with respect to f_{~,prop} *)
  private_responses g d' (List.repeat (e, d) k) -> (* Comp of k copies of RR is (eps,delta)-DP *)
  fair (server P) -> obeys P (server P) Empty -> (* its queries have the properties *)
  locally_private P g d' (sparse_neighbours P k).
Proof. intros E D I L RF PR H FA O. apply (few_users_private P L e d k); auto. Qed.
Print Assumptions HSV26_Corollary_8_8.
