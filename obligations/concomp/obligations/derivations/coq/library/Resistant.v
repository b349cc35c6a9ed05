(* The claims of arithmetic that no general tactic closes, by intermediate steps. *)
From Coq Require Import Reals Psatz Nsatz.
From Concomp Require Import Tactics.
Open Scope R_scope.
Lemma resistant_1 : forall x1 x2 x3 x4 x5 x6 : R, (x1 = (x2 * x3)) -> (((1 - x4) * x5) <= ((1 - x4) * x6)) -> ((x2 * x4) = 0) -> ((x2 * x2) = x2) -> (0 <= x3) -> (x2 * (x3 * x5)) <= (x6 * x1).
Proof. intros. destruct (bit x2); [assumption | subst; lra |]. subst x2 x1. assert (x4 = 0) by lra. subst x4. assert (x3 * x5 <= x3 * x6) by (apply Rmult_le_compat_l; lra). lra. Qed.
Lemma resistant_2 : forall x1 x2 x3 x4 x5 x6 : R, (x1 = (x2 * x3)) -> (((1 - x4) * x5) <= ((1 - x4) * x6)) -> ((x2 * x4) = 0) -> ((x2 * x2) = x2) -> (0 <= x3) -> (x2 * (x5 * x3)) <= (x6 * x1).
Proof. intros. destruct (bit x2); [assumption | subst; lra |]. subst x2 x1. assert (x4 = 0) by lra. subst x4. assert (x3 * x5 <= x3 * x6) by (apply Rmult_le_compat_l; lra). lra. Qed.
Lemma resistant_3 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, (x1 = (x2 * x3)) -> (x4 = (x2 * x5)) -> ((x3 + x6) = x5) -> (((1 - x7) * x8) <= ((1 - x7) * x9)) -> (((1 - x7) * x10) <= ((1 - x7) * x11)) -> ((x7 * x2) = 0) -> ((x2 * x2) = x2) -> (0 <= x3) -> (0 <= x6) -> (x2 * ((x3 * x10) + (x6 * x8))) <= ((x1 * (x11 - x9)) + (x4 * x9)).
Proof. intros. destruct (bit x2); [assumption | subst; lra |]. subst x2 x1 x4. assert (x7 = 0) by lra. subst x7. assert (x3 * x10 <= x3 * x11) by (apply Rmult_le_compat_l; lra). assert (x6 * x8 <= x6 * x9) by (apply Rmult_le_compat_l; lra). subst x5. lra. Qed.
Lemma resistant_4 : forall x1 x2 x3 x4 x5 x6 x7 : R, (x1 <= (x2 * (x3 * x4))) -> ((x2 * x2) = x2) -> (0 <= x4) -> (1 <= x5) -> (1 <= x3) -> (x6 = x7) -> (x5 = (x3 * x7)) -> (x7 * x1) <= (x5 * x4).
Proof. intros. assert (0 < x7) by nra. assert (x7 * x1 <= x7 * (x2 * (x3 * x4))) by (apply Rmult_le_compat_l; lra). assert (0 <= x3 * x7 * x4) by (repeat apply Rmult_le_pos; lra). destruct (bit x2); [assumption | |]; subst; lra. Qed.
Lemma resistant_5 : forall x1 x2 x3 : R, (x1 <= x2) -> (1 < x3) -> 0 <= (((x3 - 1) * x3) * (x2 - x1)).
Proof. intros. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. Qed.
Lemma resistant_6 : forall x1 x2 x3 x4 x5 x6 : R, (x1 = ((x2 * x3) + ((x4 * (Rmax 0 (x5 - x6))) * (Rmax 0 (x6 - x5))))) -> (x3 = 1) -> x1 = x2.
Proof. intros. subst. unfold Rmax. destruct (Rle_dec 0 (x5 - x6)), (Rle_dec 0 (x6 - x5)); try lra. replace x6 with x5 by lra. ring. Qed.
Lemma resistant_7 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (((1 - x1) * x2) <= (((x3 * (1 - x4)) * x5) - ((x3 * (1 - x4)) * x6))) -> ((x7 * (1 - x4)) <= x2) -> (((1 - x1) * x7) <= (x7 * (x3 * (1 - x4)))) -> (x8 = x5) -> (x9 = x6) -> (0 <= x9) -> (x9 <= x8) -> (0 <= x3) -> (0 <= x4) -> (x4 <= 1) -> (0 <= x1) -> (x1 <= 1) -> ((1 - x1) * x7) <= ((x8 - x9) * x3).
Proof. intros. subst. assert ((1 - x1) * (x7 * (1 - x4)) <= (1 - x1) * x2) by nra. destruct (Req_dec x4 1). subst. nra. apply (Rmult_le_reg_l (1 - x4)); nra. Qed.
Lemma resistant_8 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 : R, ((x1 * ((1 - x2) * (x3 - 1))) = ((x3 * (x4 - (x2 * x5))) - (x6 - (x2 * x7)))) -> ((x8 * ((1 - x2) * (x3 - 1))) = ((x3 * (x6 - (x2 * x7))) - (x4 - (x2 * x5)))) -> ((x9 * (1 + x3)) = 1) -> (1 < x3) -> (x2 < 1) -> ((x10 * ((1 - x2) * (x3 - 1))) = 1) -> (((x2 * x5) + ((1 - x2) * ((x9 * x3) * x1))) + ((1 - x2) * (x9 * x8))) = x4.
Proof. intros. apply (Rplus_eq_reg_l (- (x2 * x5))). transitivity (x9 * (x3 * ((1 - x2) * x1) + (1 - x2) * x8)). ring. apply (Rmult_eq_reg_r (x3 - 1)); [|lra]. transitivity (x9 * (x3 * (x1 * ((1 - x2) * (x3 - 1))) + x8 * ((1 - x2) * (x3 - 1)))). ring. rewrite H, H0. transitivity ((x9 * (1 + x3)) * (x3 - 1) * (x4 - x2 * x5)). ring. rewrite H1. ring. Qed.
Lemma resistant_9 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (x1 = (x2 - x3)) -> (x4 = (x5 - x6)) -> (((x7 * x3) - (x8 * (x7 * x6))) <= (x2 - (x8 * x5))) -> (((x7 * x6) - (x8 * (x7 * x3))) <= (x5 - (x8 * x2))) -> (x7 = 1) -> (1 < x9) -> (1 <= x9) -> ((x8 * x9) = 1) -> 0 <= x1.
Proof. intros. subst x7 x1 x4. assert (A : x9 * ((1 * x6) - x8 * (1 * x3)) <= x9 * (x5 - x8 * x2)) by (apply Rmult_le_compat_l; lra). assert (B : x9 * (x8 * (x2 - x3)) = x2 - x3) by (rewrite <- Rmult_assoc, (Rmult_comm x9), H6; ring). destruct (Rle_dec 0 (x2 - x3)) as [|N]; auto. exfalso. assert (x8 <= 1) by nra. assert (0 <= x8) by nra. assert (x8 < 1) by nra. nra. Qed.
Lemma resistant_10 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 : R, (x1 <= x1) -> (x2 <= x2) -> ((x1 + x3) <= x4) -> ((x2 + x5) <= x6) -> ((x1 - (x7 * x2)) <= (x8 - (x7 * x9))) -> ((x2 - (x7 * x1)) <= (x9 - (x7 * x8))) -> (x1 <= x8) -> (x2 <= x9) -> (x1 <= (x1 + x2)) -> (x2 <= (x1 + x2)) -> (x10 = (0 - (Rmax (Rmax (0 - (x4 - x3)) (0 - x8)) (0 - (x1 + x2))))) -> (x11 = (0 - (Rmax (Rmax (0 - (x6 - x5)) (0 - x9)) (0 - (x2 + x1))))) -> (x12 = (0 - (Rmax (0 - x10) (0 - ((x7 * x11) + (x8 - (x7 * x9))))))) -> (x13 = (0 - (Rmax (0 - x11) (0 - ((x7 * x10) + (x9 - (x7 * x8))))))) -> (x1 <= x10) -> (x2 <= x11) -> ((x7 * x1) <= (x7 * x10)) -> ((x7 * x2) <= (x7 * x11)) -> ((x7 * (x7 * (x8 - x10))) <= (x8 - x10)) -> ((x7 * (x7 * (x9 - x11))) <= (x9 - x11)) -> (0 <= x7) -> (x7 <= 1) -> (x12 - (x7 * x13)) <= (x8 - (x7 * x9)).
Proof. intros. clear - H11 H12 H17 H19 H20. rewrite H11, H12. pose proof (Rmax_l (0 - x10) (0 - ((x7 * x11) + (x8 - (x7 * x9))))) as A. pose proof (Rmax_r (0 - x10) (0 - ((x7 * x11) + (x8 - (x7 * x9))))) as B. set (m := Rmax _ _) in A, B |- *. clearbody m. unfold Rmax. destruct Rle_dec; nra. Qed.
Lemma resistant_11 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, (x1 < 1) -> (x2 <= x3) -> (x4 <= x5) -> ((x3 + x6) <= x7) -> ((x5 + x8) <= x9) -> ((x3 - (x1 * x5)) <= (x10 - (x1 * x11))) -> ((x5 - (x1 * x3)) <= (x11 - (x1 * x10))) -> (0 <= x1) -> (x1 <= 1) -> x5 <= x11.
Proof. intros. assert ((x5 - x11) <= x1 * (x3 - x10)) by lra. assert ((x3 - x10) <= x1 * (x5 - x11)) by lra. assert (x1 * (x3 - x10) <= x1 * (x1 * (x5 - x11))) by (apply Rmult_le_compat_l; assumption). assert (0 < 1 - x1 * x1) by nra. destruct (Rle_dec (x5 - x11) 0); [lra | nra]. Qed.
Lemma resistant_12 : forall x1 x2 x3 x4 x5 x6 : R, (x1 = (x2 * x3)) -> (((1 - x4) * x5) <= ((1 - x4) * x6)) -> ((x4 * x2) = 0) -> ((x2 * x2) = x2) -> (0 <= x3) -> (x2 * (x5 * x3)) <= (x6 * x1).
Proof. intros. destruct (bit x2); [assumption | subst; lra |]. subst x2 x1. assert (x4 = 0) by lra. subst x4. assert (x3 * x5 <= x3 * x6) by (apply Rmult_le_compat_l; lra). lra. Qed.
Lemma resistant_13 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (x1 = ((x2 * x3) + ((x4 * (Rmax 0 (x5 - x6))) * (Rmax 0 (x7 - x8))))) -> (x2 = (x5 - (Rmax 0 (x5 - x6)))) -> (((x4 * x9) * x9) = x9) -> (0 <= x3) -> (0 <= x5) -> (0 <= x6) -> (0 <= (Rmax 0 (x5 - x6))) -> (0 <= (Rmax 0 (x7 - x8))) -> ((Rmax 0 (x5 - x6)) <= x9) -> ((Rmax 0 (x7 - x8)) <= x9) -> 0 <= x1.
Proof. intros. assert (0 <= x2) by (subst x2; unfold Rmax; destruct Rle_dec; lra). set (m := Rmax 0 (x5 - x6)) in *. set (n := Rmax 0 (x7 - x8)) in *. clearbody m n. subst x1. assert (0 <= x4 * m * n). { destruct (Req_dec x9 0). replace m with 0 by lra. lra. assert (x4 * x9 = 1) by (apply (Rmult_eq_reg_r x9); [lra | assumption]). assert (0 <= x4) by (apply (inverse_pos x4 x9); lra). apply Rmult_le_pos; [apply Rmult_le_pos|]; assumption. } pose proof (Rmult_le_pos x2 x3). lra. Qed.
Lemma resistant_14 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 : R, (((1 - x1) * x2) <= (((x3 * (1 - x4)) * x5) - ((x3 * (1 - x4)) * x6))) -> (((x7 * x8) * (1 - x4)) <= x2) -> (((1 - x1) * x7) <= (x7 * (x3 * (1 - x4)))) -> (x9 = x5) -> (x10 = x6) -> (0 <= x10) -> (x10 <= x9) -> (0 <= x3) -> (0 <= x8) -> (0 <= x4) -> (x4 <= 1) -> (0 <= x1) -> (x1 <= 1) -> ((1 - x1) * (x7 * x8)) <= ((x9 - x10) * x3).
Proof. intros. subst. assert ((1 - x1) * (x7 * x8) * (1 - x4) <= (1 - x1) * x2) by nra. destruct (Req_dec x4 1). subst. nra. apply (Rmult_le_reg_l (1 - x4)); nra. Qed.
Lemma resistant_15 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, (x1 = (((x2 * (1 - x3)) * x4) + (((x2 * x3) * x5) * x6))) -> (0 <= x4) -> (0 <= x6) -> ((x3 * (x7 - (x5 * x8))) = (Rmax 0 (x7 - x8))) -> (0 <= x3) -> (x3 <= 1) -> ((x2 * (x9 - (Rmax 0 (x9 - x10)))) = (1 - x11)) -> (0 <= x2) -> (x2 <= 1) -> (0 <= x5) -> (x5 <= 1) -> 0 <= x1.
Proof. intros. subst x1. assert (0 <= (x2 * (1 - x3)) * x4) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). assert (0 <= x2 * x3 * x5 * x6) by (repeat apply Rmult_le_pos; lra). lra. Qed.
Lemma resistant_16 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (0 <= x1) -> (x1 <= 1) -> (((1 + x2) * x3) = (((1 + x2) * x4) + ((x2 * x5) + x6))) -> (((1 + x2) * x7) = (((1 + x2) * x8) + ((x2 * x6) + x5))) -> (0 <= x4) -> (0 <= x5) -> (0 <= x8) -> (0 <= x6) -> (1 <= x2) -> ((x9 * x2) = 1) -> (x1 * x3) <= ((x2 * (x1 * x7)) + x4).
Proof. intros. assert (E : (1 + x2) * (x3 - x2 * x7 - x4) = (x2 * x5 + x6) - x2 * ((1 + x2) * x8 + (x2 * x6 + x5))) by (replace ((1 + x2) * (x3 - x2 * x7 - x4)) with ((1 + x2) * x3 - x2 * ((1 + x2) * x7) - (1 + x2) * x4) by ring; rewrite H1, H2; ring). assert (0 <= x2 * ((1 + x2) * x8)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). assert (1 * x6 <= x2 * x2 * x6) by (apply Rmult_le_compat_r; nra). assert (x3 - x2 * x7 - x4 <= 0) by (apply (Rmult_le_reg_l (1 + x2)); lra). assert (x1 * (x3 - x2 * x7 - x4) <= x1 * 0) by (apply Rmult_le_compat_l; assumption). assert (0 <= (1 - x1) * x4) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma resistant_17 : forall x1 x2 x3 x4 x5 x6 x7 : R, (((x1 * x2) - (x3 * (x1 * x4))) <= (x5 - (x3 * x6))) -> (1 <= x7) -> ((x3 * x7) = 1) -> (x6 - (x1 * x4)) <= (x7 * (x5 - (x1 * x2))).
Proof. intros. assert (x7 * (x1 * x2 - x3 * (x1 * x4)) <= x7 * (x5 - x3 * x6)) by (apply Rmult_le_compat_l; lra). assert (x7 * (x3 * (x6 - x1 * x4)) = x6 - x1 * x4) by (rewrite <- Rmult_assoc, (Rmult_comm x7), H1; ring). lra. Qed.
Lemma resistant_18 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 : R, (x1 <= x1) -> (x2 <= x2) -> ((x1 + x3) <= x4) -> ((x2 + x5) <= x6) -> ((x1 - (x7 * x2)) <= (x8 - (x7 * x9))) -> ((x2 - (x7 * x1)) <= (x9 - (x7 * x8))) -> (x1 <= x8) -> (x2 <= x9) -> (x1 <= (x1 + x2)) -> (x2 <= (x1 + x2)) -> (x10 = (0 - (Rmax (Rmax (0 - (x4 - x3)) (0 - x8)) (0 - (x1 + x2))))) -> (x11 = (0 - (Rmax (Rmax (0 - (x6 - x5)) (0 - x9)) (0 - (x2 + x1))))) -> (x12 = (0 - (Rmax (0 - x10) (0 - ((x7 * x11) + (x8 - (x7 * x9))))))) -> (x13 = (0 - (Rmax (0 - x11) (0 - ((x7 * x10) + (x9 - (x7 * x8))))))) -> (x1 <= x10) -> (x2 <= x11) -> ((x7 * x1) <= (x7 * x10)) -> ((x7 * x2) <= (x7 * x11)) -> ((x7 * (x7 * (x8 - x10))) <= (x8 - x10)) -> ((x7 * (x7 * (x9 - x11))) <= (x9 - x11)) -> (0 <= x7) -> (x7 <= 1) -> (x13 - (x7 * x12)) <= (x9 - (x7 * x8)).
Proof. intros. clear - H12 H11 H18 H19 H20. rewrite H12, H11. pose proof (Rmax_l (0 - x11) (0 - ((x7 * x10) + (x9 - (x7 * x8))))) as A. pose proof (Rmax_r (0 - x11) (0 - ((x7 * x10) + (x9 - (x7 * x8))))) as B. set (m := Rmax _ _) in A, B |- *. clearbody m. unfold Rmax. destruct Rle_dec; nra. Qed.
Lemma resistant_19 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, (x1 < 1) -> (x2 <= x3) -> (x4 <= x5) -> ((x3 + x6) <= x7) -> ((x5 + x8) <= x9) -> ((x3 - (x1 * x5)) <= (x10 - (x1 * x11))) -> ((x5 - (x1 * x3)) <= (x11 - (x1 * x10))) -> (0 <= x1) -> (x1 <= 1) -> x3 <= x10.
Proof. intros. assert ((x3 - x10) <= x1 * (x5 - x11)) by lra. assert ((x5 - x11) <= x1 * (x3 - x10)) by lra. assert (x1 * (x5 - x11) <= x1 * (x1 * (x3 - x10))) by (apply Rmult_le_compat_l; assumption). assert (0 < 1 - x1 * x1) by nra. destruct (Rle_dec (x3 - x10) 0); [lra | nra]. Qed.
Lemma resistant_20 : forall x1 x2 x3 x4 x5 : R, (x1 <= (x2 * x3)) -> ((x4 * x1) = (x5 * x3)) -> (0 < x5) -> (0 < x1) -> x5 <= (x2 * x4).
Proof. intros. apply (Rmult_le_reg_r x1); [assumption |]. assert (x5 * x1 <= x5 * (x2 * x3)) by (apply Rmult_le_compat_l; lra). replace (x2 * x4 * x1) with (x2 * (x4 * x1)) by ring. rewrite H0. lra. Qed.
Lemma resistant_21 : forall x1 x2 x3 x4 x5 : R, (x1 = (((1 / 2) * x2) + ((1 / 2) * x3))) -> ((x4 * x1) = ((1 / 2) * x2)) -> (x2 <= ((1 + ((x5 - 1) * 2)) * x3)) -> (x3 <= ((1 + ((x5 - 1) * 2)) * x2)) -> (0 <= x2) -> (1 <= x5) -> (0 < x1) -> x4 <= (x5 * (1 / 2)).
Proof. intros. apply (Rmult_le_reg_r x1); [assumption |]. rewrite H0. subst x1. assert (0 <= x2 * ((x5 - 1) * (x5 - 1))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). assert ((1 - 2 * (x5 - 1)) * x2 <= x3). { destruct (Rle_dec ((1 - 2 * (x5 - 1)) * x2) x3) as [|N]; auto. exfalso. assert ((1 + 2 * (x5 - 1)) * x3 < (1 + 2 * (x5 - 1)) * ((1 - 2 * (x5 - 1)) * x2)) by (apply Rmult_lt_compat_l; lra). lra. } lra. Qed.
Lemma resistant_22 : forall x1 x2 x3 x4 x5 : R, (0 <= x1) -> (x1 <= 1) -> (0 <= x2) -> (x2 <= 1) -> ((x2 * x3) <= (x2 * (x4 * x5))) -> (0 <= x3) -> (0 <= x5) -> (1 <= x4) -> (x1 * x3) <= ((x4 * (x1 * x5)) + (x3 - (x2 * x3))).
Proof. intros. assert (0 <= x4 * (x1 * x5)) by (repeat apply Rmult_le_pos; lra). destruct (Req_dec x2 0). subst x2. assert (x1 * x3 <= 1 * x3) by (apply Rmult_le_compat_r; lra). lra. assert (x3 <= x4 * x5) by (apply (Rmult_le_reg_l x2); lra). assert (x1 * x3 <= x1 * (x4 * x5)) by (apply Rmult_le_compat_l; lra). assert (x2 * x3 <= 1 * x3) by (apply Rmult_le_compat_r; lra). lra. Qed.
Lemma resistant_23 : forall x1 x2 x3 x4 x5 x6 x7 x8 : R, (x1 <= (x2 * x3)) -> (x4 <= (x5 * x6)) -> (0 < x2) -> (1 <= x7) -> (0 <= x8) -> ((x8 * x1) - (((x2 * x5) * x7) * (x8 * x6))) <= (x2 * ((x8 * x3) - (x7 * (x8 * x4)))).
Proof. intros. assert (x8 * x1 <= x8 * (x2 * x3)) by (apply Rmult_le_compat_l; lra). assert (x2 * x7 * x8 * x4 <= x2 * x7 * x8 * (x5 * x6)) by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | assumption]). lra. Qed.
Lemma resistant_24 : forall x1 x2 x3 x4 x5 x6 x7 x8 : R, ((x1 * x2) = x3) -> ((x4 * x5) = x6) -> (0 <= x3) -> (0 <= x6) -> (0 <= x2) -> (0 <= x5) -> (x1 <= (x7 * x4)) -> (x2 <= (x8 * x5)) -> (x5 <= (x8 * x2)) -> (1 <= x8) -> x3 <= ((x8 * x7) * x6).
Proof. intros. destruct (Req_dec x5 0). subst x5. assert (x2 = 0) by lra. subst x2 x3 x6. lra. assert (0 < x2) by (destruct (Req_dec x2 0); [subst x2; lra | lra]). assert (0 <= x1) by (apply (Rmult_le_reg_r x2); lra). assert (x1 * x2 <= (x7 * x4) * (x8 * x5)) by (apply Rmult_le_compat; lra). subst x3 x6. lra. Qed.
Lemma resistant_25 : forall x1 x2 x3 x4 x5 : R, (x1 <= (x2 * x3)) -> ((x4 * ((x2 * x3) - x5)) <= ((x2 - 1) * x3)) -> (1 <= x2) -> (0 <= x4) -> (0 <= x1) -> (0 <= x5) -> ((1 - (x2 * (1 - x4))) * x1) <= ((x2 * x4) * x5).
Proof. intros. assert (0 <= x3) by (apply (Rmult_le_reg_l x2); lra). destruct (Req_dec x3 0). { assert (x1 = 0) by (subst x3; lra). subst x1. assert (0 <= x2 * x4 * x5) by (repeat apply Rmult_le_pos; lra). lra. } apply (Rmult_le_reg_r x3); [lra |]. assert (x1 * (x4 * ((x2 * x3) - x5)) <= x1 * ((x2 - 1) * x3)) by (apply Rmult_le_compat_l; assumption). assert (x4 * x5 * x1 <= x4 * x5 * (x2 * x3)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption | assumption]). lra. Qed.
Lemma resistant_26 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, ((x1 * x2) = (1 - ((1 - x2) * x3))) -> (x4 = x3) -> (x5 = x3) -> ((1 - x2) <= (x6 * x2)) -> (0 < x2) -> (0 < x7) -> (0 <= x8) -> (((x2 + x7) + x8) = 1) -> ((x3 * x6) = 1) -> (1 < x6) -> (x2 * (x9 * x1)) = ((x2 + (x6 - 1)) * (x9 * x4)).
Proof. intros. transitivity (x9 * (x1 * x2)). ring. rewrite H. subst x4. transitivity (x9 * (x2 * x3 + x3 * x6 - x3)). rewrite H7. ring. ring. Qed.
Lemma resistant_27 : forall x1 x2 x3 x4 x5 x6 x7 x8 : R, (x1 = x2) -> (x3 = x4) -> ((x5 * x6) = ((1 - (x7 * x2)) - (x8 * x4))) -> (0 < x6) -> ((x2 * x7) <= (1 - x7)) -> (x8 <= (x2 * (1 - x8))) -> (0 < x7) -> (0 < x8) -> (0 <= x6) -> (((x7 + x8) + x6) = 1) -> ((x4 * x2) = 1) -> (1 < x2) -> x4 <= x5.
Proof. intros. apply (Rmult_le_reg_r x6); [assumption |]. rewrite H1. replace x6 with (1 - x7 - x8) by lra. assert (0 < x4) by (apply (pos_inverse x4 x2); lra). assert (N : 0 <= x4 * ((x2 - 1) * (1 - x7 - x2 * x7))) by (repeat apply Rmult_le_pos; lra). replace (x4 * ((x2 - 1) * (1 - x7 - x2 * x7))) with ((x4 * x2) - (x4 * x2) * (x2 * x7) - x4 + x4 * x7) in N by ring. rewrite H9 in N. lra. Qed.
Lemma resistant_28 : forall x1 x2 x3 x4 x5 x6 x7 x8 : R, (x1 = x2) -> (x3 = x4) -> ((x5 * x6) = ((1 - (x7 * x2)) - (x8 * x4))) -> (0 < x6) -> ((x2 * x7) <= (1 - x7)) -> (x8 <= (x2 * (1 - x8))) -> (0 < x7) -> (0 < x8) -> (0 <= x6) -> (((x7 + x8) + x6) = 1) -> ((x4 * x2) = 1) -> (1 < x2) -> x5 <= x2.
Proof. intros. apply (Rmult_le_reg_r x6); [assumption |]. rewrite H1. replace x6 with (1 - x7 - x8) by lra. assert (0 < x4) by (apply (pos_inverse x4 x2); lra). assert (N : 0 <= x4 * ((x2 - 1) * (x2 - x2 * x8 - x8))) by (repeat apply Rmult_le_pos; lra). replace (x4 * ((x2 - 1) * (x2 - x2 * x8 - x8))) with ((x4 * x2) * x2 - (x4 * x2) * (x2 * x8) - (x4 * x2) + x4 * x8) in N by ring. rewrite H9 in N. lra. Qed.
Lemma resistant_29 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 : R, (x1 = x2) -> ((x3 * x4) = (1 - (x2 * (1 - x4)))) -> (x5 = x2) -> ((x2 * (1 - x4)) <= x4) -> (0 < x6) -> (0 < x4) -> (0 <= x7) -> (((x6 + x4) + x7) = 1) -> ((x8 * x2) = 1) -> (1 < x2) -> ((1 - (x2 * (1 - x4))) * (x9 * x1)) = ((x2 * x4) * (x9 * x3)).
Proof. intros. rewrite <- H0. subst x1. ring. Qed.
Lemma resistant_30 : forall x1 x2 x3 x4 x5 x6 x7 x8 : R, ((x1 * x2) <= (x3 * (x1 * x4))) -> (x5 = (x2 * x6)) -> ((x7 * x5) = (x1 * x8)) -> (x8 = (x4 * x6)) -> (0 <= x6) -> (0 < x5) -> x1 <= (x3 * x7).
Proof. intros. apply (Rmult_le_reg_r x5); [assumption |]. assert (x6 * (x1 * x2) <= x6 * (x3 * (x1 * x4))) by (apply Rmult_le_compat_l; assumption). replace (x3 * x7 * x5) with (x3 * (x7 * x5)) by ring. rewrite H1, H0, H2. lra. Qed.
Lemma resistant_31 : forall x1 x2 x3 : R, (0 <= x1) -> 0 <= (x1 * (((x2 - 1) + x3) * ((x2 - 1) + x3))).
Proof. intros. apply Rmult_le_pos; [assumption | apply Rle_0_sqr]. Qed.
Lemma resistant_32 : forall x1 x2 x3 x4 x5 x6 x7 : R, ((x1 * ((x2 - 1) * (x2 - 1))) <= ((1 - x1) * ((x3 * x4) - 1))) -> (x5 <= x1) -> (x1 < 1) -> (0 < x5) -> ((x6 * x5) = 1) -> ((x7 * x7) = (((x3 * x4) - 1) * (x6 - 1))) -> (0 <= x7) -> x2 <= (1 + x7).
Proof. intros. set (v := (x3 * x4) - 1) in *. clearbody v. assert (0 <= v). { assert (0 <= x1 * ((x2 - 1) * (x2 - 1))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). apply (Rmult_le_reg_l (1 - x1)); lra. } destruct (Rle_dec x2 (1 + x7)) as [|N]; auto. exfalso. assert (x7 * x7 < (x2 - 1) * (x2 - 1)) by (apply Rmult_le_0_lt_compat; lra). assert (x5 * (x1 * ((x2 - 1) * (x2 - 1))) <= x5 * ((1 - x1) * v)) by (apply Rmult_le_compat_l; lra). assert (x5 * v <= x1 * v) by (apply Rmult_le_compat_r; lra). assert (0 < x1 * x5) by (apply Rmult_lt_0_compat; lra). assert (E : x1 * x5 * (x7 * x7) = x1 * ((x6 * x5) * v - x5 * v)) by (rewrite H4; ring). rewrite H3 in E. assert (x1 * x5 * (x7 * x7) < x1 * x5 * ((x2 - 1) * (x2 - 1))) by (apply Rmult_lt_compat_l; assumption). lra. Qed.
Lemma resistant_33 : forall x1 x2 x3 x4 x5 x6 x7 : R, (x1 <= (1 + x2)) -> ((x1 * x3) = x4) -> ((x4 * x5) = (x3 * x6)) -> (0 <= x5) -> (x7 <= x3) -> (0 < x7) -> x6 <= ((1 + x2) * x5).
Proof. intros. apply (Rmult_le_reg_l x3); [lra |]. rewrite <- H1, <- H0. assert (x1 * (x3 * x5) <= (1 + x2) * (x3 * x5)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | assumption]). lra. Qed.
Lemma resistant_34 : forall x1 x2 x3 x4 x5 x6 x7 : R, (x1 = (Rmax 0 (x2 - (x3 * x4)))) -> (x5 = 1) -> (0 <= x6) -> ((x6 * x6) = (x2 * x4)) -> (1 <= x7) -> ((x7 * x7) = x3) -> (0 <= x2) -> (0 <= x4) -> (x2 - x1) <= ((x7 * x5) * x6).
Proof. intros. assert (M : x2 - x1 <= x2 /\ x2 - x1 <= x3 * x4) by (subst x1; unfold Rmax; destruct Rle_dec; lra). destruct M. destruct (Rle_dec (x2 - x1) (x7 * x5 * x6)) as [|N]; auto. exfalso. subst x5. assert (0 <= x7 * 1 * x6) by (repeat apply Rmult_le_pos; lra). assert ((x7 * 1 * x6) * (x7 * 1 * x6) < (x2 - x1) * (x2 - x1)) by (apply Rmult_le_0_lt_compat; lra). assert ((x2 - x1) * (x2 - x1) <= x2 * (x3 * x4)) by (apply Rmult_le_compat; lra). assert (E : (x7 * 1 * x6) * (x7 * 1 * x6) = (x7 * x7) * (x6 * x6)) by ring. rewrite H2, H4 in E. lra. Qed.
Lemma resistant_35 : forall x1 x2 x3 : R, (0 <= x1) -> ((x1 * x1) = (x2 * x3)) -> (0 <= x2) -> (0 <= x3) -> x1 <= (((1 / 2) * x2) + ((1 / 2) * x3)).
Proof. intros. destruct (Rle_dec x1 (1 / 2 * x2 + 1 / 2 * x3)) as [|N]; auto. exfalso. assert ((1 / 2 * x2 + 1 / 2 * x3) * (1 / 2 * x2 + 1 / 2 * x3) < x1 * x1) by (apply Rmult_le_0_lt_compat; lra). assert (0 <= (x2 - x3) * (x2 - x3)) by apply Rle_0_sqr. lra. Qed.
Lemma resistant_36 : forall x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 : R, ((x1 - x2) <= (((x3 * x4) * x5) * x6)) -> (x1 = x7) -> (x8 = x2) -> (x9 = (x10 * x4)) -> (0 < x10) -> (x6 <= x10) -> (0 < x4) -> (0 <= x5) -> ((x5 * x5) = (x7 * x11)) -> (1 <= x3) -> (x7 - x8) <= ((x3 * x9) * x5).
Proof. intros. assert (x3 * x4 * x5 * x6 <= x3 * x4 * x5 * x10) by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | assumption]). subst x7 x8 x9. lra. Qed.
Lemma resistant_37 : forall x1 x2 x3 x4 x5 x6 x7 : R, (x1 <= ((x2 * x3) + x4)) -> (0 <= x1) -> (x1 <= 1) -> (0 <= x3) -> (x3 <= 1) -> (0 <= x4) -> (1 <= x2) -> (0 <= x5) -> (x5 * x1) <= (((Rmax 0 (x5 - (x6 * x7))) + (x6 * (x7 * (1 - (Rmax 0 (1 - (x2 * x3))))))) + (x4 * x5)).
Proof. intros. set (m := Rmax 0 (1 - x2 * x3)). assert (M : 0 <= m /\ m <= 1 /\ x1 <= (1 - m) + x4). { assert (0 <= x2 * x3) by (apply Rmult_le_pos; lra). unfold m, Rmax. destruct Rle_dec; lra. } destruct M as [? [? ?]]. clearbody m. assert (x5 * x1 <= x5 * ((1 - m) + x4)) by (apply Rmult_le_compat_l; lra). unfold Rmax. destruct (Rle_dec 0 (x5 - x6 * x7)). { assert (x6 * x7 * m <= x5 * m) by (apply Rmult_le_compat_r; lra). lra. } assert (x5 * (1 - m) <= x6 * x7 * (1 - m)) by (apply Rmult_le_compat_r; lra). lra. Qed.
Lemma resistant_38 : forall x1 x2 x3 x4 x5 x6 x7 : R, ((x1 * x2) <= (((Rmax 0 (x1 - (x3 * x4))) + (x3 * (x4 * (1 - (Rmax 0 (1 - (x5 * x6))))))) + (x7 * x1))) -> (0 <= x4) -> (1 <= x3) -> (x1 * x2) <= (((Rmax 0 (x1 - (x3 * x4))) + ((x3 * x5) * (x4 * x6))) + (x7 * x1)).
Proof. intros. pose proof (Rmax_r 0 (1 - x5 * x6)). assert (x3 * x4 * (1 - Rmax 0 (1 - x5 * x6)) <= x3 * x4 * (x5 * x6)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]). lra. Qed.
Lemma resistant_39 : forall x1 x2 x3 : R, ((x1 - x2) <= (x3 * (x3 * (x1 - x2)))) -> (x3 < 1) -> (0 <= x3) -> (x3 <= 1) -> x1 <= x2.
Proof. intros. destruct (Rle_dec x1 x2) as [|N]; auto. exfalso. assert (0 < 1 - x3 * x3) by nra. assert (0 < (1 - x3 * x3) * (x1 - x2)) by (apply Rmult_lt_0_compat; lra). lra. Qed.
Lemma resistant_40 : forall x1 x2 x3 x4 x5 : R, (x1 <= (x2 * x3)) -> ((x3 * x4) = (x1 * x5)) -> (0 <= x4) -> (x1 * x4) <= (x2 * (x1 * x5)).
Proof. intros. rewrite <- H0. assert (x4 * x1 <= x4 * (x2 * x3)) by (apply Rmult_le_compat_l; assumption). lra. Qed.
Lemma resistant_41 : forall x1 x2 x3 x4 x5 x6 : R, ((x1 * x2) <= ((x1 + (x3 - 1)) * x4)) -> (x5 <= x1) -> ((x6 * x5) = 1) -> (0 < x5) -> (1 <= x3) -> (0 <= x4) -> x2 <= ((1 + ((x3 - 1) * x6)) * x4).
Proof. intros. assert (0 < x6) by (apply (pos_inverse x6 x5); assumption). assert (x6 * x5 <= x6 * x1) by (apply Rmult_le_compat_l; lra). apply (Rmult_le_reg_l x1); [lra |]. assert (0 <= (x3 - 1) * x4) by (apply Rmult_le_pos; lra). assert (((x3 - 1) * x4) * 1 <= ((x3 - 1) * x4) * (x6 * x1)) by (apply Rmult_le_compat_l; lra). lra. Qed.
Lemma resistant_42 : forall x1 x2 x3 x4 x5 : R, (x1 <= (x2 * x3)) -> ((x3 * x4) = (x1 * x5)) -> (0 <= x4) -> (0 < x1) -> x4 <= (x2 * x5).
Proof. intros. apply (Rmult_le_reg_l x1); [assumption |]. assert (x4 * x1 <= x4 * (x2 * x3)) by (apply Rmult_le_compat_l; assumption). replace (x1 * (x2 * x5)) with (x2 * (x1 * x5)) by ring. rewrite <- H0. lra. Qed.
Lemma resistant_43 : forall x1 x2 x3 x4 x5 x6 x7 : R, ((x1 * x2) <= ((x3 * (x1 * x4)) + (x5 * x4))) -> (x4 <= (x3 * x6)) -> (0 <= x7) -> (x7 <= 1) -> (0 <= x4) -> (0 <= x5) -> (0 <= x1) -> (1 <= x3) -> (x1 * (x7 * x2)) <= ((((x3 * x3) * x1) * (x7 * x6)) + (x5 * x4)).
Proof. intros. assert (x7 * (x1 * x2) <= x7 * ((x3 * (x1 * x4)) + (x5 * x4))) by (apply Rmult_le_compat_l; assumption). assert (x7 * (x5 * x4) <= 1 * (x5 * x4)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption | assumption]). assert (x3 * x1 * x7 * x4 <= x3 * x1 * x7 * (x3 * x6)) by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra | assumption]). lra. Qed.
Ltac resistant := first [
  exact resistant_1
  | exact resistant_2
  | exact resistant_3
  | exact resistant_4
  | exact resistant_5
  | exact resistant_6
  | exact resistant_7
  | exact resistant_8
  | exact resistant_9
  | exact resistant_10
  | exact resistant_11
  | exact resistant_12
  | exact resistant_13
  | exact resistant_14
  | exact resistant_15
  | exact resistant_16
  | exact resistant_17
  | exact resistant_18
  | exact resistant_19
  | exact resistant_20
  | exact resistant_21
  | exact resistant_22
  | exact resistant_23
  | exact resistant_24
  | exact resistant_25
  | exact resistant_26
  | exact resistant_27
  | exact resistant_28
  | exact resistant_29
  | exact resistant_30
  | exact resistant_31
  | exact resistant_32
  | exact resistant_33
  | exact resistant_34
  | exact resistant_35
  | exact resistant_36
  | exact resistant_37
  | exact resistant_38
  | exact resistant_39
  | exact resistant_40
  | exact resistant_41
  | exact resistant_42
  | exact resistant_43].
(* What closes a claim: one of these lemmas, or a general tactic. *)
Ltac arithmetic := first
  [ solve [resistant] | go4
  | solve [tactic5] | solve [tactic6] | solve [tactic7] | solve [tactic8] | solve [tactic9] | solve [tactic10]
  | solve [tactic11] | solve [tactic12] | solve [tactic13] | solve [tactic14] | solve [tactic15] ].
