import { CONSOLE_ENDS } from '@gantry/contract/nouns/servers/console-wire';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { all, find, pageText, settle, type } from '../../../support/render.tsx';
import { catchFiles } from '../../../support/files.ts';
import { givenDisplay, holdTimers, TestSocket } from './support/guest.ts';
import { choose, eventually, expectKeys, openConsole, pick, press } from './support/stage.tsx';

vi.mock('@novnc/novnc', async () => ({ default: (await import('./support/guest.ts')).TestScreen }));

/** All keys down in their order, then up the other way round. */
const together = (...codes: string[]): string[] => [...codes.map((code) => `+${code}`), ...codes.toReversed().map((code) => `-${code}`)];

const guest = (): HTMLElement => document.querySelector<HTMLElement>('[role=application]')!;

afterEach(() => vi.restoreAllMocks());

describe('the screen of a guest', () => {
  it('the screen of a guest is brought the ticket first, and from then on what the guest paints and what noVNC answers', async () => {
    const { show } = await openConsole();
    const { socket, screen } = await show();
    expect(socket.url).toMatch(/^ws:\/\/.*\/api\/v2\/compute\/console\/stream$/);
    expect(socket.sent).toEqual([JSON.stringify({ ticket: '1'.padStart(43, 'x') })]);
    expect(socket.binaryType).toBe('arraybuffer');
    expect(document.querySelector('h1')?.textContent).toBe('web-1');
    expect(screen.target).toBe(guest());
    expect(screen.hasFocus).toBe(true);
    await socket.paint('RFB 003.008\n');
    expect(screen.heard).toEqual(['RFB 003.008\n']);
    const answer = new ArrayBuffer(1);
    screen.channel.send(answer);
    expect(socket.sent.at(-1)).toBe(answer);
  });

  it('the screen of a guest fits into its room at first, shows pixel by pixel on demand, and stays so when it comes back', async () => {
    const { show } = await openConsole();
    const { socket, screen } = await show();
    expect(screen.scaleViewport).toBe(true);
    await press(find('button', '1:1'));
    expect(screen.scaleViewport).toBe(false);
    socket.end(CONSOLE_ENDS.screen);
    const { screen: second } = await show(1);
    expect(second.scaleViewport).toBe(false);
    await press(find('button', 'Fit'));
    expect(second.scaleViewport).toBe(true);
    expect(find('button', 'Fit').getAttribute('aria-pressed')).toBe('true');
  });

  it('the screen of a guest is let go and opened again with another ticket on demand', async () => {
    const { show } = await openConsole();
    const { socket, screen } = await show();
    await press(find('button', 'Reconnect'));
    const { socket: second, screen: next } = await show(1);
    await eventually(() => expect([screen.letGo, socket.readyState]).toEqual([true, TestSocket.CLOSED]));
    expect(second.sent).toEqual([JSON.stringify({ ticket: '2'.padStart(43, 'x') })]);
    expect(next.connected).toBe(true);
    await pick('Keys', 'Alt+Tab');
    expect([screen.keys, next.keys]).toEqual([[], together('AltLeft', 'Tab')]);
  });

  it('the screen of a guest comes back by itself after the guest has restarted, and says so meanwhile', async () => {
    const { show, socket } = await openConsole();
    const { screen } = await show();
    const held = holdTimers(500);
    (await socket(0)).end(CONSOLE_ENDS.screen);
    await eventually(() => expect(pageText()).toContain('The connection was interrupted. Reconnecting…'));
    expect([screen.connected, guest(), all('button', 'Keys').length]).toEqual([false, null, 0]);
    expect(TestSocket.opened).toHaveLength(1);
    held.at(-1)?.run();
    const { screen: next } = await show(1);
    expect(pageText()).not.toContain('interrupted');
    expect(next.connected).toBe(true);
  });

  it('the screen of a guest is closed when the page is left', async () => {
    const { show, leave } = await openConsole();
    const { socket, screen } = await show();
    await leave();
    expect(pageText()).toContain('the other page');
    await eventually(() => expect([socket.readyState, screen.letGo]).toEqual([TestSocket.CLOSED, true]));
  });

  it('the screen of a guest fills the whole display with all of its page, dialogs too, and gives the display back', async () => {
    const display = givenDisplay();
    const { show } = await openConsole();
    await show();
    await press(find('button', 'Full screen'));
    expect(display.full).toBe(document.documentElement);
    await press(find('button', 'Clipboard'));
    expect(display.full?.contains(find('dialog'))).toBe(true);
    await press(find('button', 'Cancel'));
    await press(find('button', 'Full screen'));
    expect(display.full).toBeNull();
  });
});

describe('the keys of a guest', () => {
  it('Ctrl+Alt+Del is sent to a guest only after a question, and never by its Cancel', async () => {
    const { show } = await openConsole();
    const { screen } = await show();
    await pick('Keys', 'Ctrl+Alt+Del');
    expect(find('dialog').textContent).toContain('Send Ctrl+Alt+Del to web-1?');
    await press(find('button', 'Cancel'));
    await settle(20);
    expect([screen.keys, all('dialog').length]).toEqual([[], 0]);
    await pick('Keys', 'Ctrl+Alt+Del');
    await press(find('button', 'Ctrl+Alt+Del'));
    await expectKeys(screen, together('ControlLeft', 'AltLeft', 'Delete'));
    expect(screen.keysyms.slice(0, 3)).toEqual([0xffe3, 0xffe9, 0xffff]);
    expect(all('dialog')).toHaveLength(0);
    await eventually(() => expect(screen.hasFocus).toBe(true));
  });

  it('keys that the browser keeps to itself are sent from the menu', async () => {
    const { show } = await openConsole();
    const { screen } = await show();
    const entries: Record<string, string[]> = {
      'Ctrl+Alt+F1': ['ControlLeft', 'AltLeft', 'F1'],
      'Ctrl+Alt+F8': ['ControlLeft', 'AltLeft', 'F8'],
      'Alt+Tab': ['AltLeft', 'Tab'],
      Print: ['PrintScreen'],
    };
    for (const [entry, codes] of Object.entries(entries)) {
      await pick('Keys', entry);
      expect(screen.keys.splice(0), entry).toEqual(together(...codes));
      await eventually(() => expect(screen.hasFocus).toBe(true));
    }
  });
});

