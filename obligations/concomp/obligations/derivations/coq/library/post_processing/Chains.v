(* Chains of post-processings associate. *)
From Coq Require Import Reals List Bool FunctionalExtensionality.
From Concomp Require Import Rules Views Mechanisms PostProcessing Inside.
Open Scope R_scope.

Lemma goes_on_renamed {right m1 m2 m3} (f : m2 -> m3) (t : reaction right m1) k :
  renamed f (goes_on_by t k) = goes_on_by t (fun a s => renamed f (k a s)).
Proof. induction t as [a s|p next IH|m next IH]; simpl; auto; f_equal; now apply functional_extensionality. Qed.
Lemma handed_goes_on {middle right m1 m2} (R : processing middle right) (t : reaction middle m1)
  (k : nat -> m1 -> reaction middle m2) : forall s,
  handed_to R (goes_on_by t k) s = goes_on_by (handed_to R t s) (fun a r => handed_to R (k a (fst r)) (snd r)).
Proof.
  induction t as [a s|p next IH|m next IH]; intros r; simpl; auto.
  - f_equal. apply functional_extensionality. intros x. apply IH.
  - induction (reacts R r m) as [a s|p next' IH'|m' next' IH']; simpl; auto; f_equal;
      apply functional_extensionality; intros x; apply IH'.
Qed.
Definition regrouped {X Y Z} (s : X * Y * Z) : X * (Y * Z) := (fst (fst s), (snd (fst s), snd s)).
Lemma handed_twice {left middle right m1} (Q : processing left middle) (R : processing middle right)
  (t : reaction left m1) : forall s r,
  handed_to (chain Q R) t (s, r) = renamed regrouped (handed_to R (handed_to Q t s) r).
Proof.
  induction t as [a q|p next IH|m next IH]; intros s r; simpl; auto.
  - f_equal. apply functional_extensionality. intros x. apply IH.
  - rewrite handed_goes_on, goes_on_renamed. f_equal. apply functional_extensionality. intros a.
    apply functional_extensionality. intros [s' r']. apply IH.
Qed.
Theorem chains_associate {l m1 m2 r} (P : processing l m1) (Q : processing m1 m2) (R : processing m2 r) :
  same_up_to_names (chain (chain P Q) R) (chain P (chain Q R)).
Proof. exists regrouped. split; auto. intros [[s1 s2] s3] q. apply handed_twice. Qed.
(* Who does the same is seen alike. *)
Lemma drawn_renamed {memory memory'} (f : memory -> memory') t g :
  drawn (renamed f t) g = drawn t (fun a s => g a (f s)).
Proof. induction t as [a s|p next IH|[] next IH]; simpl; auto. apply Sum_ext. intros x. now rewrite IH. Qed.
Theorem seen_alike {query} (S S' : system query) : same_up_to_names S S' -> equivalent S S'.
Proof.
  intros [f [F H]] A E. unfold seen. rewrite <- F. generalize (start S). revert E.
  induction A as [|p next IH|q next IH]; intros E s; simpl; auto.
  - apply Sum_ext. intros a. now rewrite IH.
  - rewrite H, drawn_renamed. apply drawn_ext. intros a s'. apply IH.
Qed.
