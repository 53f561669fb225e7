import { describe, expect, it } from 'vitest';
import { pressTogether, typeStrokes } from '../../../../src/features/servers/screen/keyboard.ts';
import { ALT_GR, COMBINATIONS, CTRL_ALT_DEL, keysymOf, SHIFT, strokesOf } from '../../../../src/features/servers/screen/keysyms.ts';
import { LAYOUT_TABLE, LAYOUTS, PLACES } from '../../../../src/features/servers/screen/layouts.ts';

/** Records what arrives as `+a`, `-a`: by code, else by keysym. */
function recorder() {
  const sent: string[] = [];
  return {
    sent,
    sendKey: (keysym: number, code: string | undefined, down: boolean) => void sent.push(`${down ? '+' : '-'}${code ?? keysym}`),
  };
}
const typed = (character: string, layout: (typeof LAYOUTS)[number]) => {
  const keys = strokesOf(character, layout).map(({ key, held }) => [key.code, ...held.map(({ code }) => code)].join('+'));
  return keys.join(' ');
};

describe('the keys of a text', () => {
  it.each(LAYOUTS)('the keys of a text reach all of ASCII on the layout %s, each by a key of its own', (layout) => {
    const ascii = Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index));
    const ways = ascii.map((character) => typed(character, layout));
    expect(ascii.filter((_, index) => !ways[index])).toEqual([]);
    expect(new Set(ways).size).toBe(ascii.length);
    const { plain, shift, altGr } = LAYOUT_TABLE[layout];
    for (const row of [plain, shift, altGr]) expect([...row].length).toBeLessThanOrEqual(PLACES.length);
  });

  it.each([
    ['us', 'A', 'KeyA+ShiftLeft'],
    ['us', '"', 'Quote+ShiftLeft'],
    ['gb', '"', 'Digit2+ShiftLeft'],
    ['gb', '\\', 'IntlBackslash'],
    ['gb', '€', 'Digit4+AltRight'],
    ['de', 'z', 'KeyY'],
    ['de', 'ß', 'Minus'],
    ['de', '@', 'KeyQ+AltRight'],
    ['de', '|', 'IntlBackslash+AltRight'],
    ['de', '~', 'BracketRight+AltRight'],
    ['de', 'µ', 'KeyM+AltRight'],
    ['de', '_', 'Slash+ShiftLeft'],
    ['fr', 'a', 'KeyQ'],
    ['fr', '1', 'Digit1+ShiftLeft'],
    ['fr', '@', 'Digit0+AltRight'],
    ['fr', '}', 'Equal+AltRight'],
    ['fr', '€', 'KeyE+AltRight'],
    ['fr', '!', 'Slash'],
    ['fr', '~', 'Digit2+AltRight'],
    ['de', '^', 'Backquote Space'],
    ['de', '`', 'Equal+ShiftLeft Space'],
    ['es', 'ñ', 'Semicolon'],
    ['es', '@', 'Digit2+AltRight'],
    ['es', '~', 'Digit4+AltRight'],
    ['es', '{', 'Quote+AltRight'],
    ['es', '[', 'BracketLeft+AltRight'],
    ['es', '_', 'Slash+ShiftLeft'],
    ['es', '<', 'IntlBackslash'],
    ['es', '^', 'BracketLeft+ShiftLeft Space'],
    ['pt', 'ç', 'Semicolon'],
    ['pt', '\\', 'Backquote'],
    ['pt', '~', 'Backslash Space'],
    ['pt', '}', 'Digit0+AltRight'],
    ['pt', '€', 'KeyE+AltRight'],
    ['br', '/', 'IntlRo'],
    ['br', '?', 'IntlRo+ShiftLeft'],
    ['br', ';', 'Slash'],
    ['br', '\\', 'IntlBackslash'],
    ['br', ']', 'Backslash'],
    ['br', '~', 'Quote Space'],
    ['br', '"', 'Backquote+ShiftLeft'],
    ['tr', 'i', 'Quote'],
    ['tr', 'ı', 'KeyI'],
    ['tr', 'I', 'KeyI+ShiftLeft'],
    ['tr', '@', 'KeyQ+AltRight'],
    ['tr', '#', 'Digit3+AltRight'],
    ['tr', '\\', 'Minus+AltRight'],
    ['tr', '.', 'Slash'],
    ['tr', ',', 'Backslash'],
    ['tr', '₺', 'KeyT+AltRight'],
    ['tr', '~', 'BracketRight+AltRight'],
    ['jp', '@', 'BracketLeft'],
    ['jp', ':', 'Quote'],
    ['jp', '=', 'Minus+ShiftLeft'],
    ['jp', '_', 'IntlRo+ShiftLeft'],
    ['jp', '|', 'IntlYen+ShiftLeft'],
    ['us', ' ', 'Space'],
    ['us', '\n', 'Enter'],
  ] as const)('the keys of a text on the layout %s: %j is %s', (layout, character, keys) => {
    expect(typed(character, layout)).toBe(keys);
  });

  it('a text for a guest carries what no key writes as its code point, and leaves out what nobody can type', () => {
    expect(strokesOf('я', 'us')).toEqual([{ key: { keysym: 0x100044f, code: undefined }, held: [] }]);
    expect(strokesOf('🙂', 'us').map(({ key }) => key.keysym)).toEqual([0x1000000 + 0x1f642]);
    expect(strokesOf('~', 'br').map(({ key }) => key.keysym)).toEqual([0xfe53, 0x20]);
    expect(keysymOf('é')).toBe(0xe9);
    expect(strokesOf('a\u0007\u0000b', 'us').map(({ key }) => key.code)).toEqual(['KeyA', 'KeyB']);
  });

  it('a text for a guest has one Return per line, whatever ends the line', () => {
    expect(strokesOf('a\r\nb\rc\nd', 'us').map(({ key }) => key.code)).toEqual(['KeyA', 'Enter', 'KeyB', 'Enter', 'KeyC', 'Enter', 'KeyD']);
  });

  it('the keys of a text are pressed one after the other with what is held, and let go the other way round', async () => {
    const sink = recorder();
    const counts: number[] = [];
    await typeStrokes(sink, strokesOf('aB', 'us'), {
      pause: 0,
      signal: new AbortController().signal,
      onTyped: (count) => counts.push(count),
    });
    expect(sink.sent).toEqual(['+KeyA', '-KeyA', '+ShiftLeft', '+KeyB', '-KeyB', '-ShiftLeft']);
    expect(counts).toEqual([1, 2]);
  });

  it('the typing of a text stops when told to', async () => {
    const sink = recorder();
    const stop = new AbortController();
    await typeStrokes(sink, strokesOf('abc', 'us'), { pause: 0, signal: stop.signal, onTyped: (count) => count === 2 && stop.abort() });
    expect(sink.sent).toHaveLength(4);
  });
});

describe('combinations', () => {
  it('the key combinations for a guest are those that a browser keeps to itself', () => {
    expect(Object.keys(COMBINATIONS)).toEqual(['Alt+Tab', 'Print', ...Array.from({ length: 8 }, (_, index) => `Ctrl+Alt+F${index + 1}`)]);
    const sink = recorder();
    pressTogether(sink, CTRL_ALT_DEL);
    expect(sink.sent).toEqual(['+ControlLeft', '+AltLeft', '+Delete', '-Delete', '-AltLeft', '-ControlLeft']);
    expect([SHIFT.keysym, ALT_GR.keysym, ...COMBINATIONS['Ctrl+Alt+F2']!.map(({ keysym }) => keysym)]).toEqual([
      0xffe1, 0xfe03, 0xffe3, 0xffe9, 0xffbf,
    ]);
  });
});
