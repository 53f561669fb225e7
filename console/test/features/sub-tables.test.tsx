import { expect, it, vi } from 'vitest';
import { AssignedProjects } from '../../src/parts/people/assigned-projects.tsx';
import { Sharing } from '../../src/features/images/sharing.tsx';
import { Openings } from '../../src/features/servers/details/openings.tsx';
import { ASSIGNING } from '../../src/features/users/section.ts';
import { openPage } from '../support/console-page.tsx';
import { click, find, settle } from '../support/render.tsx';

const NOTHING = { body: { data: [], count: 0 } };
/** What the rows say first, in their order. */
const firsts = (): (string | null)[] => [...document.querySelectorAll('tbody tr td:first-child')].map(({ textContent }) => textContent);

const holder = {
  id: 'user-1',
  name: 'anna',
  domain_id: 'd',
  assigned_projects: [
    { project_id: 'blue', role: 'project_user', read_only: true },
    { project_id: 'amber', role: 'project_user', read_only: false },
    { project_id: 'coral', role: 'project_admin', read_only: false },
  ],
} as never;

it('the projects of a user are ordered as the address says, and by a click, which the address keeps', async () => {
  const { router } = await openPage(
    () => <AssignedProjects holder={holder} assigning={ASSIGNING} />,
    () => NOTHING,
    '/page?assigned.sort=name:desc',
  );
  expect(firsts()).toEqual(['coral', 'blue', 'amber']);
  await click(find('button', 'Role'));
  await settle(10);
  expect(router.state.location.search).toEqual({ 'assigned.sort': 'role:asc' });
});

it('the projects that an image is offered to are ordered as the address says', async () => {
  const member = (name: string, status: string) => ({ project_id: `id-${name}`, project_name: name, status });
  const image = { id: 'i', members: [member('blue', 'accepted'), member('amber', 'pending'), member('coral', 'rejected')] };
  await openPage(
    () => <Sharing image={image as never} />,
    () => NOTHING,
    '/page?sharing.sort=project:asc',
  );
  expect(firsts()).toEqual(['amber', 'blue', 'coral']);
});

it('what may reach a server is ordered as the address says', async () => {
  const rule = { direction: 'ingress', ethertype: 'IPv4', protocol: 'tcp', remote_group_id: null, remote_ip_prefix: null };
  const rules = [443, 22, 8080].map((port) => ({ ...rule, id: String(port), port_range_min: port, port_range_max: port }));
  const group = { id: 'g', name: 'web', security_group_rules: rules };
  const nic = { id: 'n', name: 'private', groups: ['g'], isProtected: true };
  await openPage(
    () => <Openings nics={[nic] as never} />,
    () => ({ body: { data: [group], count: 1 } }),
    '/page?openings.sort=ports:desc',
  );
  const ports = () => [...document.querySelectorAll('tbody td:nth-child(3)')].map(({ textContent }) => textContent?.split(' ')[0]);
  await vi.waitFor(() => expect(ports()).toEqual(['8080', '443', '22']));
});
