import { expect, it } from 'vitest';
import { Notes } from '../../../src/features/vpn/parts.tsx';
import { openPage } from '../../support/console-page.tsx';
import { pageText } from '../../support/render.tsx';
import { aConnection } from './a-connection.ts';

const DOWN = 'The connection is down';
const DISABLED = 'The connection is disabled';

it.each([
  ['down', aConnection(), [DOWN]],
  ['down and disabled', aConnection({ enabled: false }), [DISABLED]],
  ['down, and says nothing of being enabled', aConnection({ enabled: undefined }), [DOWN]],
  ['active', aConnection({ status: 'ACTIVE' }), []],
])('the page of a VPN connection that is %s has the note for that', async (_, connection, said) => {
  await openPage(
    () => <Notes connection={connection} />,
    () => ({ status: 404, body: {} }),
  );
  expect([DOWN, DISABLED].filter((title) => pageText().includes(title))).toEqual(said);
  if (said.includes(DISABLED)) expect(pageText()).toContain('Restart it to enable it.');
});
