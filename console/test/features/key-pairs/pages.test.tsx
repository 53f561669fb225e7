import type { KeyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { createPage } from '../../../src/app/view/create-page.tsx';
import { typeOf, view } from '../../../src/features/key-pairs/view.tsx';
import { KEEPS_DESCRIPTION } from '../../../src/features/key-pairs/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { acting, all, click, find, pageText, type } from '../../support/render.tsx';

const { List } = view;
const { Page: Add } = await createPage(view);

/** The cloud can do this with keys, beside adding them. */
const canDo = (capabilities: readonly string[]) =>
  acting(() => applyMeta({ data: { compute_ssh_keys: ['GET', 'POST'] }, capabilities: ['key_pair.create', ...capabilities], seq: 8 }));

it('the description of an SSH key stands in the list where the cloud keeps it', async () => {
  const laptop: Partial<KeyPair> = { id: 'key-1', name: 'laptop', public_key: EXAMPLE_KEY, description: 'the one that travels' };
  await openPage(List, () => ({ body: { data: [{ ...laptop, fingerprint: 'd3:61', created_at: '2026-11-20T10:00:00Z' }], count: 1 } }));
  expect(pageText()).not.toContain('the one that travels');
  await canDo([KEEPS_DESCRIPTION]);
  expect(pageText()).toContain('the one that travels');
});

it.each([
  ['is asked for', [KEEPS_DESCRIPTION], { description: 'mine' }],
  ['is not asked for, nor sent, where the cloud keeps none', [], {}],
])('the description of a new SSH key %s', async (_, capabilities, said) => {
  const { asked } = await openPage(Add, () => ({ status: 202, body: { task_id: 't', id: 'key-9' } }));
  await canDo(capabilities);
  await type(find('textbox', 'Name'), 'new');
  await type(find('textbox', 'Public key'), EXAMPLE_KEY);
  const fields = all('textbox', 'Description');
  expect(fields).toHaveLength(capabilities.length);
  for (const field of fields) {
    expect(pageText()).toContain('Must not contain personal data.');
    await type(field, 'mine');
  }
  await click(find('button', 'Add'));
  // Whether its name was asked for before it was sent is a matter of time.
  const sent = await vi.waitFor(() => asked.find(({ method }) => method === 'POST') ?? expect.fail('nothing sent'), { timeout: 20_000 });
  expect(sent.body).toEqual({ name: 'new', public_key: EXAMPLE_KEY, ...said });
});

it.each([
  ['ssh-ed25519 AAAA comment', 'ssh-ed25519'],
  ['-----BEGIN CERTIFICATE-----', null],
  ['', null],
])('the type of the public key %j is %s', (public_key, kind) => {
  expect(typeOf({ public_key })).toBe(kind);
});

it.each([
  [
    'an RSA key of 1024 bits',
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQCtD6R6K/6f2ZhasywBbhwrkCVJ2QFsWSACB4+L/ds8AyJKsT5IsvetOlskVxTIA/lQlMgcpFa+wARS/IT03D8JNJCRk+Kxhx+jZXF02KaDrtFFcqkNkhQ77uGzoSZUjkb06Mj1jKCWcHLzjrCbgapjD/L8xo2y/fbsKKvi6mBM0Q== short',
    'This RSA key has fewer than 2048 bits',
  ],
  [
    'a key of the type ssh-dss',
    'ssh-dss AAAAB3NzaC1kc3MAAACBAMqki/AhBNx8DXW8YRnRiaHR0UTABIZFVXov9LV+OZv3GJbLn+gVSvfbAohqz0TL7aFC4/oAnK/36PnCtzglEKnsHrGXyE01LAekP7hTtV230k2WNO1OiwVK7XhnXLiUqdQNzoKH/xD6weSzCraE8LJ2G5wVrOLAxp+YrujAHSy7AAAAFQD1vFj4Bdm3M9bVHHQOBr3hgHJJfwAAAIEAohgeEi5uevb7ooN6G2dcHjmcUMdQWXmn4CT/p8qm58mEzbrYRJl36t0gWUoD9Xb35ITmIi2905zEdTDfEOjOGekrvtdrtYfanqCNYq+kg+r3e7QYZshXt+4fuZdnH25X/EJPwSWijhspa/SRiCG8icA8QxX8iocn3JDrAM3bnwwAAACAdt8kFrKUVCuXyj/Uvv52wlxBy0XGYetl2a3DXVxULOzrnv2avRcCdQ9gcwVyXq+g8EnJoTFhD5vYXNE8brw33Be2LZ7q3eVADoFE+vhX3VCSbXztazj0U0DeoJFtL6SxFuvdFy3rYPuv4tS4/syBeooj0dYbZUjBuUrSFsl/YvQ= d',
    'Keys of the type ssh-dss are obsolete',
  ],
  ['an Ed25519 key', EXAMPLE_KEY, ''],
])('the form warns of a key that servers may refuse: %s', async (_, key, expected) => {
  await openPage(Add, () => ({ status: 202, body: { task_id: 't', id: 'key-9' } }));
  await canDo([]);
  await type(find('textbox', 'Public key'), key);
  expect(pageText()).toContain(expected);
  expect(pageText().includes('Current systems refuse')).toBe(expected !== '');
});
