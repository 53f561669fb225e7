/** XML as S3 speaks it: bodies of requests in, answers out. */
import { XMLParser } from 'fast-xml-parser';
import { S3Error } from '../errors.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** What an element holds: text, elements, several of a name, or nothing at all (undefined: it is left out). */
export type Content = string | number | boolean | undefined | Elements | readonly (string | Elements)[];
export interface Elements {
  readonly [name: string]: Content;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Characters that XML has no room for are numbered all the same, as Amazon does; clients that want others ask for `encoding-type=url`. */
const escape = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are meant
  text.replace(/[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (char) => ESCAPES[char] ?? `&#x${char.charCodeAt(0).toString(16)};`);

const elements = (content: Elements): string =>
  Object.entries(content)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: Content) => element(name, one)))
    .join('');

function element(name: string, content: Content): string {
  if (content === undefined) return '';
  return `<${name}>${typeof content === 'object' ? elements(content as Elements) : escape(String(content))}</${name}>`;
}

/** A whole answer. */
export const document = (name: string, content: Elements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${elements(content)}</${name}>`;

/** The answer to what is refused, which has no namespace. */
export const errorDocument = (content: Elements): string => `<?xml version="1.0" encoding="UTF-8"?>\n${element('Error', content)}`;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Throws RangeError where a number is no character's. */
const unescape = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  // Its own way drops characters that XML has no room for, and keys may have them.
  processEntities: false,
  tagValueProcessor: (_name, text) => unescape(text),
  isArray: (name) => name === 'Object' || name === 'Part',
});

/** The elements below the one of a request's body. Throws MalformedXML. */
export function parseBody(text: string, root: string): Readonly<Record<string, unknown>> {
  // A document type could define entities that grow without end.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new S3Error('MalformedXML');
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch {
    throw new S3Error('MalformedXML');
  }
  const found: unknown = (parsed as Record<string, unknown>)[root];
  if (found === '' || (typeof found === 'string' && found.trim() === '')) return {};
  if (typeof found !== 'object' || found === null) throw new S3Error('MalformedXML');
  return found as Readonly<Record<string, unknown>>;
}
