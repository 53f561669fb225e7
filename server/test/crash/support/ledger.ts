/** What people asked of a server that keeps dying, and what they were told: the truth it is measured by. */
import type { Accepted } from '../../../src/tasks/port.ts';

/** What came of a request: the task that took it, the code of a refusal, or no word at all. */
export type Outcome = { accepted: Accepted } | { refused: string } | 'lost';

export const isAccepted = (outcome: Outcome): outcome is { accepted: Accepted } => typeof outcome === 'object' && 'accepted' in outcome;

/** A server somebody asked for. `name` is also kept in its metadata, which nothing changes. */
export interface Creation {
  name: string;
  key: string;
  /** Index of who asked. */
  owner: number;
  outcome: Outcome;
}

/** Kinds of what people build around servers. */
export const AROUND = ['load_balancer', 'load_balancer_pool', 'vpn_connection'] as const;

/** Something around servers that somebody asked for. */
export interface Around {
  kind: (typeof AROUND)[number];
  name: string;
  owner: number;
  outcome: Outcome;
  /** Of a pool: the balancer that it was asked for, and goes with. */
  of?: Around;
  /** What came of each deletion that was asked for. */
  deletions: Outcome[];
}

export type Action = 'start' | 'stop' | 'reboot' | 'rename' | 'delete' | 'bulkStop' | 'bulkDelete';

export interface Deed {
  action: Action;
  /** Servers it is about. */
  ids: readonly string[];
  /** The new name. */
  to?: string;
  /** Id of the request, which the server's history repeats. */
  request: string;
  /** When it was sent, and when its answer was there, by the ledger's count; no answer yet: Infinity. */
  sent: number;
  answered: number;
  outcome: Outcome;
}

export class Ledger {
  readonly creations = new Map<string, Creation>();
  readonly deeds: Deed[] = [];
  readonly around: Around[] = [];
  /** Ids of requests that were answered with 202. */
  readonly acknowledged: string[] = [];
  /** What no answer may ever be. */
  readonly wrong: string[] = [];
  lost = 0;
  refused = 0;
  #requests = 0;
  #moments = 0;

  /** Numbers moments in their order. */
  moment(): number {
    return ++this.#moments;
  }

  nextRequest(): string {
    return `crash-00000000-0000-4000-8000-${String(++this.#requests).padStart(12, '0')}`;
  }

  /** Counts an answer, and complains of one that no server may give. */
  note(request: string, what: string, outcome: Outcome, refusals: ReadonlySet<string> = REFUSALS): void {
    if (outcome === 'lost') this.lost += 1;
    else if (isAccepted(outcome)) this.acknowledged.push(request);
    else {
      this.refused += 1;
      if (!refusals.has(outcome.refused)) this.wrong.push(`${request}: ${what} was refused with ${outcome.refused}`);
    }
  }

  /** A repetition's answer must be the first one's. */
  repeat(creation: Creation, outcome: Outcome): void {
    const before = creation.outcome;
    if (!isAccepted(before)) {
      creation.outcome = outcome;
    } else if (outcome !== 'lost' && JSON.stringify(outcome) !== JSON.stringify(before)) {
      this.wrong.push(`${creation.name}: repeated with its key it was answered ${JSON.stringify(outcome)} after ${JSON.stringify(before)}`);
    }
  }

  /** Servers that were acknowledged and, as far as anybody knows, not deleted. */
  living(owner?: number): { id: string; creation: Creation }[] {
    const deleted = new Set(this.deeds.flatMap(({ action, ids }) => (isDeletion(action) ? ids : [])));
    return [...this.creations.values()].flatMap((creation) => {
      const { outcome } = creation;
      const id = isAccepted(outcome) ? outcome.accepted.id : null;
      return id === null || deleted.has(id) || (owner !== undefined && creation.owner !== owner) ? [] : [{ id, creation }];
    });
  }

  /** At rest it is known which deletions came to nothing: what is there can be relied on again. */
  survived(there: ReadonlySet<string>): void {
    for (const deed of this.deeds) if (isDeletion(deed.action)) deed.ids = deed.ids.filter((id) => !there.has(id));
  }

  /** Creations that nobody knows the outcome of. */
  unknown(): Creation[] {
    return [...this.creations.values()].filter(({ outcome }) => outcome === 'lost');
  }
}

export const isDeletion = (action: Action): boolean => action === 'delete' || action === 'bulkDelete';

/** The only refusals that the load can meet: limits, and what somebody else did first. */
export const REFUSALS: ReadonlySet<string> = new Set(['state_conflict', 'not_found', 'quota_exceeded', 'no_capacity', 'no_free_address']);
