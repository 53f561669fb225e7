/** Tables that name other things, whose names come with the rows. */
import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { expect, it } from 'vitest';
import { Rules } from '../../src/features/security-groups/rules.tsx';
import { InterfaceTable } from '../../src/features/servers/attachments/interface-table.tsx';
import { nicsOf } from '../../src/features/servers/attachments/nics.ts';
import { useInterfaceActions } from '../../src/features/servers/attachments/use-interface-actions.ts';
import { AssignedProjects } from '../../src/parts/people/assigned-projects.tsx';
import { ASSIGNING } from '../../src/features/users/section.ts';
import type { Holder } from '../../src/parts/people/holder.ts';
import { aServer, openPage } from '../support/console-page.tsx';
import { all, pageText, settle } from '../support/render.tsx';

const KNOWN = '7c4e0000-0000-4000-8000-000000000001';
const UNSEEN = '7c4e0000-0000-4000-8000-000000000002';

const server = aServer({
  networks: [{ ...aServer().networks[0]!, security_group_ids: [KNOWN, UNSEEN], security_group_names: ['shop', null] }],
});
const nameOf = (id: string) => (id === KNOWN ? 'shop' : null);
const remote = (id: string) => ({
  id: `of ${id}`,
  direction: 'ingress' as const,
  ethertype: 'IPv4',
  protocol: 'tcp',
  port_range_min: 22,
  port_range_max: 22,
  remote_ip_prefix: null,
  remote_group_id: id,
  remote_group_name: nameOf(id),
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
  assigned_projects: [KNOWN, UNSEEN].map((id) => ({ project_id: id, project_name: nameOf(id), role: 'project_user', read_only: false })),
};

/** The table on the page of a server; what else is there reads the groups' rules. */
function Interfaces() {
  const nics = nicsOf(server);
  return <InterfaceTable {...useInterfaceActions(server, nics)} server={server} nics={nics} />;
}

it.each([
  ['security groups of an interface', Interfaces, '/security-groups'],
  ['security groups that rules name', () => <Rules group={group} direction="ingress" />, '/security-groups'],
  ['projects of a user', () => <AssignedProjects holder={holder} assigning={ASSIGNING} />, '/projects'],
])('the names of %s are there with the rows, without a call, and one that is not seen is its id', async (_, Shown, list) => {
  const asked: string[] = [];
  await openPage(Shown, ({ path }) => {
    if (path.endsWith(list)) asked.push(path);
    return { body: { data: [] } };
  });
  await settle(20);
  const said = [pageText(), ...all('button').map((one) => one.getAttribute('aria-label') ?? '')].join('\n');
  expect(pageText()).toContain('shop');
  expect(said).toContain(UNSEEN);
  expect(said).not.toContain(KNOWN);
  expect(asked).toEqual([]);
});
