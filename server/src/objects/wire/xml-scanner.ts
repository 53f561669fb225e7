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

/** Takes elements as they are read. Each method throws MalformedXML where one is too many. */
export interface Sink {
  /** Whether the text of the present element is wanted. */
  readonly keepsText: boolean;
  /** `name`: without its prefix; `depth`: 1 for the root. */
  open(name: string, depth: number): void;
  text(text: string): void;
  close(name: string): void;
}

export const malformed = (): S3Error => new S3Error('MalformedXML');

function unescape(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6});|#(\d{1,7});|(\w{2,4});)?/gi, (_whole, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const char = name === undefined ? code <= 0x10ffff && String.fromCodePoint(code) : ENTITIES[name];
    if (char === false || char === undefined) throw malformed();
    return char;
  });
}

/** Takes a document piece by piece. All methods throw MalformedXML. */
class Scanner {
  readonly #sink: Sink;
  /** What was written and is not a whole tag or text yet. */
  #rest = '';
  readonly #open: string[] = [];
  #hasBegun = false;
  #hasEnded = false;

  constructor(sink: Sink) {
    this.#sink = sink;
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

  end(): void {
    if (this.#rest.trim() !== '' || this.#hasBegun !== this.#hasEnded) throw malformed();
  }

  /** Where the text from `at` ends; undefined where its end is still to come. */
  #readText(text: string, at: number): number | undefined {
    const end = text.indexOf('<', at);
    if (end < 0) return undefined;
    const found = text.slice(at, end);
    if (this.#open.length === 0 && found.trim() !== '') throw malformed();
    if (this.#sink.keepsText) this.#sink.text(unescape(found.replace(/\r\n?/g, '\n')));
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
    if (data !== undefined && this.#sink.keepsText) this.#sink.text(data);
    return end;
  }

  #readOpening(qualified: string): void {
    const depth = this.#open.push(qualified);
    if (depth > DEPTH_MAX || this.#hasEnded) throw malformed();
    this.#sink.open(localName(qualified), depth);
  }

  #readClosing(qualified: string): void {
    if (this.#open.pop() !== qualified) throw malformed();
    this.#hasEnded = this.#open.length === 0;
    this.#sink.close(localName(qualified));
  }
}

/** Text of one element, as far as it has come. Throws MalformedXML where it is too long. */
export function joined(text: string, more: string): string {
  if (text.length + more.length > PIECE_MAX) throw malformed();
  return text + more;
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

/** Reads a document as far as it is in order: throws MalformedXML at the first mistake, and whatever reading the bytes throws. */
export async function scanXml(bytes: AsyncIterable<Buffer>, sink: Sink): Promise<void> {
  const scanner = new Scanner(sink);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (slice?: Buffer): string => {
    try {
      return decoder.decode(slice, { stream: slice !== undefined });
    } catch {
      throw malformed();
    }
  };
  for await (const slice of slicesOf(bytes)) scanner.write(decode(slice));
  scanner.write(decode());
  scanner.end();
}
