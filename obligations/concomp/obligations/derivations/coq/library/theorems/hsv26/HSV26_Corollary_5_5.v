(* HSV26 Corollary 5.5: parallel composition of pure mechanisms. *)
(* Scope: discrete answers and coins; adversaries that surely end. *)
From Coq Require Import Reals Psatz List Bool.
From Concomp Require Import Rules Views Mechanisms Chances Compositions Slots Exceptions Parallel.
Import ListNotations.
Open Scope R_scope.
Theorem HSV26_Corollary_5_5 (C : composition) (slots : list R) (g d : R) :
  (forall x b, law (member C x b)) -> (* every V[f_j] o* I o* M_j has discrete answers *)
  (forall x, proper (parameters C x) = true -> private (e_eps C x) (delta C x) (member C x)) ->
    (* and is (eps_j,delta_j)-DP *)
  (forall x, delta C x = 0) -> (* delta_j = 0 *)
  (forall e, In e slots -> 1 <= e) -> (* eps_i >= 0 *)
  private_responses g d (map (fun e => (e, 0)) slots) -> (* Comp[RR_(eps_1,0), ..., RR_(eps_k,0)] is (eps,delta)-DP *)
  private g d (verified (sparse_parallel C 0 slots) (ExtConComp C)).
Proof.
  intros L P Z S H. apply (within_slots_of_exceptions C _ (map (fun e => (e, 0)) slots)); auto.
  - intros l V. now apply andb_prop in V as [V _]; apply andb_prop in V as [V _].
  - intros l V. apply andb_prop in V as [V _]. apply andb_prop in V as [_ V]. rewrite <- V. f_equal.
    apply map_ext. intros x. unfold parameters. now rewrite Z.
  - intros x k m n PR I N V. pose proof (P x PR) as PX. pose proof (proper_bounds _ PR) as [G _]. rewrite Z in PX.
    now apply pure_splits.
  - apply Forall_forall. intros p I. apply in_map_iff in I as [e [<- I]]. now apply S.
Qed.
Print Assumptions HSV26_Corollary_5_5.
