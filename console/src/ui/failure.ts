import type { CodedText } from '@gantry/contract/wire/errors';

/** Something that went wrong, already in the user's words. Screens make it of the error of the request layer. */
export interface Failure {
  text: string;
  /** Why a state rule said no. */
  reason?: string | undefined;
  /** The engine's own words, untranslated. */
  detail?: string | undefined;
  requestId?: string | undefined;
  /** The thing it was about is gone: trying again changes nothing. */
  isFinal?: boolean;
  /** What is wrong with single fields of a form, by field name. */
  fields?: Readonly<Record<string, readonly CodedText[]>>;
}

/** Puts an error of the request layer into words. */
export type Describe = (error: unknown) => Failure;
