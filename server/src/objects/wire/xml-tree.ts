/** The body of a request as a tree, for configurations: every element of it is known, or the whole is refused. */
import { S3Error } from '../errors.ts';
import { joined, malformed, scanXml, type Sink } from './xml-scanner.ts';

export interface XmlNode {
  name: string;
  /** Of an element without children. */
  text: string;
  children: XmlNode[];
}

class TreeSink implements Sink {
  readonly keepsText = true;
  readonly top: XmlNode = { name: '', text: '', children: [] };
  readonly #open: XmlNode[] = [this.top];
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  open(name: string): void {
    this.#left -= 1;
    if (this.#left < 0) throw malformed();
    const node: XmlNode = { name, text: '', children: [] };
    this.#open.at(-1)!.children.push(node);
    this.#open.push(node);
  }

  text(text: string): void {
    const node = this.#open.at(-1)!;
    node.text = joined(node.text, text);
  }

  close(): void {
    const { text, children } = this.#open.pop()!;
    if (!text.isWellFormed() || (children.length > 0 && text.trim() !== '')) throw malformed();
  }
}

/** The root of a document, which has that name, with so many elements at most. Throws MalformedXML, and what `scanXml` throws. */
export async function readTree(bytes: AsyncIterable<Buffer>, root: string, most: number): Promise<XmlNode> {
  const sink = new TreeSink(most);
  await scanXml(bytes, sink);
  const [node] = sink.top.children;
  if (node?.name !== root) throw malformed();
  return node;
}

/** Children by name, each of which stands at most once, but for those that `repeat`. Throws MalformedXML where there is any other. */
export function childrenOf<Name extends string>(
  { children }: XmlNode,
  names: readonly Name[],
  repeat?: string,
): Partial<Record<Name, XmlNode>> & { repeated: XmlNode[] } {
  const found: Partial<Record<string, XmlNode>> = {};
  const repeated: XmlNode[] = [];
  for (const child of children) {
    if (child.name === repeat) repeated.push(child);
    else if (found[child.name] || !(names as readonly string[]).includes(child.name)) throw malformed();
    else found[child.name] = child;
  }
  return { ...(found as Partial<Record<Name, XmlNode>>), repeated };
}

/** A whole number of an element; undefined where that is missing. Throws MalformedXML, and InvalidArgument below `least`. */
export function numberIn(node: XmlNode | undefined, least: number): number | undefined {
  if (!node) return undefined;
  const text = node.text.trim();
  if (!/^-?\d{1,15}$/.test(text)) throw malformed();
  if (Number(text) < least) throw new S3Error('InvalidArgument', `${node.name} must be at least ${least}.`, { ArgumentName: node.name });
  return Number(text);
}
