/** Names on the pages of a server lead to what they name. */
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { describe, expect, it, vi } from 'vitest';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { features } from '../../../src/features/index.ts';
import { NetworksTab } from '../../../src/features/servers/details/networks.tsx';
import { OverviewTab } from '../../../src/features/servers/details/overview.tsx';
import { VolumesTab } from '../../../src/features/servers/details/volumes.tsx';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { all } from '../../support/render.tsx';
import { aMember, aPool } from '../load-balancer-pools/a-pool.ts';

const server = aServer({
  host: 'node-7',
  user_id: 'u1',
  user_name: 'ann',
  volumes: [{ id: 'v1', name: 'root', size: 10, delete_on_termination: true }],
  networks: [{ ...aServer().networks[0]!, network_id: 'n1', security_group_ids: ['g1'] }],
});
const rule = { id: 'r', direction: 'ingress', ethertype: 'IPv4', protocol: null, port_range_min: null, port_range_max: null };
const LISTS: Readonly<Record<string, readonly object[]>> = {
  '/security-groups': [{ id: 'g1', name: 'web', security_group_rules: [{ ...rule, remote_ip_prefix: null, remote_group_id: 'g1' }] }],
  '/pools': [aPool({ loadbalancer_id: 'lb1', members: [aMember({ server_id: server.id })] })],
};
const answer = ({ path }: Asked) => {
  const [, data] = Object.entries(LISTS).find(([end]) => path.endsWith(end)) ?? [];
  return { body: { data: data ?? [], series: [], count: 0 } };
};
/** Text and address of each link. */
const links = () => all('link').map((link) => `${link.textContent} → ${link.getAttribute('href')}`);

describe.each<[string, (props: { server: Server }) => React.ReactNode, string[]]>([
  [
    'overview',
    OverviewTab,
    [
      'small → /compute/flavors/f',
      'Debian → /compute/images/i',
      'private → /compute/networks/n1',
      'root → /compute/volumes/v1',
      'P → /projects/project-1',
      'ann → /users/u1',
      'node-7 → /compute/nodes?search=node-7',
    ],
  ],
  ['volumes', VolumesTab, ['root → /compute/volumes/v1']],
  [
    'networks',
    NetworksTab,
    [
      'private → /compute/networks/n1',
      'web → /compute/security-groups/g1',
      'shop → /compute/load-balancers/lb1',
      'web → /compute/load-balancer-pools/pool-1',
    ],
  ],
])('the tab %s', (tab, Tab, expected) => {
  it(`names on the tab ${tab} of a server lead to the pages of what they name`, async () => {
    const Page = () => (
      <FeaturesContext value={features}>
        <Tab server={server} />
      </FeaturesContext>
    );
    await openPage(Page, answer);
    await vi.waitFor(() => expect(links()).toEqual(expect.arrayContaining(expected)), { timeout: 10_000 });
    // Not in one table only: what stands in several has a link in each.
    const dead = [...document.querySelectorAll('td, dd')].filter(({ textContent }) =>
      expected.some((one) => one.startsWith(`${textContent} →`)),
    );
    expect(dead.filter((cell) => cell.querySelector('a') === null)).toEqual([]);
  });
});
