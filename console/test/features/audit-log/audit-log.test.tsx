import i18next, { type TFunction } from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import type { AuditLogEntry } from '@gantry/contract/nouns/audit-log/entity';
import { callTable } from '../../../src/app/api/call-table.ts';
import { activityText } from '../../../src/features/audit-log/activity-text.ts';
import { Page } from '../../../src/features/audit-log/page.tsx';
import * as files from '../../../src/ui/save-file.ts';
import { openPage } from '../../support/console-page.tsx';
import { click, find, pageText, settle } from '../../support/render.tsx';

const entry = (change: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id: '2',
  timestamp: '2026-11-22T10:00:00.000Z',
  user_id: 'user-1',
  user_name: 'ann',
  project_id: 'project-1',
  project_name: 'P',
  domain_id: 'd',
  domain_name: 'D',
  activity: 'servers.stop',
  target: 'server-1',
  kind: 'server',
  target_name: 'web-1',
  target_names: [],
  target_count: null,
  gone: false,
  result: 'accepted',
  status: 202,
  error_code: null,
  request_id: 'req-7',
  address: '192.0.2.1',
  personal_token: null,
  parameters: { timeout: 60 },
  count: 1,
  ...change,
});
const log = [
  entry(),
  entry({
    id: '1',
    timestamp: '2026-11-22T09:00:00.000Z',
    activity: 'session.login',
    target: null,
    target_name: null,
    user_name: '=HYPERLINK("http://x")',
    result: 'refused',
    error_code: 'invalid_credentials',
  }),
];
const open = (address = '/monitoring/audit-log', rows: readonly AuditLogEntry[] = log) =>
  openPage(
    Page,
    ({ path }) =>
      path.endsWith('/activities')
        ? { body: { data: [{ name: 'servers.stop', summary: 'Stops a server' }] } }
        : { body: { data: rows, count: 300, marker: 'next' } },
    address,
    '/monitoring/audit-log',
  );

/** What is written down beside the calls that change something. */
const OTHERS = ['users.lock', 'servers.console', 'objectStorage.createBucket', 'objectStorage.setBucket', 'objectStorage.deleteBucket'];

describe('the page of the audit log', () => {
  it('the audit log has words for everything that is recorded, one for whatever was not allowed to be read', async () => {
    await open();
    const t = i18next.getFixedT('en', 'audit-log') as TFunction<'audit-log'>;
    const names = [...Object.keys(callTable), ...OTHERS];
    expect(names.filter((name) => activityText(t, name) === name)).toEqual([]);
    expect(['servers.read', 'users.list'].map((name) => activityText(t, name))).toEqual(['View', 'View']);
    const changing = Object.values(callTable).filter(({ method }) => method !== 'GET');
    expect(changing.filter(({ id }) => activityText(t, id) === 'View')).toEqual([]);
  });

  it('the audit log shows the domain of each entry by its name', async () => {
    await open(undefined, [entry({ domain_id: 'd-7', domain_name: 'Acme' })]);
    const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
    const cells = [...document.querySelectorAll('tbody tr:first-child > *')].map(({ textContent }) => textContent);
    expect(cells[headings.indexOf('Domain')]).toBe('Acme');
  });

  it('the audit log begins with the first page of 256 entries, the newest on top [audit.defaults]', async () => {
    const { asked } = await open();
    const [first] = asked.filter(({ path }) => path === '/api/v2/audit_log');
    expect(Object.fromEntries(first!.query)).toMatchObject({ limit: '256', sort: 'timestamp:desc', page: '1' });
    const rows = [...document.querySelectorAll('tbody tr[data-id]')].map((row) => row.textContent);
    expect(rows[0]).toContain('Shut down virtual machine');
    expect(rows[1]).toContain('Sign in');
    for (const text of ['web-1', 'ann', 'Accepted', 'Refused', '192.0.2.1', '1–2 of 300']) expect(pageText()).toContain(text);
  });

  it('the audit log asks for the next page by its number, and with its filters', async () => {
    const { asked } = await open('/monitoring/audit-log?user=ann&activity=in:servers.stop&since=in:24h&timestamp=2026-11-22');
    await click(find('button', 'Next page'));
    await settle(50);
    const last = asked.filter(({ path }) => path === '/api/v2/audit_log').at(-1)!;
    expect(Object.fromEntries(last.query)).toMatchObject({
      limit: '256',
      page: '2',
      user: 'contains:ann',
      activity: 'in:servers.stop',
      since: 'in:24h',
      timestamp: 'contains:2026-11-22',
    });
  });

  it('an entry of the audit log tells what was asked with and the ids to look for', async () => {
    await open();
    await click(find('button', 'More about Shut down virtual machine'));
    for (const text of ['"timeout": 60', 'req-7', 'server-1', 'servers.stop', '202']) expect(pageText()).toContain(text);
  });

  it('an entry of the audit log that stands for many writes their number as the language does', async () => {
    await open('/monitoring/audit-log', [entry({ count: 1234 })]);
    await click(find('button', 'More about Shut down virtual machine'));
    expect(pageText()).toContain('1,234');
  });

  it('the audit log names what is gone without a link, and of several the first three and how many more there are', async () => {
    const several = { target: null, target_name: null, kind: 'user', parameters: { uuids: ['a', 'b'] } };
    const rows = [
      entry({ id: '6', activity: 'servers.delete', gone: true }),
      entry({ id: '5', activity: 'users.bulkDelete', ...several, target_names: ['ann', 'bob', 'eve', 'joe'], target_count: 25 }),
      entry({ id: '4', activity: 'users.bulkDelete', ...several, target_names: ['ann', 'bob'], target_count: 2 }),
      entry({ id: '3', activity: 'users.bulkDelete', ...several, target_names: [], target_count: 2 }),
    ];
    await open('/monitoring/audit-log', rows);
    const objects = [...document.querySelectorAll('tbody tr[data-id]')].map(
      (row) => row.querySelector('[data-label="Object"]')?.textContent,
    );
    expect(objects).toEqual(['web-1', 'ann, bob, eve, and 22 others', 'ann and bob', '2 objects']);
    expect([...document.querySelectorAll('tbody a')].map((link) => link.textContent)).not.toContain('web-1');
    await click(find('button', 'More about Delete user'));
    expect(pageText()).toContain('ann, bob, eve, joe, and 21 others');
  });

  it('the audit log writes its filtered entries into a CSV file in which no text is a formula', async () => {
    const saved = vi.spyOn(files, 'saveFile').mockReturnValue(undefined);
    const { asked } = await openPage(
      Page,
      ({ query }) => ({ body: { data: log, ...(query.has('marker') ? {} : { marker: 'm' }), count: 4 } }),
      '/monitoring/audit-log?user=ann',
      '/monitoring/audit-log',
    );
    await click(find('button', 'Export as CSV'));
    await settle(50);
    const text = (saved.mock.calls[0]![1] as string[]).join('');
    expect(text.match(/web-1/g)).toHaveLength(2);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).not.toContain('"=HYPERLINK');
    const exported = asked.filter(({ query }) => query.get('limit') === '200');
    expect(exported.map(({ query }) => [query.get('user'), query.get('marker')])).toEqual([
      ['contains:ann', null],
      ['contains:ann', 'm'],
    ]);
  });
});
