import i18next from 'i18next';
import { expect, it } from 'vitest';
import { statusText } from '../../../src/app/resource/noun-text.ts';
import { view as balancers } from '../../../src/features/load-balancers/view.tsx';
import { view as connections } from '../../../src/features/vpn/view.tsx';
import { openPage } from '../../support/console-page.tsx';

const LABELS = {
  ACTIVE: 'Active',
  DOWN: 'Down',
  BUILD: 'Creating',
  ERROR: 'Error',
  PENDING_CREATE: 'Waiting for creation',
  PENDING_UPDATE: 'Waiting for update',
  PENDING_DELETE: 'Waiting for deletion',
};

it.each([
  ['load balancers', 'load-balancers', balancers],
  ['VPN connections', 'vpn', connections],
] as const)('%s have a label of their own for each of the seven statuses [lbvpn.statuses]', async (_, noun, { List }) => {
  await openPage(List, () => ({ body: { data: [], count: 0 } }));
  const labels = Object.fromEntries(Object.keys(LABELS).map((status) => [status, statusText(i18next.t, noun, status)]));
  expect(labels).toEqual(LABELS);
});
