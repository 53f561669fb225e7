/** What is kept beside the rows: records of engines and rooms, and properties of domains. */
import type { Instant } from './rows.ts';

/** Private key-value records of an engine or room (address allocations, transitions, sync cursors, password hashes). Unique by (owner, bucket, key). */
export interface Records {
  get(owner: string, bucket: string, key: string): Promise<unknown>;
  put(owner: string, bucket: string, key: string, value: unknown, due?: Instant): Promise<void>;
  /** False when the key is already there: the way to claim an address once. */
  claim(owner: string, bucket: string, key: string, value: unknown): Promise<boolean>;
  remove(owner: string, bucket: string, key: string): Promise<void>;
  list(
    owner: string,
    bucket: string,
    options?: { prefix?: string; after?: string; limit?: number },
  ): Promise<{ key: string; value: unknown }[]>;
  /** Records whose `due` has come, oldest first. */
  due(owner: string, bucket: string, now: Instant, limit: number): Promise<{ key: string; value: unknown; due: Instant }[]>;
  nextDue(owner: string, bucket: string): Promise<Instant | undefined>;
}

/** A property of a domain. `value` is any JSON; `pub` is readable without a session, `auth` for who works in the domain. */
export interface Property {
  domainId: string;
  key: string;
  value: unknown;
  access: 'pub' | 'auth';
}

/** Properties of domains (decision B9). Unique by domain and key; in the order of both. */
export interface Properties {
  get(domainId: string, key: string): Promise<Property | undefined>;
  ofDomain(domainId: string): Promise<Property[]>;
  /** The next `limit` public ones of all domains, after one where given; `whole` names the domain whose others come too, or all of them. */
  readable(whole: 'none' | 'all' | { domainId: string }, limit: number, after?: Pick<Property, 'domainId' | 'key'>): Promise<Property[]>;
  /** False where the domain has the key already. */
  insert(property: Property): Promise<boolean>;
  /** False where the domain has no such key. */
  update(property: Property): Promise<boolean>;
  /** True when it was there. */
  remove(domainId: string, key: string): Promise<boolean>;
}
