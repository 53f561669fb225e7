import { expect, it } from 'vitest';
import { pageOfAccounts, type AccountPlace, type AccountQuery } from '../../src/accounts/account-page.ts';
import type { Account } from '../../src/accounts/account-records.ts';

const account = (id: string, name: string, domainId = 'acme'): Account => ({
  id,
  userId: `user of ${id}`,
  name,
  domainId,
  enabled: true,
  keys: [],
  hidden: `hidden of ${id}`,
});
async function* all(accounts: readonly Account[]): AsyncGenerator<Account> {
  yield* accounts;
}
const page = (accounts: readonly Account[], query: Partial<AccountQuery> = {}) =>
  pageOfAccounts(all(accounts), { descending: false, limit: 100, ...query });
const ids = ({ accounts }: { accounts: readonly Account[] }) => accounts.map(({ id }) => id);

const PEOPLE = [account('c', 'Zoe'), account('b', 'ann'), account('a', 'Élise', 'globex'), account('d', 'Ann')];

it('users of object storage stand in the order of their names, whatever their letters are like, and of ids where these are alike', async () => {
  expect(ids(await page(PEOPLE))).toEqual(['b', 'd', 'a', 'c']);
  expect(ids(await page(PEOPLE, { descending: true }))).toEqual(['c', 'a', 'd', 'b']);
});

it.each<[string, Partial<AccountQuery>, string[]]>([
  ['a part of the name without its accent', { search: { text: 'ELI', isPart: true } }, ['a']],
  ['a part of the id', { search: { text: 'c', isPart: true } }, ['c']],
  ['the whole name', { search: { text: 'Ann', isPart: false } }, ['d']],
  ['a domain', { domains: ['globex', 'elsewhere'] }, ['a']],
  ['a domain and a part of a name that is not in it', { domains: ['globex'], search: { text: 'ann', isPart: true } }, []],
])('users of object storage are found by %s, and counted', async (_, query, found) => {
  expect([ids(await page(PEOPLE, query)), (await page(PEOPLE, query)).count]).toEqual([found, found.length]);
});

it.each([false, true])('pages of many users of object storage hold each one once, in order (descending: %s)', async (descending) => {
  const many = Array.from({ length: 500 }, (_, index) => account(`id-${(index * 137) % 500}`, `name ${(index * 71) % 50}`));
  const found: string[] = [];
  let after: AccountPlace | undefined;
  do {
    const next = await page(many, { descending, limit: 7, ...(after && { after }) });
    expect(next.count).toBe(500);
    found.push(...ids(next));
    after = next.last;
  } while (after);
  expect(found).toEqual(ids(await page(many, { descending, limit: 1000 })));
  expect(new Set(found).size).toBe(500);
});
