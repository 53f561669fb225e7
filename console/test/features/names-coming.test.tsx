/** Tables that name things by ids of others, while these names are being read. */
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { expect, it } from 'vitest';
import { Rules } from '../../src/features/security-groups/rules.tsx';
import { NetworksTab } from '../../src/features/servers/details/networks.tsx';
import { AssignedProjects } from '../../src/parts/people/assigned-projects.tsx';
import { ASSIGNING } from '../../src/features/users/section.ts';
import type { Holder } from '../../src/parts/people/holder.ts';
import { aServer, openPage } from '../support/console-page.tsx';
import { all, pageText, settle } from '../support/render.tsx';

const KNOWN = '7c4e0000-0000-4000-8000-000000000001';
const UNSEEN = '7c4e0000-0000-4000-8000-000000000002';

const server = aServer();
const nic = { ...server.networks[0]!, security_group_ids: [KNOWN, UNSEEN] };
const remote = (id: string) => ({
  id: `of ${id}`,
  direction: 'ingress' as const,
  ethertype: 'IPv4',
  protocol: 'tcp',
  port_range_min: 22,
  port_range_max: 22,
  remote_ip_prefix: null,
  remote_group_id: id,
});
const group: SecurityGroup = {
  id: 'group-1',
  name: 'web',
  description: '',
  tags: [],
  security_group_rules: [remote(KNOWN), remote(UNSEEN)],
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};
const holder: Holder = {
  id: 'user-2',
  name: 'ann',
  domain_id: 'd',
  assigned_projects: [KNOWN, UNSEEN].map((id) => ({ project_id: id, role: 'project_user', read_only: false })),
};

it.each([
  ['security groups of an interface', () => <NetworksTab server={{ ...server, networks: [nic] }} />, '/security-groups'],
  ['security groups that rules name', () => <Rules group={group} direction="ingress" />, '/security-groups'],
  ['projects of a user', () => <AssignedProjects holder={holder} assigning={ASSIGNING} />, '/projects'],
])('the names of %s are not their ids while they are read, and one that is not seen is its id afterwards', async (_, Shown, asked) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await openPage(Shown, async ({ path, query }) => {
    if (!path.endsWith(asked) || query.get('id') !== `in:${KNOWN},${UNSEEN}`) return { body: { data: [] } };
    await held;
    return { body: { data: [{ id: KNOWN, name: 'shop', security_group_rules: [] }] } };
  });
  const said = () => [pageText(), ...all('button').map((one) => one.getAttribute('aria-label') ?? '')].join('\n');
  expect(pageText().split('Loading…').length - 1).toBe(2);
  expect(said()).not.toContain('7c4e');
  answer();
  await settle(20);
  expect(pageText()).toContain('shop');
  expect(said()).toContain(UNSEEN);
  expect(said()).not.toContain(KNOWN);
});
