/** Pages of the accounts of object storage in the order of their names, which are records and under no index: all are walked for one, and few kept. */
import { folded } from '@gantry/contract/wire/folded';
import type { Account } from './account-records.ts';

/** Where an account stands: by its name as it is folded, then by its id. */
export type AccountPlace = readonly [name: string, id: string];

export interface AccountQuery {
  /** What it is called or its id, or a part of either; absent: any. */
  search?: { text: string; isPart: boolean };
  /** Ids of domains; absent: any. */
  domains?: readonly string[];
  descending: boolean;
  /** Where the page before ended. */
  after?: AccountPlace;
  /** At most so many are answered. */
  limit: number;
}

export interface AccountPage {
  accounts: readonly Account[];
  /** All that match, whichever page they are on. */
  count: number;
  /** Of the last one shown; absent: nothing follows. */
  last?: AccountPlace;
}

const placeOf = ({ id, name }: Account): AccountPlace => [folded(name), id];
const compare = ([name, id]: AccountPlace, [otherName, otherId]: AccountPlace): number =>
  name < otherName ? -1 : name > otherName ? 1 : id < otherId ? -1 : id > otherId ? 1 : 0;

function isSearched({ id, name }: Account, { text, isPart }: NonNullable<AccountQuery['search']>): boolean {
  if (!isPart) return name === text || id === text;
  const part = folded(text);
  return folded(name).includes(part) || id.includes(part);
}

/** A page of those that match. What does not fit into it is counted and forgotten, so that any number of accounts takes the room of a few pages. */
export async function pageOfAccounts(all: AsyncIterable<Account>, query: AccountQuery): Promise<AccountPage> {
  const { search, domains, descending, after, limit } = query;
  const direction = descending ? -1 : 1;
  let count = 0;
  let found: { place: AccountPlace; account: Account }[] = [];
  const firstOf = (some: typeof found): typeof found => some.toSorted((a, b) => direction * compare(a.place, b.place)).slice(0, limit + 1);
  for await (const account of all) {
    if ((domains && !domains.includes(account.domainId)) || (search && !isSearched(account, search))) continue;
    count += 1;
    const place = placeOf(account);
    if (after && direction * compare(place, after) <= 0) continue;
    found.push({ place, account });
    if (found.length > 4 * (limit + 1)) found = firstOf(found);
  }
  const first = firstOf(found);
  const shown = first.slice(0, limit);
  const last = first.length > limit ? shown.at(-1)?.place : undefined;
  return { accounts: shown.map(({ account }) => account), count, ...(last && { last }) };
}
