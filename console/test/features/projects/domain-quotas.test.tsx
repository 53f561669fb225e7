import { quota } from '@gantry/contract/nouns/quotas/calls';
import { expect, it, vi } from 'vitest';
import { view } from '../../../src/features/projects/view.tsx';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { all, click, find, pageText } from '../../support/render.tsx';
import { sampleOf } from '../../support/sample.ts';
import { person } from '../../app/session/people.ts';

const QUOTAS = '/api/v2/domains/d1/quotas';
const none = { limit: -1, used: 0 };
const limits = Object.fromEntries(Object.keys(quota.shape).map((name) => [name, none]));

const openAs = (role: 'domain_admin' | 'system_admin') => {
  const { token: _token, scoped_token: _scoped, ...currentUser } = person(role);
  const answer = ({ path }: Asked) =>
    path === QUOTAS
      ? { body: { ...(sampleOf(quota) as object), ...limits, storage_policies: [], cores: { limit: 40, used: 7 } } }
      : { body: { data: [], count: 0 } };
  return openPage(view.List, answer, undefined, undefined, { currentProject: null, currentUser });
};

it('who administers a domain sees beside its projects what they have and may have together, once it is asked for', async () => {
  const { asked } = await openAs('domain_admin');
  expect(asked.map(({ path }) => path)).not.toContain(QUOTAS);
  await click(find('button', 'Quotas of the domain'));
  await vi.waitFor(() => expect(pageText()).toContain('7 of 40'), { timeout: 20_000 });
  expect(asked.find(({ path }) => path === QUOTAS)?.query.get('usage')).toBe('true');
});

it('the scope over all domains offers no quotas of a domain', async () => {
  await openAs('system_admin');
  expect(all('button', 'Quotas of the domain')).toEqual([]);
});
