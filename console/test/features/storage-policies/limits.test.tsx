import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { createPage } from '../../../src/app/view/create-page.tsx';
import { view } from '../../../src/features/storage-policies/view.tsx';
import { limitsText } from '../../../src/features/storage-policies/limits.ts';
import { openPage } from '../../support/console-page.tsx';
import { acting, all, choose, click, find, pageText, type } from '../../support/render.tsx';

const { Page } = await createPage(view);

const TOTAL = 'Operations per second: Total';

it('a storage policy takes limits for a volume or for each GiB, and refuses a total beside reads and writes', async () => {
  const asked = await openPage(Page, ({ method }) => ({
    body: method === 'POST' ? { task_id: 't', id: 'p' } : { data: [], count: 0 },
    ...(method === 'POST' && { status: 202 }),
  }));
  await acting(() => applyMeta({ data: { compute_storage_policies: ['GET', 'POST'] }, capabilities: ['storage_policy.create'], seq: 8 }));
  await type(find('textbox', 'Name'), 'slow');
  await type(find('textbox', TOTAL), '500');
  await type(find('textbox', 'Operations per second: Reads'), '100');
  await vi.waitFor(() => expect(pageText()).toContain('Enter either a total limit, or separate limits for reads and writes.'));
  await type(find('textbox', 'Operations per second: Reads'), '');
  await vi.waitFor(() => expect(pageText()).not.toContain('Enter either a total limit'));
  await choose(find('combobox', 'Bandwidth'), 'gib');
  expect(all('textbox', 'Bandwidth: Writes, minimum')).toEqual([]);
  await type(find('textbox', 'Bandwidth: Writes'), '0.5');
  await type(find('textbox', 'Bandwidth: Writes, minimum'), '10');
  await click(find('button', 'Create'));
  const limits = { total_iops: { amount: 500, per_gib: false }, write_bytes: { amount: 524_288, per_gib: true, minimum: 10_485_760 } };
  await vi.waitFor(() => expect(asked.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'slow', limits }));
});

it('the limits of a storage policy are told in words', () => {
  const words: Record<string, string> = {};
  const t = ((key: string, given: object = {}) => (words[key] = `${key} ${Object.values(given).join(' ')}`.trim())) as never;
  expect(limitsText(t, {}, 'en')).toBeNull();
  expect(
    limitsText(t, { read_iops: { amount: 2000, per_gib: false }, total_bytes: { amount: 1024, per_gib: true, minimum: 2048 } }, 'en'),
  ).toBe('limits.one limits.read 2,000 IOPS · limits.each-least limits.total limits.rate 1 KiB limits.rate 2 KiB');
});
