/** What the body of a request has of a flat shape: fields, and entries that repeat. */
import { joined, malformed, scanXml, type Sink } from './xml-scanner.ts';

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

/** Keeps what a shape names. */
class ShapeSink<Field extends string, EntryField extends string> implements Sink {
  readonly content: Content<Field, EntryField> = { fields: {}, entries: [] };
  readonly #shape: Shape<Field, EntryField>;
  readonly #open: string[] = [];
  /** Where the text of the present element is kept, and the text so far; undefined outside of kept elements. */
  #kept: { texts: Texts<string>; text: string } | undefined;

  constructor(shape: Shape<Field, EntryField>) {
    this.#shape = shape;
  }

  get keepsText(): boolean {
    return this.#kept !== undefined;
  }

  text(text: string): void {
    this.#kept!.text = joined(this.#kept!.text, text);
  }

  open(name: string, depth: number): void {
    const { root, fields, entry } = this.#shape;
    const { entries } = this.content;
    this.#open.push(name);
    if (this.#kept || (depth === 1 && name !== root)) throw malformed();
    const level = entry?.inside === undefined ? 2 : 3;
    const isInside = level === 2 || (depth > 2 && this.#open[1] === entry?.inside);
    if (depth === level && isInside && name === entry?.name) {
      if (entries.length === entry.most) throw malformed();
      entries.push({});
    } else if (depth === 2) this.#keepIf(fields, name, this.content.fields);
    else if (depth === level + 1 && isInside && entry && this.#open[level - 1] === entry.name)
      this.#keepIf(entry.fields, name, entries.at(-1)!);
  }

  close(name: string): void {
    this.#open.pop();
    if (!this.#kept) return;
    if (!this.#kept.text.isWellFormed()) throw malformed();
    this.#kept.texts[name] = this.#kept.text;
    this.#kept = undefined;
  }

  #keepIf(names: readonly string[], name: string, texts: Texts<string>): void {
    if (!names.includes(name)) return;
    if (texts[name] !== undefined) throw malformed();
    this.#kept = { texts, text: '' };
  }
}

/** What a document has of its shape, nothing where it is blank. Throws as `scanXml`. */
export async function readXml<Field extends string, EntryField extends string = never>(
  bytes: AsyncIterable<Buffer>,
  shape: Shape<Field, EntryField>,
): Promise<Content<Field, EntryField>> {
  const sink = new ShapeSink(shape);
  await scanXml(bytes, sink);
  return sink.content;
}
