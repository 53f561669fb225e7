/** What the state of a form depends on. */
export interface FormFacts {
  /** Something was typed, left or submitted. */
  touched: boolean;
  /** Fields that are wrong, by what is known now. */
  errors: number;
  submitting: boolean;
  /** An answer of the server is awaited before a field can be called right. */
  checking: boolean;
}

/** Nobody is told off for what they have not done yet: valid when untouched (S0 §4). */
export const isValid = ({ touched, errors }: Pick<FormFacts, 'touched' | 'errors'>): boolean => !touched || errors === 0;

/** When untouched (submitting then validates, decision I4), or when valid, not submitting and not awaiting a check (S0 §4). */
export const canSubmit = (facts: FormFacts): boolean => !facts.touched || (isValid(facts) && !facts.submitting && !facts.checking);
