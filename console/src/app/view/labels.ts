import type { KeyIn, TextKey, TextResources } from '../i18n/resources.ts';
import type { FrameKey, NounName } from '../resource/noun-text.ts';

/** A sentence: of the noun's own texts, of those that all nouns share, or, with its namespace in front, of another noun. */
export type ViewText<N extends NounName> = KeyIn<TextResources[N]> | FrameKey | TextKey;

/** A text, or what is called the same in every language: `{ same: 'SNAT' }`. */
export type Label<N extends NounName> = ViewText<N> | { same: string };
