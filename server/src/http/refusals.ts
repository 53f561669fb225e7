/** Refused sign-ins, of which anybody can cause any number: one entry of the audit for each account, source and minute. */
import type { Logger } from 'pino';
import { networkOf } from '../access/address.ts';
import type { NewAuditEntry } from '../port/store/audit.ts';
import type { Store } from '../port/store/store.ts';

/** Milliseconds that are one entry. */
const PERIOD = 60_000;
/** Accounts and sources that have an entry of their own in a period; all others are one together. */
const KEPT = 200;

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

const withoutAccount = (entry: Refusal): Refusal => ({
  ...entry,
  userName: null,
  domainId: null,
  target: null,
  address: null,
  body: { accounts: 'many' },
});

/**
 * They are written when their minute is over, and at an orderly stop. A crash loses those of the minute; what matters is kept all the same:
 * the counts stand in the store, that an account has become locked is written at once, and each request is in the log.
 */
export function collectRefusals(audit: Pick<Store['audit'], 'append'>, log: Logger, period = PERIOD): Refusals {
  let collected = new Map<string, Collected>();
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

  const next = (): Promise<void> => (writing = writing.then(write));
  const timer = setInterval(() => void next(), period);
  return {
    add(account, entry) {
      const one = { count: 1, refused: { [entry.errorCode ?? 'none']: 1 } };
      const key = `${entry.call} ${account} ${entry.address === null ? '' : networkOf(entry.address)}`;
      if (collected.has(key) || collected.size < KEPT) put(key, { entry, ...one });
      else put(entry.call, { entry: withoutAccount(entry), ...one });
    },
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}
