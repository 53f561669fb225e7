/**
 * Refused sign-ins, of which anybody can cause any number: one entry of the audit for each account, source and minute, and of a source or an hour
 * that has had enough of those, one a minute.
 */
import type { Logger } from 'pino';
import { networkOf } from '../access/address.ts';
import type { NewAuditEntry } from '../port/store/audit.ts';
import type { Store } from '../port/store/store.ts';

/** Milliseconds that are one entry. */
const PERIOD = 60_000;
/** Entries of accounts of a source in an hour, and of all sources together. What comes beyond is one entry of the source; then one of all. */
const HOUR = 3_600_000;
const OF_NETWORK = 20;
const IN_ALL = 600;

/** An entry without what is only known when its time is over. */
export type Refusal = Omit<NewAuditEntry, 'body' | 'count'> & { body: object | null };

interface Collected {
  /** What came first says when, who and where from; what came last says how it ended. */
  entry: Refusal;
  count: number;
  /** How many of each code. */
  refused: Record<string, number>;
}

export interface Refusals {
  add(account: string, entry: Refusal): void;
  /** Writes down what there is. */
  close(): Promise<void>;
}

const ofMany = (entry: Refusal, address: string | null): Refusal => ({
  ...entry,
  userName: null,
  domainId: null,
  target: null,
  targetNames: [],
  address,
  body: { accounts: 'many' },
});

/**
 * They are written when their minute is over, and at an orderly stop. A crash loses those of the minute; what matters is kept all the same:
 * the counts stand in the store, that an account has become locked is written at once, and each request is in the log.
 */
export function collectRefusals(
  audit: Pick<Store['audit'], 'append'>,
  log: Logger,
  period = PERIOD,
  now: () => number = () => performance.now(),
): Refusals {
  let collected = new Map<string, Collected>();
  /** Entries of this hour, by network and of all. */
  let hour = { since: now(), byNetwork: new Map<string, number>(), all: 0 };
  let writing: Promise<void> = Promise.resolve();

  function put(key: string, { entry, count, refused }: Collected): void {
    const known = collected.get(key);
    if (!known) return void collected.set(key, { entry, count, refused: { ...refused } });
    const { status, errorCode } = entry;
    known.entry = { ...known.entry, status, errorCode };
    known.count += count;
    for (const [code, times] of Object.entries(refused)) known.refused[code] = (known.refused[code] ?? 0) + times;
  }

  async function write(): Promise<void> {
    const due = collected;
    collected = new Map();
    for (const [key, one] of due)
      try {
        const { entry, count, refused } = one;
        await audit.append({ ...entry, body: { ...entry.body, ...(entry.errorCode !== null && { refused }) }, count });
      } catch (err) {
        log.error({ err, count: one.count }, 'audit entry of refused sign-ins not written; once more in a minute');
        put(key, one);
      }
  }

  /** Whether one entry more may stand for itself, of an account or of a network. Those of an hour are bounded whoever causes them. */
  function allows(network: string, most: number): boolean {
    if (now() - hour.since >= HOUR) hour = { since: now(), byNetwork: new Map(), all: 0 };
    const before = hour.byNetwork.get(network) ?? 0;
    if (before >= most || hour.all >= IN_ALL) return false;
    hour.byNetwork.set(network, before + 1);
    hour.all += 1;
    return true;
  }

  const next = (): Promise<void> => (writing = writing.then(write));
  const timer = setInterval(() => void next(), period);
  return {
    add(account, entry) {
      const one = { count: 1, refused: { [entry.errorCode ?? 'none']: 1 } };
      const network = entry.address === null ? '' : networkOf(entry.address);
      const own = `${entry.call} account ${account} ${network}`;
      const together = `${entry.call} network ${network}`;
      if (collected.has(own) || allows(network, OF_NETWORK)) put(own, { entry, ...one });
      else if (collected.has(together) || allows(network, Infinity)) put(together, { entry: ofMany(entry, entry.address), ...one });
      else put(entry.call, { entry: ofMany(entry, null), ...one });
    },
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}
