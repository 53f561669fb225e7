/**
 * What a run changed, and which request it came from: every entry of the change log must be the doing of an accepted request, every task
 * that of the request whose id it holds. A refused one leaves nothing but its audit, or a failed task where the engine was asked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@gantry/contract/wire/errors';
import { isEnded, task } from '@gantry/contract/nouns/tasks/entity';
import { REQUEST_ID_HEADER } from '@gantry/contract/wire/headers';
import type { LogEntry } from '../../../src/port/store/changes.ts';
import type { Row } from '../../../src/port/store/rows.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { inBackground } from '../../../src/turns/turns.ts';
import { readMemo } from '../../../src/tasks/memo.ts';
import { fileOf, marked } from '../../nouns/index.ts';
import { ENGINE } from '../../support/tenants.ts';
import type { Judgement } from './judge.ts';
import type { Answer } from './send.ts';
import type { Shot } from './shot.ts';

export interface Fired extends Judgement {
  shot: Shot;
  answer: Answer;
}

/** Codes with which an engine, once asked, may refuse: the task that was stored before ends failed. */
const BY_ENGINE: ReadonlySet<ErrorCode> = new Set([
  'quota_exceeded',
  'no_capacity',
  'no_free_address',
  'engine_refused',
  'validation_failed',
  'name_taken',
]);
const [OF_OWNERS, OF_RIGHTS] = [marked('ofOwners'), marked('ofRights')];
/** Whether an engine may refuse a call with a code. The state of owners, and of what a new thing is made of, is known to the engine alone. */
export const isByEngine = (code: ErrorCode, { id, params }: Shot['call']): boolean =>
  BY_ENGINE.has(code) ||
  (code === 'forbidden' && OF_RIGHTS.has(id)) ||
  (code === 'state_conflict' && (params === undefined || OF_OWNERS.has(id)));
/** The same where another request came in between. */
const BY_RACE: ReadonlySet<ErrorCode> = new Set([...BY_ENGINE, 'state_conflict', 'not_found', 'interrupted']);

const TASKS = { engine: 'gantry', kind: 'task' } as const;
/** Records of the platform that no request may change unless it was accepted. */
const BUCKETS = ['quotas', 'capacity', 'addresses', 'transitions', 'names', 'passwords'] as const;
const PARTS_OF_VPN = ['vpn_service', 'vpn_ike_policy', 'vpn_ipsec_policy', 'vpn_endpoint_group'] as const;
/** Connections try again, and health monitors look again, by themselves. */
const MOVED_BY_TIME: ReadonlySet<string> = new Set(['vpn_connection', 'load_balancer_pool']);
/** Looks, and milliseconds between them, until a round's tasks must have ended. They are counted: a machine that stood still is no fault. */
const LOOKS = 12_000;
const LOOK_MS = 5;
/** Names that accepted requests mentioned; the older half is forgotten. */
const KEPT = 200_000;
const WORDS = /[\w.:@-]{3,128}/g;

export class Trace {
  readonly #store: Store;
  #head = 0;
  #mentioned = new Set<string>();
  #former = new Set<string>();
  /** Words of the documents of things that are not mentioned themselves, as a server's volume is not. */
  readonly #kin = new Map<string, readonly string[]>();
  #open: string[] = [];
  /** Kinds of which accepted requests of this round make something. */
  readonly #made = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  async begin(): Promise<void> {
    this.#head = await this.#store.changes.head();
    for await (const rows of this.#store.read.sweep(ENGINE, 'volume'))
      for (const { id, document } of rows) this.#kin.set(`volume ${id}`, wordsOf(JSON.stringify(document)));
    for await (const rows of this.#store.read.sweep(ENGINE, 'vpn_connection')) rows.forEach((row) => this.#noteParts(row));
  }

  /** Parts of a VPN connection do not name it, and go with it. */
  #noteParts({ id, document }: Pick<Row, 'id' | 'document'>): void {
    for (const kind of PARTS_OF_VPN)
      for (const word of wordsOf(JSON.stringify(document)))
        this.#kin.set(`${kind} ${word}`, [...(this.#kin.get(`${kind} ${word}`) ?? []), id]);
  }

