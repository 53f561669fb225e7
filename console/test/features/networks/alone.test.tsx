import { expect, it, vi } from 'vitest';
import { Connected } from '../../../src/features/networks/connected.tsx';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { click, find, pageText } from '../../support/render.tsx';

const network = { id: 'n-1', name: 'private', router_external: false, rbac_policies: [], subnets: [{ id: 's-1', ip_version: 4 }] };
const router = { id: 'r-1', name: 'edge', interfaces_info: [], external_gateway_info: { network_name: 'public' } };
const said = 'This network is not connected to a router.';
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

/** A cloud with routers, of which some are connected to the network. */
const cloud =
  (routers: object[], connected: object[]) =>
  ({ path, method, query }: Asked) => {
    if (method === 'PUT') return { status: 202, body: { task_id: 't', id: null } };
    const data = !path.endsWith('/routers') ? [] : query.has('network') ? connected : routers;
    return { body: { data, count: data.length } };
  };

it('a network without a router says so, and is connected to one that is there', async () => {
  const { asked } = await openPage(() => <Connected network={network as never} />, cloud([router], []));
  await eventually(() => expect(pageText()).toContain(said));
  await click(find('button', 'Connect to a router'));
  await eventually(() => expect(pageText()).toContain('Connect “private” to a router'));
  await eventually(() => expect(find('radio', 'edge')).toBeTruthy());
  await click(find('radio', 'edge'));
  await click(find('dialog').querySelector<HTMLElement>('button[type=submit]')!);
  const sent = () => asked.find(({ method }) => method === 'PUT');
  await eventually(() => expect(sent()?.path).toMatch(/\/routers\/r-1\/add_interface$/));
  expect(sent()?.body).toEqual({ network_id: 'n-1' });
});

it('a network without a router offers to create a router where none exists', async () => {
  const { router: at } = await openPage(() => <Connected network={network as never} />, cloud([], []));
  await eventually(() => expect(pageText()).toContain(said));
  await click(find('button', 'Create router'));
  await eventually(() => expect(at.state.location.pathname).toBe('/compute/routers/add'));
});

it('a network that has a router or leads outside itself is not told to be without a router', async () => {
  await openPage(() => <Connected network={network as never} />, cloud([router], [router]));
  await eventually(() => expect(pageText()).toContain('edge'));
  expect(pageText()).not.toContain(said);
  await openPage(() => <Connected network={{ ...network, router_external: true } as never} />, cloud([router], []));
  await eventually(() => expect(pageText()).toContain('Nothing is connected to this network.'));
  expect(pageText()).not.toContain(said);
});
