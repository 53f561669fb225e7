import type { Call } from '../wire/call.ts';
import type { Kind } from '../wire/kind.ts';

/** What one folder of `nouns/` gives to the contract. */
export interface Noun {
  kinds: readonly Kind[];
  calls: Readonly<Record<string, Call>>;
}
