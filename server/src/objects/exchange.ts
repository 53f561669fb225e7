/** What an operation gets of a request, and what it gives back. */
import type { NewAuditEntry } from '../port/store/audit.ts';
import type { ObjectIndex } from '../port/store/objects.ts';
import type { S3Key, S3People } from '../port/accounts.ts';
import type { Blobs } from './storage/blobs.ts';
import type { Body, BodyOptions } from './wire/body.ts';

/** Who asks, as the audit names it. `body`: the access key, where one signed. */
export type Author = Pick<
  NewAuditEntry,
  'userId' | 'userName' | 'domainId' | 'projectId' | 'requestId' | 'address' | 'personalToken' | 'body'
>;

export interface Exchange {
  method: string;
  query: ReadonlyMap<string, string>;
  headers: Readonly<Record<string, string>>;
  /** Who asks. */
  key: S3Key;
  /** The same for the audit; absent where the server asks by itself, which changes nothing. */
  author?: Author;
  /** The request's bytes. Throws where there are more than so many. `wanted`: see BodyOptions. */
  body(most: number, wanted?: BodyOptions['wanted']): Body;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

/** An answer; without a body it has none. */
export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** XML where it is a text and the headers do not say what it is. */
  body?: string | AsyncIterable<Buffer>;
}

/** What operations work with. */
export interface Parts {
  index: ObjectIndex;
  blobs: Blobs;
  people: S3People;
  /** Owners may open objects to everybody for reading. */
  isPublicAllowed: boolean;
  now(): number;
}
