import { SERVER_ACTIONS } from '@gantry/contract/nouns/servers/history';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useServerActions } from '../../../src/features/servers/actions/use-server-actions.ts';
import { Banners } from '../../../src/features/servers/details/banners.tsx';
import { HistoryTab } from '../../../src/features/servers/details/history.tsx';
import { LogTab, logFileName } from '../../../src/features/servers/details/log.tsx';
import { OverviewTab } from '../../../src/features/servers/details/overview.tsx';
import { VolumesTab } from '../../../src/features/servers/details/volumes.tsx';
import type { Offer } from '../../../src/ui/action/action.ts';
import { aServer, openPage, type Given } from '../../support/console-page.tsx';
import { catchFiles } from '../../support/files.ts';
import { acting, all, click, find, pageText, render, settle } from '../../support/render.tsx';
import { PRINTED_ACTIONS } from '../../support/states.ts';

afterEach(() => vi.restoreAllMocks());

const offer = (id: string, label: string): Offer => ({ id, label, danger: false, busy: false, onSelect: () => undefined });

describe('the volumes of a server', () => {
  it('the volumes of a server mark the first of two as the one it boots from [server.boot-volume]', async () => {
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

  it('the volumes of a server show the present names of the volumes, which are changed without the server', async () => {
    const volumes = ['v1', 'v2'].map((id) => ({ id, name: `${id}, as the server had it`, size: 10, delete_on_termination: true }));
    await openPage(
      () => <VolumesTab server={aServer({ volumes })} />,
      () => ({ body: { data: [{ id: 'v2', name: 'renamed', size: 10, status: 'in-use' }] } }),
    );
    const rows = all('row').map((row) => row.textContent ?? '');
    expect(rows[1]).toContain('v1, as the server had it');
    expect(rows[2]).toContain('renamed');
  });
});

describe('the overview of a server', () => {
  const copied = { image_id: 'i2', image_name: 'Ubuntu of the volume', disk_format: 'qcow2', os_type: 'windows' };
  // As both engines give it: image and user of a server that boots from a volume are those of the volume.
  const made = { image: { id: 'i2', name: 'Ubuntu of the volume', os_type: 'windows' }, username: 'operator' };
  const volumes = [{ id: 'v1', name: 'boot', size: 10, delete_on_termination: true }];

  it('the overview of a server says what the boot volume was made from, before what the server says [server.boot-metadata]', async () => {
    const server = aServer({ volumes, ...made, image: { id: 'i2', name: 'renamed since', os_type: 'linux' } });
    await openPage(
      () => <OverviewTab server={server} />,
      ({ query }) => ({
        body: { data: query.get('server') === server.id ? [{ id: 'v1', volume_image_metadata: copied }] : [], series: [] },
      }),
    );
    for (const text of ['Ubuntu of the volume', 'Windows', 'operator']) expect(pageText()).toContain(text);
    expect(pageText()).not.toContain('renamed since');
  });

  it('the overview of a server says the image of the server where the boot volume names none', async () => {
    await openPage(
      () => <OverviewTab server={aServer({ volumes, ...made })} />,
      () => ({ body: { data: [{ id: 'v1', volume_image_metadata: null }], series: [] } }),
    );
    for (const text of ['Ubuntu of the volume', 'Windows', 'operator']) expect(pageText()).toContain(text);
  });

  it('the overview of a server tells how far it can grow as it runs, its metadata, and each address to be copied', async () => {
    await openPage(
      () => <OverviewTab server={aServer({ allow_live_resize: true, max_vcpu: 4, max_mem: 8192, metadata: { tier: 'web' } })} />,
      () => ({ body: { data: [], series: [] } }),
    );
    expect(pageText()).toContain('1, up to 4 while running');
    expect(pageText()).toContain('2 GiB, up to 8 GiB while running');
    expect(pageText()).toContain('tier = web');
    for (const copy of ['Copy: ID', 'Copy: 10.0.0.2', 'Copy: 10.0.0.3']) expect(all('button', copy)).toHaveLength(1);
  });

  it('the overview of a server draws what was used in the last hour, with the present value in words', async () => {
    const series = [
      {
        name: 'cpu',
        points: [
          [0, 10],
          [30_000, null],
          [60_000, 20],
          [90_000, 12.5],
        ],
      },
    ];
    const { asked } = await openPage(
      () => <OverviewTab server={aServer({ status: 'ACTIVE' })} />,
      ({ path }) => ({ body: path.endsWith('/stat') ? { at: '2026-11-25T10:00:00Z', range: '1h', series } : { data: [] } }),
    );
    await vi.waitFor(() => expect(document.querySelector('.gantry-sparkline')?.parentElement?.textContent).toContain('12.5%'));
    expect(document.querySelectorAll('.gantry-sparkline polyline')).toHaveLength(1);
    expect(asked.find(({ path }) => path.endsWith('/stat'))?.query.get('range')).toBe('1h');
  });
});

describe('the details of a server', () => {
  const offers = [
    offer('servers.reset-state', 'Reset state'),
    offer('servers.confirm-resize', 'Confirm'),
    offer('servers.revert-resize', 'Back'),
  ];

  it('the details of a server tell its error, with the way out of it', async () => {
    await render(<Banners server={aServer({ status: 'ERROR', fault: { message: 'No valid host' } })} offers={offers} />);
    expect(pageText()).toContain('No valid host');
    expect(all('button').map(({ textContent }) => textContent)).toEqual(['Reset state']);
  });

  it('the details of a server that no node took offer its deletion, and nothing that the cloud refuses', async () => {
    const server = aServer({ status: 'ERROR', unplaced: true, fault: { message: 'No valid host', code: 'no_capacity', lacking: ['ram'] } });
    function Unplaced() {
      const actions = useServerActions([server]);
      return (
        <>
          <Banners server={server} offers={actions.offers(server)} />
          {actions.dialog}
        </>
      );
    }
    await openPage(Unplaced, ({ path }) => ({ body: path.endsWith('/volumes') ? { data: [] } : server }));
    expect(all('button').map(({ textContent }) => textContent)).toEqual(['Delete']);
    await click(find('button', 'Delete'));
    await acting(() => vi.waitFor(() => expect(find('dialog').textContent).toContain(server.name)));
  });

  const reboot = offer('servers.hard-reboot', 'Hard reboot');
  const long = { updated: new Date(Date.now() - 3_600_000).toISOString() };
  const rebooting = { status: 'REBOOT', task_state: 'reboot_started' };

  const failed = aServer({ status: 'ERROR', fault: { message: 'No valid host' } });
  const stuck = aServer({ ...rebooting, ...long });
  const byReboot = 'Try a hard reboot. If that does not help, ask an administrator to reset the state.';
  const byAsking = 'Ask an administrator to reset the state.';
  const nowhere = { ...reboot, reason: 'not now' };

  it.each([
    ['an error', failed, [reboot], byReboot, ['Hard reboot']],
    ['an error', failed, [nowhere], byAsking, []],
    ['no progress', stuck, [reboot], byReboot, ['Hard reboot']],
    ['no progress', aServer({ task_state: 'image_uploading', ...long }), [nowhere], byAsking, []],
    ['no progress', stuck, [reboot, ...offers], undefined, ['Hard reboot', 'Reset state']],
  ])('the details of a server tell of %s what leads out of it, and who can help', async (what, server, open, help, names) => {
    await render(<Banners server={server} offers={open} />);
    expect(pageText().includes('It seems to be stuck')).toBe(what === 'no progress');
    for (const text of [byReboot, byAsking]) expect([text, pageText().includes(text)]).toEqual([text, text === help]);
    expect(all('button').map(({ textContent }) => textContent)).toEqual(names);
  });

  it('the details of a server say nothing while an action makes progress, or while the server rests', async () => {
    await render(<Banners server={aServer({ ...rebooting, updated: new Date().toISOString() })} offers={[reboot]} />);
    await render(<Banners server={aServer(long)} offers={[reboot]} />);
    expect(pageText()).toBe('');
  });

  it('the details of a server ask for a decision on its new size', async () => {
    await render(<Banners server={aServer({ status: 'VERIFY_RESIZE' })} offers={offers} />);
    expect(pageText()).toContain('The new flavor is small.');
    expect(all('button').map(({ textContent }) => textContent)).toEqual(['Confirm', 'Back']);
  });

  it('the details of a server say nothing where nothing is to be decided', async () => {
    await render(<Banners server={aServer()} offers={offers} />);
    expect(all('button')).toHaveLength(0);
  });
});

describe('the history of a server', () => {
  const event = (action: string, index: number) => ({
    action,
    request_id: `r${index}`,
    user_id: `user-${Math.min(index, 2)}`,
    // Nobody knows the third one any more.
    username: ['member', 'somebody'][index] ?? null,
    started_at: new Date(Date.UTC(2026, 10, 20, 10, 0, 59 - index)).toISOString(),
    finished_at: null,
    result: 'success',
    message: null,
  });

  it('the history of a server names every action in words, and an unknown action as it came [server.history-names]', async () => {
    const actions = [...PRINTED_ACTIONS, 'defragment'];
    await openPage(
      () => <HistoryTab server={aServer()} />,
      () => ({ body: { data: actions.map(event) } }),
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
    expect(cells[2]?.[4]).toBe('user-2');
  });

  it('the history of a server unfolds the steps of an action when it is opened, with what failed in plain words', async () => {
    const times = { started_at: '2026-11-20T10:00:00Z', finished_at: '2026-11-20T10:00:01Z' };
    const failed = { ...times, step: 'compute_stop_instance', result: 'failed', message: 'the disk is gone', traceback: 'File "stop.py"' };
    const steps = [{ ...times, step: 'powering-off', result: 'success', message: null, traceback: null }, failed];
    const { asked } = await openPage(
      () => <HistoryTab server={aServer()} />,
      ({ path }) => ({ body: { data: path.endsWith('/steps') ? steps : path.endsWith('/events') ? [event('stop', 0)] : [] } }),
    );
    const button = find('button', 'More about Shut down');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(asked.filter(({ path }) => path.endsWith('/steps'))).toEqual([]);
    await click(button);
    const rows = () => [...document.querySelectorAll('[aria-label="Steps of: Shut down"] tbody tr')].map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(rows()).toHaveLength(2), { timeout: 10_000 });
    expect(find('button', 'More about Shut down').getAttribute('aria-expanded')).toBe('true');
    expect(rows()).toEqual([
      expect.stringMatching(/^shutting down.*Done/),
      expect.stringMatching(/^compute_stop_instance.*Failed.*the disk is gone/),
    ]);
    expect(pageText()).toContain('File "stop.py"');
    expect(asked.find(({ path }) => path.endsWith('/steps'))?.query.get('request_id')).toBe('r0');
  });

  it('the history of a server has names for all actions in all languages', () => {
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
  it('the console log of a server is read again while it shows, and stays at its end until one scrolls up', async () => {
    let lines = 0;
    // Only the clock of the readings.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await openPage(
      () => <LogTab server={aServer()} />,
      () => ({ body: { log: `${(lines += 1)} lines`, cut: false } }),
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
  /** The tab of a log that is answered, and what was saved from it. */
  async function download(whole: Given) {
    const { asked } = await openPage(
      () => <LogTab server={aServer()} />,
      ({ query }) => (query.has('whole') ? whole : { body: { log: 'the end\n', cut: true } }),
    );
    const files = catchFiles();
    expect(pageText()).toContain('Only the end of the log is shown.');
    await click(find('button', 'Download'));
    return { asked, files };
  }

  it('the file of a console log holds all that the cloud keeps, not only the end that is shown', async () => {
    const { asked, files } = await download({ body: { log: 'the beginning\nthe end\n', cut: false } });
    await vi.waitFor(() => expect(files).toHaveLength(1), { timeout: 10_000 });
    expect(asked.at(-1)).toMatchObject({ method: 'GET', path: '/api/v2/compute/servers/server-1/log' });
    expect(files[0]?.name).toMatch(/^web-1-\d{4}-\d\d-\d\d\.log$/);
    expect(await files[0]?.text).toBe('the beginning\nthe end\n');
  });

  it('the file of a console log says in its first line where the cloud may have kept only the end', async () => {
    const { files } = await download({ body: { log: 'the end\n', cut: true } });
    await vi.waitFor(() => expect(files).toHaveLength(1), { timeout: 10_000 });
    expect(await files[0]?.text).toBe('# This is the end of the console log. Earlier output may be missing.\nthe end\n');
  });

  it('no file of a console log is saved where the cloud does not answer, and that is said', async () => {
    const { files } = await download({ status: 503, body: { error: { err_code: 'engine_unavailable', message: 'x' } } });
    await vi.waitFor(() => expect(pageText()).toContain('The cloud does not respond.'), { timeout: 10_000 });
    expect(files).toEqual([]);
  });

  it('the file of a console log is named by server and day, without what a file name cannot hold', () => {
    expect(logFileName('web 1/../ä', new Date('2026-11-20T23:00:00Z'))).toBe('web_1_.._ä-2026-11-20.log');
  });
});
