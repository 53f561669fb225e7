import type { SecurityGroup } from '@gantry/contract/nouns/security-groups/entity';
import { expect, it, vi } from 'vitest';
import { noticeStore } from '../../../src/app/notify/notices.ts';
import { view } from '../../../src/features/security-groups/view.tsx';
import { section } from '../../../src/features/security-groups/section.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { all, choose, click, find, pageText, type } from '../../support/render.tsx';

const { Details, List } = view;

const rule = (id: string, change: Partial<SecurityGroup['security_group_rules'][number]> = {}) => ({
  id,
  direction: 'ingress' as const,
  ethertype: 'IPv4',
  protocol: 'tcp',
  port_range_min: 22,
  port_range_max: 22,
  remote_ip_prefix: null,
  remote_group_id: null,
  ...change,
});
const group: SecurityGroup = {
  id: 'group-1',
  name: 'web',
  description: 'shop',
  tags: [],
  security_group_rules: [rule('r-1'), rule('r-2', { port_range_min: 8000, port_range_max: 8080, remote_ip_prefix: '10.0.0.0/8' })],
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};
const SSH = { direction: 'ingress', ethertype: 'IPv4', protocol: 'tcp', port_range_min: 22, port_range_max: 22 };
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const NOTHING = { body: { data: [], count: 0 } };
const answering =
  (one: SecurityGroup) =>
  ({ method, path }: Asked) => {
    if (method !== 'GET') return ACCEPTED;
    return path.endsWith(`/security-groups/${one.id}`) ? { body: one } : NOTHING;
  };
const open = (one: SecurityGroup) => openPage(Details, answering(one), section.addressOf(one.id), section.details);
const sent = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET');

it('a group shows its rules by their services, and warns of SSH that is open to everybody', async () => {
  await open(group);
  for (const text of ['22 (SSH)', 'Anywhere', '8000–8080', '10.0.0.0/8', 'SSH: open to everyone']) expect(pageText()).toContain(text);
});

it('a group whose SSH is open to some addresses only does not warn', async () => {
  await open({ ...group, security_group_rules: [rule('r-1', { remote_ip_prefix: '10.0.0.0/8' })] });
  expect(pageText()).toContain('22 (SSH)');
  expect(pageText()).not.toContain('open to everyone');
});

it('the default security group and those of the platform cannot be deleted, others can [sg.default-undeletable, sg.system-undeletable, const.system-tag]', async () => {
  const groups = [group, { ...group, id: 'g-2', name: 'default' }, { ...group, id: 'g-3', name: 'inner', tags: ['hci.system'] }];
  await openPage(List, () => ({ body: { data: groups, count: 3 } }));
  for (const [name, reason] of [
    ['web', null],
    ['default', 'The default security group of a project cannot be deleted.'],
    ['inner', 'This security group is managed by the platform.'],
  ] as const) {
    await click(find('button', `Actions for ${name}`));
    const item = find('menuitem', 'Delete');
    expect(item.getAttribute('aria-disabled')).toBe(reason === null ? null : 'true');
    if (reason !== null) expect(item.textContent).toContain(reason);
    await click(find('button', `Actions for ${name}`));
  }
});

