import type { Call } from '../wire/call.ts';
import type { Kind } from '../wire/kind.ts';

/** What one folder of `nouns/` gives to the contract. */
export interface Noun {
  kinds: readonly Kind[];
  calls: Readonly<Record<string, Call>>;
  /** Codes of its own for what can be wrong with a value, with their English texts, for scripts. The console has them in the noun's texts. */
  fieldTexts?: Readonly<Record<string, string>>;
}
