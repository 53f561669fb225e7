/** One pattern, as people read it. How long a text may be is said by each field; where nothing else is said, it is free text. */
export interface TextPattern {
  /** What fits, in English, for the description of the API. */
  says: string;
  source: string;
  /** Texts that fit, and that do not. */
  good: readonly [string, ...string[]];
  bad: readonly string[];
}
