import { SERVER_ACTIONS } from '@gantry/contract/nouns/servers/history';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Banners } from '../../../src/features/servers/details/banners.tsx';
import { HistoryTab } from '../../../src/features/servers/details/history.tsx';
import { LogTab, logFileName } from '../../../src/features/servers/details/log.tsx';
import { OverviewTab } from '../../../src/features/servers/details/overview.tsx';
import { VolumesTab } from '../../../src/features/servers/details/volumes.tsx';
import type { Offer } from '../../../src/ui/action/action.ts';
import { aServer, openPage } from '../../support/console-page.tsx';
import { acting, all, click, find, pageText, render, settle } from '../../support/render.tsx';

const offer = (id: string, label: string): Offer => ({ id, label, danger: false, busy: false, onSelect: () => undefined });

describe('the volumes of a server', () => {
  it('marks the first of two as the one it boots from [server.boot-volume]', async () => {
    const volume = { delete_on_termination: true, size: 10 };
    const volumes = [
      { ...volume, id: 'v1', name: 'first' },
      { ...volume, id: 'v2', name: 'second' },
    ];
    await openPage(
      () => <VolumesTab server={aServer({ volumes })} />,
      () => ({ body: { data: [] } }),
    );
    const rows = all('row').map((row) => row.textContent ?? '');
    expect(rows[1]).toContain('first Boot volume');
    expect(rows[2]).toContain('second');
    expect(rows[2]).not.toContain('Boot volume');
  });
});

describe('the overview of a server', () => {
  const copied = { image_id: 'i2', image_name: 'Ubuntu of the volume', disk_format: 'qcow2', os_type: 'windows' };
  const volumes = [{ id: 'v1', name: 'boot', size: 10, delete_on_termination: true }];

  it('says what the boot volume was made from, before what the server says [server.boot-metadata]', async () => {
    const server = aServer({ volumes, username: 'ubuntu' });
    await openPage(
      () => <OverviewTab server={server} />,
      ({ path }) => (path === '/api/v2/compute/volumes/v1' ? { body: { volume_image_metadata: copied } } : { status: 404, body: {} }),
    );
    for (const text of ['Ubuntu of the volume', 'windows', 'ubuntu']) expect(pageText()).toContain(text);
    expect(pageText()).not.toContain('Debian');
  });

  it('says what the server does where the volume says nothing', async () => {
    await openPage(
      () => <OverviewTab server={aServer({ volumes })} />,
      () => ({ body: { volume_image_metadata: null } }),
    );
    expect(pageText()).toContain('Debian');
    expect(pageText()).toContain('linux');
  });

  it('tells how far it can grow as it runs, its metadata, and each address to be copied', async () => {
    await openPage(
      () => <OverviewTab server={aServer({ allow_live_resize: true, max_vcpu: 4, max_mem: 8192, metadata: { tier: 'web' } })} />,
      () => ({ body: {} }),
    );
    expect(pageText()).toContain('1, up to 4 while it runs');
    expect(pageText()).toContain('2 GiB, up to 8 GiB while it runs');
    expect(pageText()).toContain('tier = web');
    for (const copy of ['Copy: ID', 'Copy: 10.0.0.2', 'Copy: 10.0.0.3']) expect(all('button', copy)).toHaveLength(1);
  });
});

describe('the details of a server', () => {
  const offers = [
    offer('servers.reset-state', 'Reset state'),
    offer('servers.confirm-resize', 'Confirm'),
    offer('servers.revert-resize', 'Back'),
  ];

  it('tell its error, with the way out of it', async () => {
    await render(<Banners server={aServer({ status: 'ERROR', fault: { message: 'No valid host' } })} offers={offers} />);
    expect(pageText()).toContain('No valid host');
    expect(all('button').map(({ textContent }) => textContent)).toEqual(['Reset state']);
  });

  it('ask for a decision on the new size', async () => {
    await render(<Banners server={aServer({ status: 'VERIFY_RESIZE' })} offers={offers} />);
    expect(pageText()).toContain('It has small now.');
    expect(all('button').map(({ textContent }) => textContent)).toEqual(['Confirm', 'Back']);
  });

  it('say nothing where nothing is to be decided', async () => {
    await render(<Banners server={aServer()} offers={offers} />);
    expect(all('button')).toHaveLength(0);
  });
});

describe('the history of a server', () => {
  const event = (action: string, index: number) => ({
    action,
    request_id: `r${index}`,
    user_id: index === 0 ? 'user-1' : 'user-2',
    started_at: new Date(Date.UTC(2026, 10, 20, 10, 0, 59 - index)).toISOString(),
    finished_at: null,
    result: 'success',
    message: null,
  });

  it('names every action in words, and one it does not know as it came [server.history-names]', async () => {
    const actions = [...SERVER_ACTIONS, 'defragment'];
    await openPage(
      () => <HistoryTab server={aServer()} />,
      ({ path }) => ({ body: { data: path.endsWith('/events') ? actions.map(event) : [{ id: 'user-2', name: 'somebody' }] } }),
    );
    const cells = all('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
    expect(cells).toHaveLength(actions.length);
    const shown = cells.map(([name]) => name);
    expect(new Set(shown).size).toBe(actions.length);
    for (const name of shown.slice(0, -1)) expect(name).toMatch(/^[A-Z][a-z ,]+$/);
    expect(shown.at(-1)).toBe('defragment');
    expect(cells[0]?.[4]).toBe('member');
    expect(cells[1]?.[4]).toBe('somebody');
  });

  it('has the names in all languages', () => {
    const files = import.meta.glob<{ did: Record<string, string> }>('../../../src/features/servers/texts/*.json', {
      eager: true,
      import: 'default',
    });
    expect(Object.keys(files)).toHaveLength(9);
    for (const [file, { did }] of Object.entries(files))
      for (const action of SERVER_ACTIONS) expect(did[action], `${file} ${action}`).toMatch(/\S/);
  });
});

describe('the console log of a server', () => {
  it('is read again while it shows, and stays at its end until one scrolls up', async () => {
    let lines = 0;
    // Only the clock of the readings.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await openPage(
      () => <LogTab server={aServer()} />,
      () => ({ body: { log: `${(lines += 1)} lines` } }),
    );
    const text = find('textbox', 'Console log') as HTMLTextAreaElement;
    const before = lines;
    expect(text.value).toBe(`${before} lines`);
    // Reads within 600 ms of each other are one.
    await settle(650);
    vi.advanceTimersByTime(5000);
    await settle(20);
    expect(text.value).toBe(`${before + 1} lines`);
    const follows = find('checkbox', 'Follow the end') as HTMLInputElement;
    expect(follows.checked).toBe(true);
    Object.defineProperties(text, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
    await acting(() => text.dispatchEvent(new Event('scroll', { bubbles: true })));
    expect(follows.checked).toBe(false);
    await click(follows);
    expect(text.scrollTop).toBe(900);
  });
});

describe('the file of a console log', () => {
  it('is named by server and day, without what a file name cannot hold', () => {
    expect(logFileName('web 1/../ä', new Date('2026-11-20T23:00:00Z'))).toBe('web_1_.._ä-2026-11-20.log');
  });
});
