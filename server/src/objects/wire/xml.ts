/** Answers in S3's XML; xml-reader.ts reads the bodies of requests. */
import { takeTurn } from '../../turns/turns.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** What an element holds: text, elements, several of a name, or nothing at all (undefined: it is left out). */
export type Content = string | number | boolean | undefined | Elements | readonly (string | Elements)[];
export interface Elements {
  readonly [name: string]: Content;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/**
 * XML 1.0 has no characters below the blank but three, not even numbered (production 2, Char): they become U+FFFD, so that the answer can be
 * read. Clients that want such keys whole ask for `encoding-type=url`.
 */
const escape = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are meant
  text.replace(/[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (char) => ESCAPES[char] ?? '\ufffd');

const elements = (content: Elements): string =>
  Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: Content) => element(name, one)))
    .join('');

function element(name: string, content: Content): string {
  if (content === undefined) return '';
  return `<${name}>${typeof content === 'object' ? elements(content as Elements) : escape(String(content))}</${name}>`;
}

const wrapped = (name: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${inner}</${name}>`;

/** A whole answer. */
export const document = (name: string, content: Elements): string => wrapped(name, elements(content));

/** The same with many elements of a name, each made when its turn comes: a thousand keys can need a million escapes. */
export async function longDocument(
  name: string,
  content: Readonly<Record<string, Content | readonly (() => Elements)[]>>,
): Promise<string> {
  let inner = '';
  for (const [child, value] of Object.entries(content))
    for (const one of Array.isArray(value) ? (value as readonly (string | Elements | (() => Elements))[]) : [value as Content]) {
      inner += element(child, typeof one === 'function' ? one() : one);
      await takeTurn();
    }
  return wrapped(name, inner);
}

/** The answer to what is refused, which has no namespace. */
export const errorDocument = (content: Elements): string => `<?xml version="1.0" encoding="UTF-8"?>\n${element('Error', content)}`;
