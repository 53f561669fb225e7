/**
 * Layouts of guests' keyboards, as Windows and Linux (xkeyboard-config) both have them: one for each language of the console whose keyboards write
 * ASCII otherwise than the American one. There is none for Chinese, whose guests have the American keyboard under their input method, and none for
 * Russian and Arabic: ASCII is typed there on the American layout that they have beside their own, and the key that changes between the two differs
 * from guest to guest. Their letters, and those that an input method makes, go by the clipboard.
 */

/** The keys of a keyboard that bear characters, row by row; each layout below writes on the same keys. The last two are of Brazil and Japan. */
export const PLACES = (
  'Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal ' +
  'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Backslash ' +
  'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote IntlBackslash ' +
  'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash IntlRo IntlYen'
).split(' ');

/** What the keys write alone, with Shift, with AltGr. */
export type Held = 'plain' | 'shift' | 'altGr';

/** A blank is a key that writes nothing, or only an accent. `dead` are characters of ASCII that wait for a letter, on Windows and on Linux. */
export interface Layout extends Record<Held, string> {
  dead?: Readonly<Record<string, readonly [code: string, held: Held]>>;
}

/** What waits on Windows only is written as on Linux. */
export const LAYOUT_TABLE = {
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
    dead: { '^': ['Backquote', 'plain'], '`': ['Equal', 'shift'] },
  },
  fr: {
    plain: '²&é"\'(-è_çà)=azertyuiop $*qsdfghjklmù<wxcvbn,;:!',
    shift: ' 1234567890°+AZERTYUIOP £µQSDFGHJKLM%>WXCVBN?./§',
    altGr: '  ~#{[|`\\^@]}  €',
  },
  es: {
    plain: "º1234567890'¡qwertyuiop +çasdfghjklñ <zxcvbnm,.-",
    shift: 'ª!"·$%&/()=?¿QWERTYUIOP *ÇASDFGHJKLÑ >ZXCVBNM;:_',
    altGr: '\\|@#~ ¬        €       []}          {',
    dead: { '`': ['BracketLeft', 'plain'], '^': ['BracketLeft', 'shift'] },
  },
  pt: {
    plain: "\\1234567890'«qwertyuiop+  asdfghjklçº<zxcvbnm,.-",
    shift: '|!"#$%&/()=?»QWERTYUIOP*  ASDFGHJKLÇª>ZXCVBNM;:_',
    altGr: '  @£§  {[]}    €',
    dead: { '`': ['BracketRight', 'shift'], '~': ['Backslash', 'plain'], '^': ['Backslash', 'shift'] },
  },
  br: {
    plain: "'1234567890-=qwertyuiop []asdfghjklç \\zxcvbnm,.;/",
    shift: '"!@#$% &*()_+QWERTYUIOP {}ASDFGHJKLÇ |ZXCVBNM<>:?',
    altGr: ' ¹²³£¢¬     §  °        ªº',
    dead: { '`': ['BracketLeft', 'shift'], '~': ['Quote', 'plain'], '^': ['Quote', 'shift'] },
  },
  tr: {
    plain: '"1234567890*-qwertyuıopğü,asdfghjklşi<zxcvbnmöç.',
    shift: "é!'^+%&/()=?_QWERTYUIOPĞÜ;ASDFGHJKLŞİ>ZXCVBNMÖÇ:",
    altGr: '  £#$½ {[]}\\|@ € ₺      ~`',
  },
  jp: {
    plain: ' 1234567890-^qwertyuiop@[]asdfghjkl;: zxcvbnm,./\\',
    shift: ' !"#$%&\'() =~QWERTYUIOP`{}ASDFGHJKL+* ZXCVBNM<>?_|',
    altGr: '',
  },
} as const satisfies Record<string, Layout>;
export type LayoutName = keyof typeof LAYOUT_TABLE;
export const LAYOUTS = Object.keys(LAYOUT_TABLE) as LayoutName[];
