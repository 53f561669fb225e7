/**
 * Calls whose request is bytes. What else would be their body travels as headers, one for each member, percent-encoded so that it stays
 * ASCII; `true` and `false` and whole numbers are written as in JSON.
 */
import type { CodedText } from './errors.ts';

/** The header of a member, and what it holds. */
export interface MemberHeader {
  name: string;
  holds: 'text' | 'flag' | 'number';
}

/** What the bytes of a request turn out to be: what is wrong with them, or what is learnt from them. */
export type Inspected<F> = { problem: CodedText } | { found: F };

/** How the bytes of a call are taken. */
export interface Upload {
  /** By member of the call's body. */
  headers: Readonly<Record<string, MemberHeader>>;
  /** How many bytes are looked at before anything is done with them. */
  head(body: never): number;
  /** Judges those first bytes, or all where there are fewer. `size`: bytes of all, where that is known. */
  inspect(body: never, head: Uint8Array, size: number | null): Inspected<unknown>;
  /** How many of the last bytes are looked at when all have come. */
  tail: number;
  /** Judges the end by what was found at the beginning: the last bytes, or all where there are fewer, and how many there were. */
  problemAtEnd(found: never, tail: Uint8Array, size: number): CodedText | undefined;
  /** Member of the body with the digest that the bytes must have. */
  checksum: string;
  /** Most bytes. */
  maxBytes: number;
}

/** Member that wrong bytes are reported at. */
export const BYTES_FIELD = 'file';
/** What the bytes travel as. */
export const BYTES_TYPE = 'application/octet-stream';
/** Milliseconds without any progress after which an upload has failed (S1 §7, §9). */
export const UPLOAD_STALL_MS = 60_000;

/** The headers of a body. Members that the call has no header for are left out; halves of characters become U+FFFD, as in a JSON body's bytes. */
export const headersOfBody = ({ headers }: Pick<Upload, 'headers'>, body: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([member, { name }]) => {
      const value = body[member];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, encodeURIComponent(String(value).toWellFormed())]]
        : [];
    }),
  );

function valueOf(text: string, holds: MemberHeader['holds']): unknown {
  if (holds === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
  if (holds === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // What is no percent-encoding is judged as it stands.
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** The body that headers tell. */
export const bodyOfHeaders = ({ headers }: Pick<Upload, 'headers'>, given: (name: string) => string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([member, { name, holds }]) => {
      const text = given(name);
      return text === undefined ? [] : [[member, valueOf(text, holds)]];
    }),
  );
