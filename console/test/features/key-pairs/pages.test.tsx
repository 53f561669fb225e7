import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { expect, it } from 'vitest';
import { keyPairs } from '../../../src/features/key-pairs/index.ts';
import { typeOf } from '../../../src/features/key-pairs/key-type.ts';
import { Page } from '../../../src/features/key-pairs/list-page.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, pageText, settle } from '../../support/render.tsx';

const key: KeyPair = {
  id: 'key-1',
  name: 'laptop',
  public_key: 'ssh-ed25519 AAAA alice',
  fingerprint: 'd3:61',
  user_id: 'user-1',
  user_name: null,
  created_at: '2026-11-20T10:00:00Z',
  domain_id: 'd',
  revision: 1,
};

it('stay out of the menu (S2 §2)', () => {
  expect(keyPairs.menu).toBeUndefined();
});

it('are listed with type and fingerprint, and several are deleted as one request', async () => {
  const { asked } = await openPage(Page, ({ method }) =>
    method === 'DELETE' ? { status: 202, body: { task_id: 't', id: null } } : { body: { data: [key, { ...key, id: 'key-2' }], count: 2 } },
  );
  for (const text of ['laptop', 'ssh-ed25519', 'd3:61']) expect(pageText()).toContain(text);
  await click(find('checkbox', 'Select all rows'));
  await click(find('button', 'Delete'));
  await click(all('button', 'Delete').at(-1)!);
  await settle(20);
  expect(asked.at(1)).toMatchObject({ method: 'DELETE', path: '/api/v2/compute/key_pairs', body: { ids: ['key-1', 'key-2'] } });
});

it.each([
  ['ssh-ed25519 AAAA comment', 'ssh-ed25519'],
  ['-----BEGIN CERTIFICATE-----', null],
  ['', null],
])('name the type of %j', (public_key, type) => {
  expect(typeOf({ public_key })).toBe(type);
});
