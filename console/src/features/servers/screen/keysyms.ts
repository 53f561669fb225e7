/**
 * Keys by X11 keysym, as RFB sends them, with the place on the keyboard that QEMU goes by. noVNC's own tables cannot be imported (the package
 * exports its RFB only), and know nothing of layouts, which tell how a text is typed.
 */
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

/** The keys of a keyboard that bear characters, row by row; each layout below writes on the same keys. */
const PLACES = (
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal ' +
  'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Backslash ' +
  'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote IntlBackslash ' +
  'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash'
).split(' ');

/** What the keys write alone, with Shift, with AltGr; a blank where nothing, or only an accent that waits for a letter. */
interface Layout {
  plain: string;
  shift: string;
  altGr: string;
}

const LAYOUT_TABLE = {
  us: {
    plain: "`1234567890-=qwertyuiop[]\\asdfghjkl;' zxcvbnm,./",
    shift: '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:" ZXCVBNM<>?',
    altGr: '',
  },
  gb: {
    plain: "`1234567890-=qwertyuiop[]#asdfghjkl;'\\zxcvbnm,./",
    shift: '¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@|ZXCVBNM<>?',
    altGr: '    €',
  },
  de: {
    plain: ' 1234567890ß qwertzuiopü+#asdfghjklöä<yxcvbnm,.-',
    shift: '°!"§$%&/()=? QWERTZUIOPÜ*\'ASDFGHJKLÖÄ>YXCVBNM;:_',
    altGr: '  ²³   {[]}\\ @ €        ~            |      µ',
  },
  fr: {
    plain: '²&é"\'(-è_çà)=azertyuiop $*qsdfghjklmù<wxcvbn,;:!',
    shift: ' 1234567890°+AZERTYUIOP £µQSDFGHJKLM%>WXCVBN?./§',
    altGr: '   #{[| \\^@]}  €',
  },
} satisfies Record<string, Layout>;
export type LayoutName = keyof typeof LAYOUT_TABLE;
export const LAYOUTS = Object.keys(LAYOUT_TABLE) as LayoutName[];

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

/** How a character is typed on a layout; undefined for control characters that no key writes. */
export function strokeOf(character: string, layout: LayoutName): Stroke | undefined {
  const control = CONTROL[character];
  if (control) return { key: control, held: [] };
  if (/\p{Cc}/u.test(character)) return undefined;
  const { plain, shift, altGr }: Layout = LAYOUT_TABLE[layout];
  for (const [written, held] of [
    [plain, []],
    [shift, [SHIFT]],
    [altGr, [ALT_GR]],
  ] as const) {
    const place = written.indexOf(character);
    if (place >= 0) return { key: { keysym: keysymOf(character), code: PLACES[place] }, held };
  }
  return { key: { keysym: keysymOf(character), code: undefined }, held: [] };
}

/** The strokes of a text; line ends of any system are one Return. */
export const strokesOf = (text: string, layout: LayoutName): Stroke[] =>
  [...text.replace(/\r\n?/g, '\n')].flatMap((character) => strokeOf(character, layout) ?? []);
