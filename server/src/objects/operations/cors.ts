/** The rules by which pages of other origins may ask for a bucket, as requests say them and answers tell them; cors/ carries them out. */
import { corsRulesIn, type CorsRule } from '../cors/rules.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { childrenOf, numberIn, readTree, type XmlNode } from '../wire/xml-tree.ts';
import { document, type Elements } from '../wire/xml.ts';
import { HEADER_NAME } from './headers.ts';
import { ownBucket } from './reach.ts';

const ROOT = 'CORSConfiguration';
const BODY_BYTES = 64 * 1024;
/** More do not fit the body. */
const ELEMENTS_MAX = 5000;
/** Rules of one bucket, as S3 has it. */
const RULES_MAX = 100;
const ID_CHARS = 255;
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'];
/** Elements of a rule that repeat. */
const LISTS = ['AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader'] as const;
/** What an origin has: no blank, and no byte that a header could not carry. */
const ORIGIN = /^[\x21-\x7e]+$/;

const malformed = (): S3Error => new S3Error('MalformedXML');
const isList = (name: string): boolean => (LISTS as readonly string[]).includes(name);

function assertPattern(element: string, text: string, form: RegExp): void {
  if (text.split('*').length > 2) throw new S3Error('InvalidRequest', `${element} "${text}" can not have more than one wildcard.`);
  if (!form.test(text)) throw new S3Error('InvalidRequest', `${element} "${text}" is not valid.`);
}

/** Throws MalformedXML, InvalidRequest, InvalidArgument. */
function ruleOf(node: XmlNode): CorsRule {
  const texts = (name: (typeof LISTS)[number]): string[] =>
    node.children.filter((child) => child.name === name).map(({ text, children }) => (children.length === 0 ? text.trim() : ''));
  const { ID, MaxAgeSeconds } = childrenOf({ ...node, children: node.children.filter(({ name }) => !isList(name)) }, [
    'ID',
    'MaxAgeSeconds',
  ]);
  const [origins, methods, headers, exposed] = LISTS.map(texts) as [string[], string[], string[], string[]];
  if (origins.length === 0 || methods.length === 0) throw malformed();
  if ([...origins, ...methods, ...headers, ...exposed].includes('')) throw malformed();
  const method = methods.find((name) => !METHODS.includes(name));
  if (method !== undefined)
    throw new S3Error('InvalidRequest', `Found unsupported HTTP method in CORS config. Unsupported method is ${method}`);
  for (const origin of origins) assertPattern('AllowedOrigin', origin, ORIGIN);
  for (const header of headers) assertPattern('AllowedHeader', header, HEADER_NAME);
  for (const header of exposed)
    if (header.includes('*') || !HEADER_NAME.test(header)) throw new S3Error('InvalidRequest', `ExposeHeader "${header}" is not valid.`);
  const id = ID?.text;
  if (Array.from(id ?? '').length > ID_CHARS)
    throw new S3Error('InvalidArgument', `ID length should not exceed allowed limit of ${ID_CHARS}`);
  return { id, origins, methods, headers, exposed, maxAge: numberIn(MaxAgeSeconds, 0) };
}

const ruleElements = ({ id, origins, methods, headers, exposed, maxAge }: CorsRule): Elements => ({
  ID: id,
  AllowedMethod: methods,
  AllowedOrigin: origins,
  AllowedHeader: headers,
  ExposeHeader: exposed,
  MaxAgeSeconds: maxAge,
});

/** Throws NoSuchCORSConfiguration. */
export async function bucketCors(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const kept = await parts.index.setting(id, 'cors');
  if (kept === undefined) throw new S3Error('NoSuchCORSConfiguration', undefined, { BucketName: name });
  return { status: 200, body: document(ROOT, { CORSRule: corsRulesIn(kept).map(ruleElements) }) };
}

export async function putCors(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const { repeated } = childrenOf(await readTree(exchange.body(BODY_BYTES).bytes, ROOT, ELEMENTS_MAX), [], 'CORSRule');
  if (repeated.length === 0 || repeated.length > RULES_MAX) throw malformed();
  if (!(await parts.index.set(id, 'cors', JSON.stringify(repeated.map(ruleOf)))))
    throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  return { status: 200 };
}

export async function deleteCors(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  await parts.index.set(id, 'cors', undefined);
  return { status: 204 };
}
