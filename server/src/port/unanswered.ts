import { GantryError } from '@gantry/contract/wire/errors';

/**
 * What marks an error of a command whose request got no answer and may be carried out all the same, also later: a time limit, or a connection
 * that broke. Errors without it are certain: nothing was asked, or the answer was no.
 */
export interface Unanswered {
  readonly unanswered: true;
}

/** Whether what was requested may still be done. */
export const isUnanswered = (error: unknown): error is GantryError & Unanswered =>
  error instanceof GantryError && 'unanswered' in error && error.unanswered === true;