  /** Takes an answer in: what an accepted change mentions may change from now on. */
  note({ shot, answer }: Fired): void {
    // What is made for bytes that turn out wrong is taken away again.
    if (shot.call.upload && shot.call.does.by === 'command') this.#made.add(shot.call.does.kind.name);
    const { specimen, name } = fileOf(shot.call);
    for (const kind of specimen.fuzz?.makes?.[name] ?? []) this.#made.add(kind);
    if (answer.status >= 400 || shot.method === 'GET') return;
    for (const word of [...wordsOf(decodeURIComponent(shot.path)), ...wordsOf(shot.body ?? ''), ...wordsOf(answer.text)])
      this.#mentioned.add(word);
    if (this.#mentioned.size > KEPT) [this.#former, this.#mentioned] = [this.#mentioned, new Set()];
    if (answer.status === 202) this.#open.push((JSON.parse(answer.text) as { task_id: string }).task_id);
  }

  /**
   * Waits until all accepted tasks have ended; those that do not within a minute are faults. It looks in spare time: as a reader it would
   * hold up the very work that it waits for.
   */
  async settled(): Promise<string[]> {
    let looks = LOOKS;
    const faults: string[] = [];
    for (const id of this.#open) {
      const hasEnded = () => inBackground(() => this.#hasEnded(id));
      let ended = await hasEnded();
      for (; !ended && looks > 0; looks -= 1) {
        await sleep(LOOK_MS);
        ended = await hasEnded();
      }
      if (!ended) faults.push(`task ${id} does not end: ${String((await this.#store.read.get({ ...TASKS, id }))?.document['name'])}`);
    }
    this.#open = [];
    return faults;
  }

  async #hasEnded(id: string): Promise<boolean> {
    const row = await this.#store.read.get({ ...TASKS, id });
    return row !== undefined && isEnded({ state: task.shape.state.parse(row.document['state']) });
  }

  /** Faults of everything that was logged since the last time. */
  async faults(fired: readonly Fired[]): Promise<string[]> {
    const byRequest = new Map(fired.map((one) => [String(one.answer.headers[REQUEST_ID_HEADER]), one]));
    const faults: string[] = [];
    for (;;) {
      const { entries } = await this.#store.changes.since(this.#head, 500);
      for (const entry of entries) {
        const fault = entry.kind === 'task' ? await this.#taskFault(entry, byRequest) : await this.#resourceFault(entry);
        if (fault) faults.push(fault);
      }
      this.#head = entries.at(-1)?.seq ?? this.#head;
      if (entries.length < 500) {
        this.#made.clear();
        return faults;
      }
    }
  }

  async #taskFault({ id, before }: LogEntry, byRequest: ReadonlyMap<string, Fired>): Promise<string | undefined> {
    if (before !== null) return undefined;
    const run = await this.#store.tasks.get(id);
    const { requestId } = readMemo(run?.memo);
    const { shot, answer, code } = byRequest.get(requestId) ?? {};
    if (!shot || !answer) return `task ${id} comes from no request of this round: ${requestId}`;
    if (shot.call.does.by !== 'command' && shot.call.does.by !== 'bulk') return `task ${id} comes from ${shot.call.id}`;
    if (answer.status < 400 || (code && (BY_RACE.has(code) || isByEngine(code, shot.call)))) return undefined;
    return `task ${id} comes from a request that was refused with ${answer.status} ${code}`;
  }

  async #resourceFault({ kind, id, operation }: LogEntry): Promise<string | undefined> {
    if (this.#isMentioned(id)) return undefined;
    const key = `${kind} ${id}`;
    if (!this.#kin.has(key)) {
      const row = await this.#store.read.get({ engine: ENGINE, kind, id });
      this.#kin.set(key, wordsOf(JSON.stringify(row?.document ?? {})));
    }
    const related = this.#kin.get(key)?.some((word) => this.#isMentioned(word)) ?? false;
    if (operation === 'deleted') this.#kin.delete(key);
    const cameAndWent = this.#made.has(kind) && !(await this.#store.read.get({ engine: ENGINE, kind, id }));
    return related || cameAndWent ? undefined : `${kind} ${id} was ${operation} by no accepted request`;
  }

  #isMentioned(word: string): boolean {
    return this.#mentioned.has(word) || this.#former.has(word);
  }

  /** What must be the same before and after a refused request, and after each read. */
  async digest(): Promise<{ head: number; records: string }> {
    const [head, ...records] = await Promise.all([
      this.#store.changes.head(),
      ...BUCKETS.map((bucket) => this.#store.records.list(`engine:${ENGINE}`, bucket, { limit: 10_000 })),
    ]);
    return { head, records: JSON.stringify(records) };
  }

  /** What the log says after a number, but for what time alone changes. */
  async movedSince(after: number): Promise<LogEntry[]> {
    const { entries } = await this.#store.changes.since(after, 100);
    return entries.filter(({ kind, operation }) => !MOVED_BY_TIME.has(kind) || operation !== 'updated');
  }
}

/** Whether entries of the log say nothing but what became of one failed task. */
export const isOneFailedTask = (entries: readonly LogEntry[]): boolean =>
  entries.length <= 3 &&
  entries.every(({ kind, id }) => kind === 'task' && id === entries[0]?.id) &&
  entries.at(-1)?.operation === 'failed';

const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];
