/** Who is signed in: sessions, scope tokens, personal tokens, one-time tickets, and the counts of wrong passwords. */
import type { Scope } from '@gantry/contract/access/roles';
import type { Instant } from './rows.ts';

export interface SessionRecord {
  idHash: string;
  userId: string;
  domainId: string;
  /** Profile and engine credential as the identity engine gave them; encrypted at rest. */
  principal: unknown;
  /** Where it was begun; encrypted at rest. Absent where that is not known. */
  origin?: unknown;
  createdAt: Instant;
  lastSeenAt: Instant;
  /** Absolute end. */
  expiresAt: Instant;
}

export interface ScopeTokenRecord {
  tokenHash: string;
  sessionHash: string;
  scope: Scope;
  role: string;
  readOnly: boolean;
  /** Held beside the role in this scope. */
  permissions: readonly string[];
  /** Engine credential of this scope; encrypted at rest. */
  credential: unknown;
  expiresAt: Instant;
}

export interface SessionStore {
  create(session: SessionRecord): Promise<void>;
  get(idHash: string): Promise<SessionRecord | undefined>;
  touch(idHash: string, at: Instant): Promise<void>;
  /** Keeps the project that a session has entered; false where it is the one that it was in already. */
  enter(idHash: string, projectId: string): Promise<boolean>;
  /** Ends a session and its scope tokens. */
  revoke(idHash: string): Promise<void>;
  /** A user's sessions that still live, the one in use last first. */
  ofUser(userId: string, idleSince: Instant, now: Instant): Promise<SessionRecord[]>;
  /**
   * Ends a user's sessions until `most` are left: those that were not in use for longest, and never `except`. `usedAt`: what is known of their
   * use beside what is stored.
   */
  trim(userId: string, most: number, except: string, usedAt: (idHash: string) => Instant | undefined): Promise<void>;
  /** Ends all sessions of a user, but one where given; returns how many. */
  revokeUser(userId: string, except?: string): Promise<number>;
  addToken(token: ScopeTokenRecord): Promise<void>;
  getToken(tokenHash: string): Promise<ScopeTokenRecord | undefined>;
  /** Of these session hashes, those that still live. */
  alive(idHashes: readonly string[], idleSince: Instant, now: Instant): Promise<Set<string>>;
  prune(idleSince: Instant, now: Instant): Promise<void>;
}

/** A personal token as it is kept: what its user chose, and nothing of what the user may do. */
export interface PersonalTokenRecord {
  tokenHash: string;
  userId: string;
  name: string;
  scope: Exclude<Scope, { type: 'user' }>;
  readOnly: boolean;
  lastFour: string;
  createdAt: Instant;
  expiresAt: Instant;
  lastUsedAt: Instant | null;
}

export interface PersonalTokenStore {
  /** False where the user has `most` that have not expired. */
  create(token: PersonalTokenRecord, most: number): Promise<boolean>;
  get(tokenHash: string): Promise<PersonalTokenRecord | undefined>;
  /** A user's that have not expired, the newest first. */
  ofUser(userId: string, now: Instant): Promise<PersonalTokenRecord[]>;
  touch(tokenHash: string, at: Instant): Promise<void>;
  revoke(tokenHash: string): Promise<void>;
  revokeUser(userId: string): Promise<void>;
  prune(now: Instant): Promise<void>;
}

/** One-time tickets: whoever brings one gets, once, what it was made for. Expiry goes by the database's clock. */
export interface TicketStore {
  /** `hash` of the ticket itself; `content` is sealed at rest; `lifetime` in milliseconds. Returns when it ends. */
  issue(ticket: { hash: string; purpose: string; content: unknown; lifetime: number }): Promise<Instant>;
  /** What the ticket was made for, and never again; undefined where it is unknown, of another purpose, used or too old. */
  redeem(hash: string, purpose: string): Promise<unknown>;
  /** Forgets what is too old. */
  prune(): Promise<void>;
}

/**
 * Wrong passwords, counted by key, and devices that accounts have signed in from. Counts hold for all processes; a count begins anew when its
 * time is over, by the database's clock.
 */
export interface SignInStore {
  /**
   * Takes a place in a key's count before the password is looked at, so that many at once get no more places than one after the other. The
   * first place begins the count's time (`window`, milliseconds). Where all `limit` places are taken: how many milliseconds it still lasts.
   */
  take(key: string, limit: number, window: number): Promise<{ place: number } | { wait: number }>;
  /** Gives a place back: the password was not wrong. */
  giveBack(key: string): Promise<void>;
  /** Begins a count anew. */
  forget(key: string): Promise<void>;
  /** Whether an account has signed in from this device, from another one, or from none that is known. */
  acquaintance(account: string, device: string | undefined): Promise<'device' | 'account' | 'none'>;
  /** Keeps a device of an account as the one used last; of more than `most` those that were not used for longest go. */
  remember(account: string, device: string, most: number): Promise<void>;
  /** Forgets counts whose time is over, and devices that were not used for `devices` milliseconds. */
  prune(devices: number): Promise<void>;
}
