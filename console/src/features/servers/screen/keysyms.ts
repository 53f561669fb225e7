/**
 * Keys by X11 keysym, as RFB sends them, with the place on the keyboard that QEMU goes by. noVNC's own tables cannot be imported (the package
 * exports its RFB only), and know nothing of layouts, which tell how a text is typed.
 */
import { LAYOUT_TABLE, PLACES, type Held, type Layout, type LayoutName } from './layouts.ts';

export interface Key {
  keysym: number;
  /** `KeyboardEvent.code` */
  code: string;
}

const CTRL: Key = { keysym: 0xffe3, code: 'ControlLeft' };
const ALT: Key = { keysym: 0xffe9, code: 'AltLeft' };
export const SHIFT: Key = { keysym: 0xffe1, code: 'ShiftLeft' };
export const ALT_GR: Key = { keysym: 0xfe03, code: 'AltRight' };
const TAB: Key = { keysym: 0xff09, code: 'Tab' };
const RETURN: Key = { keysym: 0xff0d, code: 'Enter' };
const ESCAPE: Key = { keysym: 0xff1b, code: 'Escape' };
const BACKSPACE: Key = { keysym: 0xff08, code: 'Backspace' };

const functionKey = (number: number): Key => ({ keysym: 0xffbd + number, code: `F${number}` });

/** Ctrl+Alt+Del, apart from the others because it restarts most guests. */
export const CTRL_ALT_DEL: readonly Key[] = [CTRL, ALT, { keysym: 0xffff, code: 'Delete' }];

/** Combinations that the browser or the desktop around it would keep to itself (C6), by what is written on the keys. */
export const COMBINATIONS: Readonly<Record<string, readonly Key[]>> = {
  'Alt+Tab': [ALT, TAB],
  Print: [{ keysym: 0xff61, code: 'PrintScreen' }],
  ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`Ctrl+Alt+F${index + 1}`, [CTRL, ALT, functionKey(index + 1)]])),
};

const CONTROL: Readonly<Record<string, Key>> = {
  '\n': RETURN,
  '\t': TAB,
  '\b': BACKSPACE,
  '\u001b': ESCAPE,
  ' ': { keysym: 0x20, code: 'Space' },
};

/** X11's keysym of a character: Latin-1 is itself, all others carry their code point. */
export function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  const isLatin = (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
  return isLatin ? point : 0x1000000 + point;
}

/** A key and what is held with it. Without `code` the guest gets the keysym only, and may not know it. */
export interface Stroke {
  key: { keysym: number; code: string | undefined };
  held: readonly Key[];
}

const HELD: Readonly<Record<Held, readonly Key[]>> = { plain: [], shift: [SHIFT], altGr: [ALT_GR] };

/** Keysyms of the keys that wait for a letter: dead_grave, dead_circumflex, dead_tilde. */
const DEAD: Readonly<Record<string, number>> = { '`': 0xfe50, '^': 0xfe52, '~': 0xfe53 };

/** How a character is typed on a layout: none for control characters that no key writes, two with a key that waits for a letter and gets a blank. */
function strokesOfCharacter(character: string, layout: LayoutName): Stroke[] {
  const control = CONTROL[character];
  if (control) return [{ key: control, held: [] }];
  if (/\p{Cc}/u.test(character)) return [];
  const written: Layout = LAYOUT_TABLE[layout];
  const keysym = keysymOf(character);
  for (const held of ['plain', 'shift', 'altGr'] as const) {
    const place = written[held].indexOf(character);
    if (place >= 0) return [{ key: { keysym, code: PLACES[place] }, held: HELD[held] }];
  }
  const dead = written.dead?.[character];
  if (dead) {
    const [code, held] = dead;
    return [{ key: { keysym: DEAD[character] ?? keysym, code }, held: HELD[held] }, ...strokesOfCharacter(' ', layout)];
  }
  return [{ key: { keysym, code: undefined }, held: [] }];
}

/** The strokes of a text; line ends of any system are one Return. */
export const strokesOf = (text: string, layout: LayoutName): Stroke[] =>
  [...text.replace(/\r\n?/g, '\n')].flatMap((character) => strokesOfCharacter(character, layout));
