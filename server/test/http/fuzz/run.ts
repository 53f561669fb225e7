/** A whole run: rounds of many requests at once, then some one at a time with a look at the state before and after each. */
import { Draw } from './draw.ts';
import { judge } from './judge.ts';
import { oddOf } from './odd.ts';
import { Sender } from './send.ts';
import { Gunner, type Shot } from './shot.ts';
import { isByEngine, isOneFailedTask, Trace, type Fired } from './trace.ts';
import type { World } from './world.ts';

/** Requests under way at the same time. */
const WIDTH = 12;
/** Requests of a round that go out together, and those that go out alone. */
const TOGETHER = 600;
const ALONE = 60;
/** Requests between two looks at the servers, whose states change all the time: what needs a seldom one has to find it before it is over. */
const LOOK_EVERY = 40;
/** Faults that are told in full. */
const TOLD = 20;

/** How many requests a run sends. */
export interface Extent {
  least: number;
  /** So many, while there are calls of which none has been accepted. */
  most: number;
}

export interface FuzzResult {
  seed: number;
  requests: number;
  accepted: number;
  /** Part of the requests that was accepted until the missed calls were chased, of which most are refused. */
  share: number;
  /** Requests that went out alone, with the state compared before and after. */
  watched: number;
  statuses: Record<string, number>;
  /** Calls that were accepted at least once, and those that could have been and never were. */
  calls: string[];
  missed: readonly string[];
  violations: number;
  faults: string[];
  /** Milliseconds. */
  took: number;
}

export class Run {
  readonly #world: World;
  readonly #gunner: Gunner;
  readonly #sender: Sender;
  readonly #trace: Trace;
  readonly #calls = new Set<string>();
  readonly result: FuzzResult;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#gunner = new Gunner(world, new Draw(seed), oddOf(seed));
    this.#sender = new Sender(world.app.url, WIDTH);
    this.#trace = new Trace(world.app.store);
    this.result = {
      seed,
      requests: 0,
      accepted: 0,
      share: 0,
      watched: 0,
      statuses: {},
      calls: [],
      missed: [],
      violations: 0,
      faults: [],
      took: 0,
    };
  }

  async fire({ least, most }: Extent): Promise<FuzzResult> {
    const began = performance.now();
    await this.#trace.begin();
    try {
      const left = (): number => {
        const isEnough = this.result.requests >= least;
        if (isEnough) this.#gunner.chase();
        else this.result.share = this.result.accepted / Math.max(1, this.result.requests);
        const limit = isEnough ? (this.#gunner.missed.length > 0 ? most : 0) : least;
        return Math.max(0, limit - this.result.requests);
      };
      while (left() > 0) {
        await this.#together(Math.min(TOGETHER, left()));
        await this.#alone(Math.min(ALONE, left()));
        await this.#world.look();
      }
    } finally {
      this.#sender.close();
    }
    for (const line of this.#world.errors) this.#fault(`logged: ${line}`);
    return Object.assign(this.result, { took: performance.now() - began, calls: [...this.#calls].sort(), missed: this.#gunner.missed });
  }

  async #together(count: number): Promise<void> {
    const fired: Fired[] = [];
    let left = count;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0) {
        if (left % LOOK_EVERY === 0) await this.#world.look('server');
        fired.push(await this.#shoot(this.#gunner.next()));
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, lane));
    this.#blame(await this.#trace.settled());
    this.#blame(await this.#trace.faults(fired));
  }

  async #alone(count: number): Promise<void> {
    let before = await this.#trace.digest();
    for (let index = 0; index < count; index += 1) {
      const fired = await this.#shoot(this.#gunner.next());
      const { shot, answer, code } = fired;
      this.result.watched += 1;
      this.#blame(await this.#trace.settled());
      const after = await this.#trace.digest();
      const entries = after.head === before.head ? [] : await this.#trace.movedSince(before.head);
      const moved = [...new Set([...entries.map(({ kind }) => kind), ...(after.records === before.records ? [] : ['records'])])];
      const asked = code !== undefined && isByEngine(code, shot.call) && after.records === before.records;
      const mayChange = answer.status < 400 && shot.method !== 'GET';
      const brokenOff = shot.call.upload !== undefined && after.records === before.records;
      if (moved.length > 0 && !mayChange && !brokenOff && !(asked && isOneFailedTask(entries)))
        this.#fault(`${tell(shot)} was answered ${answer.status} and changed ${moved.join(', ')}`);
      this.#blame(await this.#trace.faults([fired]));
      before = after;
    }
  }

  async #shoot(shot: Shot): Promise<Fired> {
    const answer = await this.#sender.send(shot);
    const fired: Fired = { shot, answer, ...judge(shot, answer) };
    const { result } = this;
    result.requests += 1;
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 400) {
      result.accepted += 1;
      if (shot.aimed && !this.#calls.has(shot.call.id)) {
        this.#calls.add(shot.call.id);
        this.#gunner.hit(shot.call.id);
      }
    }
    this.#trace.note(fired);
    for (const fault of fired.faults) this.#fault(`${tell(shot)}: ${fault}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return fired;
  }

  #blame(faults: readonly string[]): void {
    for (const fault of faults) this.#fault(fault);
  }

  #fault(text: string): void {
    this.result.violations += 1;
    if (this.result.faults.length < TOLD) this.result.faults.push(text);
  }
}

const tell = ({ attacker, method, path, body, headers }: Shot): string =>
  `${attacker.name}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${(body ?? '').slice(0, 300)}`;
