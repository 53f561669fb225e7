/** Which pages of other origins may ask for a bucket, by rules of its owner: the rules as they are kept, and which of them matches a request. */
import type { ObjectIndex } from '../../port/store/objects.ts';

export interface CorsRule {
  id?: string | undefined;
  /** Origins and names of headers have at most one `*`, which stands for any text. */
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  /** Seconds that a browser may keep the answer to a preflight. */
  maxAge?: number | undefined;
}

/** What a request says of itself. */
export interface CorsRequest {
  origin: string;
  method: string;
  /** Names of headers that it is to have, in lower case. */
  headers: readonly string[];
}

/** Rules of a bucket; undefined where there is no such bucket, or it has none. */
export type ReadCors = (bucket: string) => Promise<readonly CorsRule[] | undefined>;

export const corsRulesIn = (text: string): CorsRule[] => JSON.parse(text) as CorsRule[];

export const corsReader =
  (index: Pick<ObjectIndex, 'bucket' | 'setting'>): ReadCors =>
  async (name) => {
    const bucket = await index.bucket(name);
    const kept = bucket && (await index.setting(bucket.id, 'cors'));
    return kept === undefined ? undefined : corsRulesIn(kept);
  };

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const [before, behind] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + behind.length && text.startsWith(before) && text.endsWith(behind);
}

/** Origins compare as they are written, names of headers in lower case. */
const allows = (rule: CorsRule, { origin, method, headers }: CorsRequest): boolean => {
  if (!rule.methods.includes(method) || !rule.origins.some((pattern) => matches(pattern, origin))) return false;
  const patterns = rule.headers.map((pattern) => pattern.toLowerCase());
  return headers.every((name) => patterns.some((pattern) => matches(pattern, name)));
};

/** The first rule that allows a request. */
export const ruleFor = (rules: readonly CorsRule[], request: CorsRequest): CorsRule | undefined =>
  rules.find((rule) => allows(rule, request));
