import type { CodedText, TextParams } from './errors.ts';

/** What a state rule says: yes, or why not. The console shows the reason, the server refuses by it (architecture rule 2). */
export type RuleResult = true | CodedText;

/** A rule over the state of one object, and over the body of the call where that matters. */
export type Rule<T, B = void> = (item: T, body: B) => RuleResult;

export const no = (code: string, params?: TextParams): CodedText => (params ? { code, params } : { code });

export const isYes = (verdict: RuleResult): verdict is true => verdict === true;

/** The first "no" of several rules, or yes. */
export const every =
  <T>(...rules: Rule<T>[]): Rule<T> =>
  (item) => {
    for (const rule of rules) {
      const verdict = rule(item);
      if (verdict !== true) return verdict;
    }
    return true;
  };
