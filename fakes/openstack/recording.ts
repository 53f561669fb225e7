/** What a real cloud answered, cleaned of tokens, passwords and addresses of its own. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export interface Exchange {
  /** Who asked: `alice`, `alice@project:acme-prod-id`. Null: nobody had signed in yet. */
  as: string | null;
  method: string;
  /** Service, path and query in one order: `/compute/v2.1/servers?limit=500`. */
  path: string;
  /** The microversion that was asked for. */
  version: string | null;
  /** Body of the request, of sign-ins and commands. */
  sent: unknown;
  status: number;
  headers: Record<string, string>;
  /** JSON, or text where the service answered HTML. */
  answer: unknown;
}

export interface Recording {
  /** Version of the cloud and when it was recorded. */
  about: string;
  /** Names given to ids that tests speak of: `alice`, `acme-prod`, `tiny`. */
  names: Record<string, string>;
  exchanges: Exchange[];
}

/** Placeholder of the cloud's address, in answers and catalogue. */
export const CLOUD = 'http://cloud.invalid';

/** The name under which a token is known: the user, and the scope where it has one. */
export function holderOf(token: { user: { name: string }; project?: { id: string }; domain?: { id: string }; system?: unknown }): string {
  const { user, project, domain, system } = token;
  if (project) return `${user.name}@project:${project.id}`;
  if (domain) return `${user.name}@domain:${domain.id}`;
  return system ? `${user.name}@system` : user.name;
}

/** `changes-since` differs with each run: any instant is the same question; so are `fields`, which only say how much of an answer is wanted. */
export function normalPath(path: string): string {
  const [place = '', query = ''] = path.split('?', 2);
  const asked = [...new URLSearchParams(query)].filter(([key]) => key !== 'fields');
  const params = asked.map(([key, value]) => [key, key === 'changes-since' ? '*' : value] as const);
  const text = params
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('&');
  return text ? `${place}?${text}` : place;
}

/** A copy of a request's body without passwords and tokens. */
export function withoutSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutSecrets);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, SECRET.has(key) && typeof value === 'string' ? '***' : withoutSecrets(value)]),
  );
}

const SECRET: ReadonlySet<string> = new Set(['password', 'secret', 'adminPass', 'audit_ids']);

const FOLDER = new URL('./fixtures/zed/', import.meta.url);

/** File of an exchange: a folder for its service, a file for what it asks about. */
export function fileOf({ path }: Pick<Exchange, 'path'>): string {
  const [service, ...more] = path.split('?')[0]!.split('/').filter(Boolean);
  const noun = more.find((part) => !/^v\d/.test(part) && !/^[\da-f]{32}$/.test(part)) ?? 'versions';
  return `${service}/${noun}.json`;
}

/** Exchanges of each file stay in their order; between files there is none. */
export function readRecording(): Recording {
  const head = JSON.parse(readFileSync(new URL('recording.json', FOLDER), 'utf8')) as Omit<Recording, 'exchanges'>;
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('/'));
  const exchanges = files
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Exchange[]);
  return { ...head, exchanges };
}

/** Replaces the recording that there is. */
export function writeRecording({ exchanges, ...head }: Recording): void {
  const write = (file: string, content: unknown): void => writeFileSync(new URL(file, FOLDER), `${JSON.stringify(content, null, 1)}\n`);
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [file, some] of Map.groupBy(exchanges, fileOf)) {
    mkdirSync(new URL('.', new URL(file, FOLDER)), { recursive: true });
    write(file, some);
  }
  write('recording.json', head);
}
