/**
 * Reads XML in slices and stops at the first entry, level or attribute that is too many. The grammar is what S3 clients send: elements with few
 * attributes, text, CDATA, comments and processing instructions, without a document type. Unlike XML 1.0 it takes control characters, which
 * object keys may contain.
 */
import { takeTurn } from '../../turns/turns.ts';
import { S3Error } from '../errors.ts';

/** Bytes that are parsed without a pause: less than a millisecond of work. */
const SLICE_BYTES = 16 * 1024;
/** Characters of one tag, and of an element's text. A key has 1,024 bytes, and the longest escape of one of them has six characters. */
const PIECE_MAX = 8 * 1024;
/** Levels of elements: those of S3's requests have four. */
const DEPTH_MAX = 8;

const NAME = '[A-Za-z_][\\w.:-]*';
/** At most eight attributes: clients send one or two, which declare namespaces. */
const ATTRIBUTES = `(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')){0,8}`;
const MARKUP = new RegExp(
  `<(?:\\?[^]*?\\?>|!--[^]*?-->|!\\[CDATA\\[(?<data>[^]*?)\\]\\]>|/(?<closed>${NAME})\\s*>|(?<opened>${NAME})${ATTRIBUTES}\\s*(?<empty>/?)>)`,
  'y',
);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Which elements are kept. All others are read and forgotten. */
export interface Shape<Field extends string, EntryField extends string> {
  root: string;
  /** Children of the root, each at most once. */
  fields: readonly Field[];
  /** Children of the root, or of its child `inside`, that repeat, at most `most` times, and those of their children that are kept. */
  entry?: { name: string; inside?: string; most: number; fields: readonly EntryField[] };
}

/** Text by element name. */
type Texts<Field extends string> = Partial<Record<Field, string>>;

export interface Content<Field extends string, EntryField extends string> {
  fields: Texts<Field>;
  entries: Texts<EntryField>[];
}

const malformed = (): S3Error => new S3Error('MalformedXML');

function unescape(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6});|#(\d{1,7});|(\w{2,4});)?/gi, (_whole, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const char = name === undefined ? code <= 0x10ffff && String.fromCodePoint(code) : ENTITIES[name];
    if (char === false || char === undefined) throw malformed();
    return char;
  });
}

/** Takes a document piece by piece. All methods throw MalformedXML. */
class Reader<Field extends string, EntryField extends string> {
  readonly content: Content<Field, EntryField> = { fields: {}, entries: [] };
  readonly #shape: Shape<Field, EntryField>;
  /** What was written and is not a whole tag or text yet. */
  #rest = '';
  readonly #open: string[] = [];
  #hasBegun = false;
  #hasEnded = false;
  /** Where the text of the present element is kept, and the text so far; undefined outside of kept elements. */
  #kept: { texts: Texts<string>; text: string } | undefined;

  constructor(shape: Shape<Field, EntryField>) {
    this.#shape = shape;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    while (at < text.length) {
      const end = text[at] === '<' ? this.#readMarkup(text, at) : this.#readText(text, at);
      if (end === undefined) break;
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > PIECE_MAX) throw malformed();
  }

  end(): Content<Field, EntryField> {
    if (this.#rest.trim() !== '' || this.#hasBegun !== this.#hasEnded) throw malformed();
    return this.content;
  }

  /** Where the text from `at` ends; undefined where its end is still to come. */
  #readText(text: string, at: number): number | undefined {
    const end = text.indexOf('<', at);
    if (end < 0) return undefined;
    const found = text.slice(at, end);
    if (this.#open.length === 0 && found.trim() !== '') throw malformed();
    if (this.#kept) this.#keep(unescape(found.replace(/\r\n?/g, '\n')));
    return end;
  }

  #readMarkup(text: string, at: number): number | undefined {
    MARKUP.lastIndex = at;
    const { data, opened, closed, empty } = MARKUP.exec(text)?.groups ?? {};
    const end = MARKUP.lastIndex;
    if (end === 0) return undefined;
    this.#hasBegun = true;
    if (opened !== undefined) this.#readOpening(opened);
    if (empty === '/') this.#readClosing(opened!);
    if (closed !== undefined) this.#readClosing(closed);
    if (data !== undefined && this.#open.length === 0) throw malformed();
    if (data !== undefined && this.#kept) this.#keep(data);
    return end;
  }

  #keep(text: string): void {
    this.#kept!.text += text;
    if (this.#kept!.text.length > PIECE_MAX) throw malformed();
  }

  #readOpening(qualified: string): void {
    const { root, fields, entry } = this.#shape;
    const { entries } = this.content;
    const name = localName(qualified);
    const depth = this.#open.push(qualified);
    if (depth > DEPTH_MAX || this.#hasEnded || this.#kept || (depth === 1 && name !== root)) throw malformed();
    const level = entry?.inside === undefined ? 2 : 3;
    const isInside = level === 2 || (depth > 2 && localName(this.#open[1]!) === entry?.inside);
    if (depth === level && isInside && name === entry?.name) {
      if (entries.length === entry.most) throw malformed();
      entries.push({});
    } else if (depth === 2) this.#keepIf(fields, name, this.content.fields);
    else if (depth === level + 1 && isInside && localName(this.#open[level - 1]!) === entry?.name)
      this.#keepIf(entry.fields, name, entries.at(-1)!);
  }

  #keepIf(names: readonly string[], name: string, texts: Texts<string>): void {
    if (!names.includes(name)) return;
    if (texts[name] !== undefined) throw malformed();
    this.#kept = { texts, text: '' };
  }

  #readClosing(qualified: string): void {
    if (this.#open.pop() !== qualified) throw malformed();
    this.#hasEnded = this.#open.length === 0;
    if (!this.#kept) return;
    if (!this.#kept.text.isWellFormed()) throw malformed();
    this.#kept.texts[localName(qualified)] = this.#kept.text;
    this.#kept = undefined;
  }
}

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1);

/** The same bytes in slices of one size, with turns of the event loop for others. A slice is overwritten by the next one. */
async function* slicesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const slice = Buffer.alloc(SLICE_BYTES);
  let filled = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(slice, filled, at);
      at += copied;
      filled += copied;
      if (filled < SLICE_BYTES) continue;
      await takeTurn();
      yield slice;
      filled = 0;
    }
    await takeTurn();
  }
  yield slice.subarray(0, filled);
}

/**
 * What a document has of its shape, nothing where it is blank. It is read as far as it is in order: throws MalformedXML at the first mistake,
 * and whatever reading the bytes throws.
 */
export async function readXml<Field extends string, EntryField extends string = never>(
  bytes: AsyncIterable<Buffer>,
  shape: Shape<Field, EntryField>,
): Promise<Content<Field, EntryField>> {
  const reader = new Reader(shape);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (slice?: Buffer): string => {
    try {
      return decoder.decode(slice, { stream: slice !== undefined });
    } catch {
      throw malformed();
    }
  };
  for await (const slice of slicesOf(bytes)) reader.write(decode(slice));
  reader.write(decode());
  return reader.end();
}