describe('a text for the guest', () => {
  it('a text for the guest is typed key by key as on the keyboard of the guest', async () => {
    const { show } = await openConsole();
    const { screen } = await show();
    const layouts: Record<string, string[]> = {
      'American English': ['+KeyZ', '-KeyZ', ...together('ShiftLeft', 'Digit2')],
      'British English': ['+KeyZ', '-KeyZ', ...together('ShiftLeft', 'Quote')],
      German: ['+KeyY', '-KeyY', ...together('AltRight', 'KeyQ')],
      French: ['+KeyW', '-KeyW', ...together('AltRight', 'Digit0')],
    };
    for (const [layout, keys] of Object.entries(layouts)) {
      await press(find('button', 'Send text'));
      await type(find('textbox', 'Text'), 'z@');
      await choose('Keyboard layout of the guest', layout);
      await choose('Speed', 'Fast');
      await press(find('button', 'Type'));
      await eventually(() => expect(all('dialog')).toHaveLength(0));
      expect(screen.keys.splice(0), layout).toEqual(keys);
      await eventually(() => expect(screen.hasFocus).toBe(true));
    }
  });

  it.each([
    ['Fast', 20],
    ['Normal', 50],
    ['Slow (for guests that lose keystrokes)', 200],
  ])(
    'a text for the guest is typed as fast as the guest can take it, with its progress, and ends with the dialog: %s',
    async (speed, pause) => {
      const { show } = await openConsole();
      const { screen } = await show();
      await press(find('button', 'Send text'));
      await type(find('textbox', 'Text'), 'abc');
      await choose('Speed', speed);
      const held = holdTimers(pause);
      const typing = () => held.splice(0).forEach(({ run }) => run());
      await press(find('button', 'Type'));
      await expectKeys(screen, together('KeyA'));
      expect(held.length).toBeGreaterThan(0);
      await eventually(() => expect(find('dialog').textContent).toContain('1 / 3'));
      typing();
      await expectKeys(screen, [...together('KeyA'), ...together('KeyB')]);
      await press(find('button', 'Cancel'));
      typing();
      await settle();
      expect(screen.keys).toHaveLength(4);
      expect(all('dialog')).toHaveLength(0);
    },
  );
});

describe('the clipboard of a guest', () => {
  it('the clipboard of a guest shows what the guest has copied, and takes what it shall paste', async () => {
    const { show } = await openConsole();
    const { screen } = await show();
    await screen.copy('from the guest');
    await press(find('button', 'Clipboard'));
    const field = find('textbox', 'Text');
    expect(field).toHaveProperty('value', 'from the guest');
    await type(field, 'to the guest');
    await press(find('button', 'Cancel'));
    expect(screen.pasted).toEqual([]);
    await press(find('button', 'Clipboard'));
    await type(find('textbox', 'Text'), 'to the guest');
    await press(find('button', 'Send to guest'));
    expect([screen.pasted, screen.keys]).toEqual([['to the guest'], []]);
    expect(all('dialog')).toHaveLength(0);
    await eventually(() => expect(screen.hasFocus).toBe(true));
  });
});

describe('a picture of a screen', () => {
  it('a picture of a screen is saved as PNG, named with the server and the instant', async () => {
    const { show } = await openConsole();
    await show();
    const files = catchFiles();
    await press(find('button', 'Screenshot'));
    expect(files.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: expect.stringMatching(/^web-1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.png$/), type: 'image/png' },
    ]);
    expect(await files[0]?.text).toBe('what is on the screen');
  });
});

describe('the power of a guest', () => {
  const SERVER = '/api/v2/compute/servers/server-1';

  it.each([
    ['Shut down', `${SERVER}/stop`, undefined],
    ['Power off', `${SERVER}/power-off`, undefined],
    ['Reboot', `${SERVER}/reboot`, { type: 'SOFT' }],
    ['Hard reboot', `${SERVER}/reboot`, { type: 'HARD' }],
  ])('the console of a guest offers its power in the bar, behind a question: %s', async (entry, path, body) => {
    const { show, commands } = await openConsole();
    const { screen } = await show();
    await pick('Power', entry);
    expect(commands()).toEqual([]);
    await press([...find('dialog').querySelectorAll('button')].find(({ textContent }) => textContent === entry)!);
    await eventually(() => expect(commands()).toHaveLength(1));
    expect(commands()[0]).toMatchObject({ method: 'POST', path });
    if (body) expect(commands()[0]?.body).toEqual(body);
    expect(screen.keys).toEqual([]);
  });

  it('the console of a guest that is off starts the guest at once', async () => {
    const { show, commands } = await openConsole({ status: 'SHUTOFF', task_state: null });
    await show();
    expect(pageText()).toContain('The virtual machine is not running.');
    await pick('Power', 'Start');
    await eventually(() => expect(commands()[0]).toMatchObject({ method: 'POST', path: `${SERVER}/start` }));
  });
});
