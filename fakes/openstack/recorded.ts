/** Answers of a real cloud, recorded for the engine's tests, as the models that all answers here are made from. */
import { CLOUD, readRecording, type Exchange, type Recording } from './recording.ts';

export { CLOUD };

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Something of a listing: every service gives ids. */
export type Item = Json & { readonly id: string };

/** All of it: one for all clouds of a process, so nobody can change it. */
export const { names, exchanges }: Readonly<Recording> = frozen(readRecording());

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Ids that the recording gives names to: `acme`, `acme-prod`, `m1.tiny`. Throws where it has no such name. */
export function idOf(name: string): string {
  const id = names[name];
  if (id === undefined) throw new Error(`the recording knows no ${name}`);
  return id;
}

function find(method: string, path: RegExp, status?: number, told?: string): Exchange {
  const found = exchanges.find(
    (item) =>
      item.method === method &&
      path.test(item.path) &&
      (status ? item.status === status : item.status < 300) &&
      (told === undefined || (typeof item.sent === 'object' && item.sent !== null && told in item.sent)),
  );
  if (!found) throw new Error(`nothing is recorded for ${method} ${path.source}`);
  return found;
}

/**
 * The recorded answer to a question: the first good one, or the first of a status; `told`: a member that the request's body had. The caller
 * says what shape it has.
 */
export const answerTo = <T = Json>(method: string, path: RegExp, status?: number, told?: string): T =>
  find(method, path, status, told).answer as T;

/** The items of a recorded listing, in a list of the caller's own. Throws where the answer has no such list. */
export function listed<T extends Json = Item>(path: RegExp, key: string): T[] {
  const items = answerTo('GET', path)[key];
  if (!Array.isArray(items)) throw new Error(`${path.source} has no ${key}`);
  return [...(items as T[])];
}

/** The time as most services write it. */
export const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** What a recorded resource would be if it were this one: the same members, where this one has them. */
export const inShape = (model: Json, now: Json): Json =>
  Object.fromEntries(Object.entries(model).map(([key, value]) => [key, key in now ? now[key] : value]));

/** A recorded token of a sort: what its answer's `token` holds. */
export function tokenOf(isOfSort: (token: Json) => boolean): Json {
  for (const { path, status, answer } of exchanges) {
    if (path !== '/identity/v3/auth/tokens' || status !== 201) continue;
    const { token } = answer as { token: Json };
    if (isOfSort(token)) return token;
  }
  throw new Error('no token of that sort is recorded');
}