it('a rule is added from the template of a service, and warns before it opens SSH to everybody', async () => {
  const { asked } = await open({ ...group, security_group_rules: [] });
  await click(find('button', 'Add inbound rules'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  const service = find('combobox', 'Service');
  await choose(service, 'SSH');
  await vi.waitFor(() => expect(pageText()).toContain('SSH: open to everyone'), { timeout: 10_000 });
  await click(find('radio', 'IP address range'));
  await type(find('textbox', 'Addresses'), '10.0.0.0/8');
  await vi.waitFor(() => expect(pageText()).not.toContain('SSH: open to everyone'), { timeout: 10_000 });
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(sent(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(sent(asked)[0]).toMatchObject({
    method: 'POST',
    path: '/api/v2/compute/security-groups/group-1/rules',
    body: { security_group_rules: [{ ...SSH, remote_ip_prefix: '10.0.0.0/8' }] },
  });
});

const openDialog = async (one: SecurityGroup, tasks: Record<string, unknown> = {}) => {
  const before = answering(one);
  const answer = (request: Asked) => (request.path.endsWith('/tasks/t') ? { body: tasks } : before(request));
  const opened = await openPage(Details, answer, section.addressOf(one.id), section.details);
  await click(find('button', 'Add inbound rules'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  return opened;
};
const preview = () => [...document.querySelectorAll('.gantry-rules-preview li')].map((item) => item.textContent);

it('rules of each combination of ports and versions are previewed, and sent in one command without the known ones, and marked', async () => {
  const known = rule('r-1', { port_range_min: 80, port_range_max: 80 });
  const one = { ...group, security_group_rules: [known] };
  const skipped = [{ ...SSH, port_range_min: 80, port_range_max: 80 }];
  const { asked, router } = await openDialog(one, { id: 't', state: 'success', result: { id: one.id, skipped } });
  await choose(find('combobox', 'IP version'), 'both');
  await type(find('textbox', 'Ports'), '80, 8000-8100');
  await vi.waitFor(() => expect(pageText()).toContain('3 new rules'), { timeout: 10_000 });
  expect(preview()).toEqual(['IPv4 TCP 80 (HTTP) already exists', 'IPv4 TCP 8000–8100 ', 'IPv6 TCP 80 (HTTP) ', 'IPv6 TCP 8000–8100 ']);
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(sent(asked)).toHaveLength(1), { timeout: 10_000 });
  const rules = [80, 8000].map((first, at) => ({ ...SSH, port_range_min: first, port_range_max: [80, 8100][at] }));
  expect(sent(asked)[0]!.body).toEqual({
    security_group_rules: [...rules, ...rules.map((every) => ({ ...every, ethertype: 'IPv6' }))],
  });
  await vi.waitFor(() => expect(router.state.location.state.marked?.words).toHaveLength(3), { timeout: 10_000 });
  await vi.waitFor(
    () => expect(noticeStore.get().notices.map(({ title }) => title)).toContain('web: 1 rule already existed and was skipped'),
    {
      timeout: 10_000,
    },
  );
  expect(noticeStore.get().notices.at(-1)).toMatchObject({ message: 'IPv4 TCP 80 (HTTP)' });
});

it.each([
  ['more than twenty rules', '1,2,3,4,5,6,7,8,9,10,11', 'At most 20 entries are allowed.'],
  ['what is no list of ports', '22; ssh', 'Enter ports and ranges separated by commas, such as 22, 8000-8100.'],
  ['a port that there is not', '70000', 'The value must be at most 65,535.'],
  ['a range from high to low', '90-80', 'The last port must not be lower than the first.'],
])('the dialog of rules refuses %s at its ports', async (_, ports, text) => {
  const { asked } = await openDialog({ ...group, security_group_rules: [] });
  await choose(find('combobox', 'IP version'), 'both');
  await type(find('textbox', 'Ports'), ports);
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(pageText()).toContain(text), { timeout: 10_000 });
  expect(sent(asked)).toEqual([]);
});

it('rules of several services are previewed together, and sent in one command', async () => {
  const { asked } = await openDialog({ ...group, security_group_rules: [] });
  expect(all('button', 'Add another service')).toEqual([]);
  await choose(find('combobox', 'Service'), 'SSH');
  await click(find('button', 'Add another service'));
  expect(document.activeElement).toBe(find('combobox', 'Service 2'));
  expect(preview()).toEqual(['IPv4 TCP 22 (SSH) ']);
  await choose(find('combobox', 'Service 2'), 'HTTPS');
  await click(find('button', 'Add another service'));
  await choose(find('combobox', 'Service 3'), 'ICMP');
  expect([...all('combobox', 'Protocol'), ...all('textbox', 'Ports')]).toEqual([]);
  expect(preview()).toEqual(['IPv4 TCP 22 (SSH) ', 'IPv4 TCP 443 (HTTPS) ', 'IPv4 ICMP ']);
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(sent(asked)).toHaveLength(1), { timeout: 10_000 });
  const { port_range_min: _first, port_range_max: _last, ...bare } = SSH;
  expect(sent(asked)[0]!.body).toEqual({
    security_group_rules: [SSH, { ...SSH, port_range_min: 443, port_range_max: 443 }, { ...bare, protocol: 'icmp' }],
  });
});

it('the dialog of rules names at its services what is wrong with all of them together, and takes one away by None', async () => {
  const { asked } = await openDialog({ ...group, security_group_rules: [rule('r-1')] });
  await choose(find('combobox', 'Service'), 'SSH');
  await click(find('button', 'Add another service'));
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(pageText()).toContain('The security group already has this rule.'), { timeout: 10_000 });
  await choose(find('combobox', 'Service 2'), 'HTTP');
  await vi.waitFor(() => expect(pageText()).not.toContain('The security group already has this rule.'), { timeout: 10_000 });
  await choose(find('combobox', 'Service 2'), '');
  expect(preview()).toEqual(['IPv4 TCP 22 (SSH) already exists']);
  expect(sent(asked)).toEqual([]);
});

it('the dialog of rules sends nothing where the group has all of them', async () => {
  const { asked } = await openDialog({ ...group, security_group_rules: [rule('r-1')] });
  await type(find('textbox', 'Ports'), '22');
  await vi.waitFor(() => expect(pageText()).toContain('0 new rules'), { timeout: 10_000 });
  await click(all('button', 'Add rules').at(-1)!);
  await vi.waitFor(() => expect(pageText()).toContain('The security group already has this rule.'), { timeout: 10_000 });
  expect(sent(asked)).toEqual([]);
});

it('a rule of a security group is deleted after a question', async () => {
  const { asked } = await open(group);
  await click(find('button', 'Actions for IPv4 TCP 22 (SSH)'));
  await click(find('menuitem', 'Delete'));
  await click(all('button', 'Delete').at(-1)!);
  await vi.waitFor(() => expect(sent(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(sent(asked)[0]).toMatchObject({ method: 'DELETE', path: '/api/v2/compute/security-group-rules/r-1' });
});

it('a security group says how many virtual machines have it, with the way to all of them in their list', async () => {
  const networks = [{ security_group_ids: ['group-9'], ips: ['10.0.0.9'], mac_addr: 'fa:16:3e:00:00:09' }];
  const one = { ...group, id: 'group-9' };
  const servers = { data: [{ id: 's-1', name: 'front', networks }], count: 51, marker: 'more' };
  const answer = ({ path }: Asked) => ({ body: path.endsWith('/servers') ? servers : one });
  const { asked } = await openPage(Details, answer, '/compute/security-groups/group-9', section.details);
  await vi.waitFor(() => expect(pageText()).toContain('Show all 51 in the list'), { timeout: 10_000 });
  const [query] = asked.filter(({ path }) => path.endsWith('/servers')).map((request) => request.query);
  expect([query!.get('security_group'), query!.get('with_count')]).toEqual(['group-9', 'true']);
  const link = new URL(find('link', 'Show all 51 in the list').getAttribute('href')!, 'http://localhost');
  expect([link.pathname, link.searchParams.get('security_group')]).toEqual(['/compute/instances', 'in:group-9']);
});
