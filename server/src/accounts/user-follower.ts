/** What becomes of users elsewhere in the product becomes of their accounts: seen in the change log, whoever changed them. */
import type { Logger } from 'pino';
import type { LogEntry } from '../port/store/changes.ts';
import type { Store } from '../port/store/store.ts';
import { EVERYTHING } from '../store/visibility/visibility.ts';
import { accountIdOf, type Account } from './account-records.ts';
import type { AccountService } from './account-service.ts';
import type { UsageReader } from './usage.ts';

/** Entries read at a stretch, and accounts. */
const CHUNK = 500;
/** Milliseconds until what failed is tried again. */
const AGAIN = 30_000;

export interface FollowOptions {
  store: Pick<Store, 'changes' | 'read'>;
  accounts: Pick<AccountService, 'follow' | 'list'>;
  keeping: Pick<UsageReader, 'ofAccounts'>;
  /** Users have keys at a storage elsewhere, which has to be told. Without one only who is gone matters: all else is asked for at each request. */
  tells: boolean;
  log: Logger;
}

/** Begins to follow, with a look at all accounts: users may have gone while nobody did. Returns the way to stop. */
export async function followUsers({
  store: { changes, read },
  accounts,
  keeping,
  tells,
  log,
}: FollowOptions): Promise<() => Promise<void>> {
  let position = await changes.head();
  let all = true;
  let stopped = false;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const buckets = async (id: string): Promise<number> => (await keeping.ofAccounts([id])).get(id)?.buckets ?? 0;

  const isIn = async (userId: string, groupId: string): Promise<boolean> =>
    (await read.find('user', userId, EVERYTHING))?.document.group_ids.includes(groupId) === true;

  async function each(domainId: string | undefined, concerns: (account: Account) => boolean | Promise<boolean>): Promise<void> {
    for (let after: string | undefined; !stopped;) {
      const page = await accounts.list(domainId, after, CHUNK);
      for (const account of page) if (await concerns(account)) await accounts.follow(account.id, buckets);
      if (page.length < CHUNK) return;
      after = page.at(-1)?.id;
    }
  }

  async function act({ kind, id, operation }: LogEntry): Promise<void> {
    if (kind === 'user' && (tells || operation === 'deleted')) await accounts.follow(accountIdOf(id), buckets);
    if (tells && kind === 'domain') await each(id, () => true);
    if (tells && kind === 'project') await each(undefined, ({ projectId }) => projectId === id);
    // Who comes into a group, or out of it, changes as a user.
    if (tells && kind === 'group') await each(undefined, ({ userId }) => isIn(userId, id));
  }

  async function catchUp(): Promise<void> {
    if (all) await each(undefined, () => true);
    all = false;
    while (!stopped) {
      const { entries, truncated } = await changes.since(position, CHUNK);
      if (truncated) {
        position = await changes.head();
        return each(undefined, () => true);
      }
      for (const entry of entries) {
        await act(entry);
        position = entry.seq;
      }
      if (entries.length === 0) return;
    }
  }

  function run(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    clearTimeout(timer);
    running = catchUp()
      .catch((err: unknown) => {
        log.warn({ err }, 'object storage could not be told what has become of its users; it is tried again');
        timer = setTimeout(run, AGAIN).unref();
      })
      .finally(() => {
        running = undefined;
        if (!again) return;
        again = false;
        run();
      });
  }

  const unsubscribe = changes.subscribe(run);
  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
    await running;
  };
}
