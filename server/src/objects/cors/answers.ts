/** What answers say to pages of other origins, and the answers to their preflights. */
import { S3Error } from '../errors.ts';
import type { Answer, Exchange } from '../exchange.ts';
import { HEADER_NAME } from '../operations/headers.ts';
import { ruleFor, type CorsRequest, type CorsRule } from './rules.ts';

const ORIGIN = 'origin';
const METHOD = 'access-control-request-method';
const HEADERS = 'access-control-request-headers';
/** What an answer depends on: one that a cache gives to another page would be refused by its browser. */
export const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';
/** Headers that a preflight names at most; browsers name the few that a page sets. */
const NAMES_MAX = 100;

/** Without `*` among the origins the answer is for this one alone, as S3 has it. */
function allowance(rule: CorsRule, { origin, headers }: CorsRequest): Record<string, string> {
  const isOpen = rule.origins.includes('*');
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
    ...(rule.exposed.length > 0 && { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(rule.maxAge !== undefined && { 'access-control-max-age': String(rule.maxAge) }),
    ...(!isOpen && { 'access-control-allow-credentials': 'true' }),
  };
}

/** Headers of any answer, of refusals too, to a request that a page of that origin sends; nothing where no rule allows it. */
export function corsHeaders(
  rules: readonly CorsRule[] | undefined,
  { method, origin }: Pick<CorsRequest, 'method' | 'origin'>,
): Record<string, string> {
  const request = { origin, method, headers: [] };
  const rule = rules && ruleFor(rules, request);
  return rule ? allowance(rule, request) : {};
}

function namesIn(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return [...new Set(names)];
}

/** Answers what a browser asks before it lets a page send a request. Throws BadRequest, and AccessForbidden where no rule allows that. */
export function preflight(rules: readonly CorsRule[] | undefined, sent: Exchange['headers']): Answer {
  const { [ORIGIN]: origin, [METHOD]: method } = sent;
  if (!origin) throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  if (!method) throw new S3Error('BadRequest', 'Invalid Access-Control-Request-Method: null');
  if (!rules) throw new S3Error('AccessForbidden', 'CORSResponse: CORS is not enabled for this bucket.', { Method: method });
  const headers = namesIn(sent[HEADERS] ?? '');
  const request = { origin, method, headers };
  const isReadable = headers.length <= NAMES_MAX && headers.every((name) => HEADER_NAME.test(name));
  const rule = isReadable ? ruleFor(rules, request) : undefined;
  if (!rule) throw new S3Error('AccessForbidden', undefined, { Method: method });
  return { status: 200, headers: { ...allowance(rule, request), 'content-length': '0' } };
}
