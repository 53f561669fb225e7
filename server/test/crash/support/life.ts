/** One store's life under a server that is killed again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nouns } from '@gantry/contract';
import { all } from '../../engines/embedded/support/platform.ts';
import type { DatabaseName } from '../../support/databases.ts';
import { auditIsWhole, ledgerHolds, logIsWhole, platformAtRest, surroundingsHold, tasksEnded } from './checks.ts';
import { isAccepted, Ledger } from './ledger.ts';
import { emptyPlace, type Place } from './place.ts';
import { Random } from './random.ts';
import { Victim } from './victim.ts';
import { Visitor } from './visitor.ts';

/** Rounds between two looks into the store at rest. */
const EVERY_ROUNDS = 10;
/** Most answers before a kill, most milliseconds to wait for them, and most milliseconds after the last of them. */
const ANSWERS = 15;
const LOAD_MS = 20_000;
const AFTER_MS = 25;
/** One in so many servers is killed before it says that it runs. */
const EARLY = 5;
/** Milliseconds until all that was begun must have come to its end. */
const REST_MS = 120_000;
/** Requests of one visitor at the same time. */
const HANDS = 2;

const PEOPLE = [
  { user: 'acme-lead', project: 'acme-prod' },
  { user: 'acme-member', project: 'acme-prod' },
  { user: 'globex-member', project: 'globex-prod' },
] as const;

export interface LifeReport {
  database: DatabaseName;
  seed: number;
  rounds: number;
  /** Kills by what the server was doing. */
  kills: { starting: number; idle: number; busy: number };
  acknowledged: number;
  refused: number;
  lost: number;
  servers: number;
  /** Load balancers, pools and VPN connections that were acknowledged. */
  around: number;
  violations: string[];
}

/** Lives through so many kills; the report's `violations` must be empty. */
export async function life(database: DatabaseName, rounds: number, seed: number): Promise<LifeReport> {
  const place = await emptyPlace(database);
  try {
    return await new Life(place, database, seed).live(rounds);
  } finally {
    place.remove();
  }
}

class Life {
  readonly #place: Place;
  readonly #random: Random;
  readonly #ledger = new Ledger();
  readonly #report: LifeReport;
  #visitors: Visitor[] = [];
  /** Milliseconds a start takes. */
  #startMs = 0;

  constructor(place: Place, database: DatabaseName, seed: number) {
    this.#place = place;
    this.#random = new Random(seed);
    const kills = { starting: 0, idle: 0, busy: 0 };
    this.#report = { database, seed, rounds: 0, kills, acknowledged: 0, refused: 0, lost: 0, servers: 0, around: 0, violations: [] };
  }

  async live(rounds: number): Promise<LifeReport> {
    await this.#begin();
    for (let round = 1; round <= rounds && this.#report.violations.length === 0; round += 1) {
      await this.#round();
      this.#report.rounds = round;
      if (round % EVERY_ROUNDS === 0 || round === rounds) await this.#look();
    }
    const { acknowledged, refused, lost, creations } = this.#ledger;
    const around = this.#ledger.around.filter(({ outcome }) => isAccepted(outcome)).length;
    return { ...this.#report, around, acknowledged: acknowledged.length, refused, lost, servers: creations.size };
  }

  /** The first run, in which everybody signs in, ends in order. */
  async #begin(): Promise<void> {
    const victim = new Victim(this.#place.env);
    const url = await victim.ready;
    this.#visitors = await Promise.all(PEOPLE.map((who, index) => Visitor.enter(url, who, index, this.#ledger, this.#random)));
    await victim.stop();
  }

  async #round(): Promise<void> {
    const { kills } = this.#report;
    const victim = new Victim(this.#place.env);
    if (this.#startMs > 0 && this.#random.whole(1, EARLY) === 1) {
      await sleep(this.#random.next() * this.#startMs);
      await victim.kill();
      kills.starting += 1;
    } else {
      const began = performance.now();
      const url = await victim.ready;
      this.#startMs = performance.now() - began;
      const load = new Load(this.#visitors, url);
      await load.answered(this.#random.whole(0, ANSWERS));
      await sleep(this.#random.next() * AFTER_MS);
      kills[load.underWay > 0 ? 'busy' : 'idle'] += 1;
      const ended = load.end();
      await victim.kill();
      await ended;
    }
    this.#complain(victim);
  }

  /** Lets everything come to rest, kills the server once more, and compares. */
  async #look(): Promise<void> {
    const victim = new Victim(this.#place.env);
    const url = await victim.ready;
    for (let creation = this.#ledger.unknown()[0]; creation; creation = this.#ledger.unknown()[0])
      await this.#visitors[creation.owner]!.create(url, creation);
    await this.#rested(url);
    await victim.kill();
    this.#report.kills.idle += 1;
    this.#complain(victim);
    const store = await this.#place.open();
    try {
      const found = [
        ...(await tasksEnded(store)),
        ...(await platformAtRest(store)),
        ...(await logIsWhole(store)),
        ...(await auditIsWhole(store, this.#ledger)),
        ...(await ledgerHolds(store, this.#ledger)),
        ...(await surroundingsHold(store, this.#ledger)),
        ...this.#ledger.wrong.splice(0),
      ];
      this.#report.violations.push(...found);
      this.#ledger.survived(new Set((await all(store, 'server')).map(({ id }) => id)));
    } finally {
      await store.close();
    }
  }

  /** Waits until no task is open and no server on its way. What never comes to rest is found by the checks. */
  async #rested(url: string): Promise<void> {
    for (const end = Date.now() + REST_MS; Date.now() < end; await sleep(50)) {
      const open = await Promise.all(this.#visitors.map((visitor) => openTasks(visitor, url)));
      if (open.every((count) => count === 0)) return;
    }
  }

  #complain(victim: Victim): void {
    this.#report.violations.push(...victim.complaints.map((line) => `logged: ${line}`));
  }
}

async function openTasks(visitor: Visitor, url: string): Promise<number> {
  const counts = await Promise.all(
    ['starting', 'running'].map(async (state) => {
      const query = { state, limit: 1, with_count: true };
      return (await visitor.client(url).call(nouns.tasks.calls.list, { query })).count ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Everybody at work, until the server is gone. */
class Load {
  /** Requests without an answer. */
  underWay = 0;
  readonly #work: Promise<unknown>;
  #answers = 0;
  #over = false;

  constructor(visitors: readonly Visitor[], url: string) {
    const hands = visitors.flatMap((visitor) => Array.from({ length: HANDS }, () => this.#keepBusy(visitor, url)));
    this.#work = Promise.all(hands);
  }

  /** Waits for so many answers, but no longer than `LOAD_MS`. */
  async answered(count: number): Promise<void> {
    for (const end = Date.now() + LOAD_MS; this.#answers < count && Date.now() < end; await sleep(2));
  }

  /** Nobody asks anything more; ends when everybody has an answer or has given up waiting for it. */
  async end(): Promise<void> {
    this.#over = true;
    await this.#work;
  }

  async #keepBusy(visitor: Visitor, url: string): Promise<void> {
    while (!this.#over) {
      this.underWay += 1;
      await visitor.act(url);
      this.underWay -= 1;
      this.#answers += 1;
    }
  }
}
