import { expect, it } from 'vitest';
import { view as balancers } from '../../../src/features/load-balancers/view.tsx';
import { view as connections } from '../../../src/features/vpn/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all } from '../../support/render.tsx';
import { aBalancer } from '../load-balancers/a-balancer.ts';
import { aConnection } from './a-connection.ts';

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
  ['load balancers', balancers, aBalancer],
  ['VPN connections', connections, aConnection],
] as const)('the list of %s shows each of the seven statuses by a label of its own [lbvpn.statuses]', async (_, { List }, made) => {
  const data = Object.keys(LABELS).map((status) => ({ ...made(), id: status, name: `is ${status}`, status }));
  await openPage(List, () => ({ body: { data, count: data.length } }));
  const shown = Object.fromEntries(
    Object.keys(LABELS).map((status) => {
      const row = all('row').find((one) => one.textContent.includes(`is ${status}`))!;
      return [status, row.querySelector('[data-label=Status]')?.textContent];
    }),
  );
  expect(shown).toEqual(LABELS);
});
