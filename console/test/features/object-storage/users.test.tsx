import type { S3Account } from '@gantry/contract/nouns/object-storage/entity';
import { nouns } from '@gantry/contract';
import { expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/object-storage/users-page.tsx';
import { above } from '../../support/above.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { catchFiles } from '../../support/files.ts';
import { click, find } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';

const { overview } = nouns.objectStorage.calls;
const USERS = '/api/v2/s3service/s3/users';
const AT = '/storage-services/s3/users';
const user: S3Account = {
  id: '00ff',
  name: 'ann',
  email: 'ann@acme.test',
  arn: 'arn:aws:iam:::user/00ff',
  user_id: 'user-2',
  domain_id: 'd-1',
  domain_name: 'Acme',
  is_enabled: true,
  keys: [],
  limits: { bytes: 1000, objects: null },
  kept: null,
};
/** What is read for a file comes at once. */
const next = (query: URLSearchParams) => (query.get('limit') === '20' ? { marker: 'next' } : {});
const answer = ({ path, query }: Asked) => ({
  body: path === overview.path ? sampleOf(overview.answer) : { data: path === USERS ? [user] : [], count: 45, ...next(query) },
});

async function open(address: string, role: Parameters<typeof above>[0] = 'system_admin') {
  const page = await openPage(Page, answer, address, AT, above(role));
  const asked = () => Object.fromEntries(page.asked.filter(({ path }) => path === USERS).at(-1)?.query ?? []);
  return { ...page, asked };
}
const becomes = (asked: () => object, query: object) => vi.waitFor(() => expect(asked()).toEqual(query), { timeout: 20_000 });

it('the list of users of object storage shows what its address says, and its pages to the last one', async () => {
  const { asked, router } = await open(`${AT}?search=an&domain_id=in:d-1&sort=name:desc`);
  const filtered = { with_count: 'true', search: 'contains:an', domain_id: 'in:d-1' };
  await becomes(asked, { ...filtered, limit: '20', sort: 'name:desc' });
  await click(find('button', 'Next page'));
  await becomes(asked, { ...filtered, limit: '20', sort: 'name:desc', marker: 'next' });
  expect(router.state.location.search).toMatchObject({ search: 'an', page: 2, after: ['next'] });
  await click(find('button', 'Last page'));
  await becomes(asked, { ...filtered, limit: '5', sort: 'name:asc' });
});

it('the list of users of object storage names no domain to who looks after one only', async () => {
  await open(AT, 'domain_admin');
  expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent).slice(0, 2)).toEqual(['User', 'Email']);
});

it('the file of the users of object storage leaves out usage that is not known, and tells no limit in its place', async () => {
  const files = catchFiles();
  await open(AT);
  await click(find('button', 'Export'));
  await vi.waitFor(() => expect(files).toHaveLength(1), { timeout: 20_000 });
  const [head = '', row = ''] = (await files[0]!.text).replaceAll(/[\uFEFF"]/g, '').split('\r\n');
  const cells = row.split(',');
  const at = (label: string) => cells[head.split(',').indexOf(label)];
  expect([at('User'), at('Domain'), at('Size'), at('Objects')]).toEqual(['ann', 'Acme', '', '']);
});
