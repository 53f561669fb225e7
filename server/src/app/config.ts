/** Everything that is configured, read and checked in one place; every mistake is listed at once. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { SELF_SERVICE_PORT } from '@gantry/contract/constants';
import { FORMS } from '@gantry/contract/wire/forms';
import { FEATURES } from '@gantry/contract/nouns/platform/features';
import { isProxy } from '../access/address.ts';
import { CertificateError, readCertificate, type CertificateFiles } from './certificate.ts';
import { engineTypes } from './engine-types.ts';
import { SECRET_KEY_BYTES } from '../store/crypto/vault.ts';

/** One engine instance; `settings` have passed the schema of its type. */
export interface EngineConfig {
  id: string;
  type: string;
  settings: unknown;
}

export interface Config {
  /** Absolute path; made at start where absent. */
  dataFolder: string;
  host: string;
  /** Self-service; 0 takes any free port. */
  port: number;
  adminPort: number;
  /** Of the embedded platform's object storage. */
  s3Port: number;
  /** Where S3 clients find that from outside; absent: at the host of the console. */
  s3Url?: string | undefined;
  /** Owners of buckets of the embedded platform may open objects to everybody for reading. */
  s3Public: boolean;
  /** Own TLS on both ports; absent: plain HTTP. */
  tls?: CertificateFiles | undefined;
  /** PostgreSQL; absent: SQLite in the data folder. */
  databaseUrl?: string | undefined;
  /** The one in use, then former ones. Empty: made once in the data folder. */
  secretKeys: readonly string[];
  session: {
    /** Minutes without a request after which a session ends; null: only `hours` counts. */
    idleMinutes: number | null;
    /** Hours after sign-in when a session ends in any case. */
    hours: number;
  };
  /** Ids of the console's features that are on. */
  features: readonly string[];
  /** Whether people may choose their language. */
  languageChange: boolean;
  /** What one user, and one network before sign-in, may ask of this process. */
  budget: {
    /** Weight of requests each second; a simple read weighs 1. Of ten quiet seconds it is saved. */
    userPerSecond: number;
    networkPerSecond: number;
    /** Lists and reads of a user that are worked on at the same time. */
    concurrentReads: number;
  };
  /** Days that audit entries are kept. */
  auditDays: number;
  /** Seconds after which another replica goes on with what one that is silent had taken on. */
  leaseSeconds: number;
  /** Seconds for which a cloud that can tell is asked what became of a request whose answer never came, before its task is given up. */
  doubtSeconds: number;
  /** Addresses and networks of the proxies whose X-Forwarded-For is believed. */
  trustProxy: readonly string[];
  /** What /metrics asks for as a bearer token; absent: it answers this machine only. */
  metricsToken?: string | undefined;
  /** Where the dashboards of the cloud are; absent: it has none. */
  grafanaUrl?: string | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  engines: readonly EngineConfig[];
  /** Engine that signs users in; absent: the first that can. */
  identity?: string | undefined;
  /** Engine that creates; absent: the first. */
  compute?: string | undefined;
}

/** What is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(
      mistakes.length === 1
        ? `The configuration has a mistake: ${mistakes[0]}`
        : `The configuration has mistakes:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.mistakes = mistakes;
  }
}

const numeric = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, { error: `must be a number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a number from ${min} to ${max}` });
const integer = (min: number, max: number) =>
  numeric(min, max).refine(Number.isInteger, { error: `must be a whole number from ${min} to ${max}` });
const number = (min: number, max: number, fallback: number) => numeric(min, max).default(fallback);
const whole = (min: number, max: number, fallback: number) => integer(min, max).default(fallback);
const port = (fallback: number) =>
  z.string().refine(FORMS.port_or_zero.fits, { error: 'must be a whole number from 0 to 65535' }).transform(Number).default(fallback);
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` });
const isLongEnough = (key: string): boolean => Buffer.byteLength(key) >= SECRET_KEY_BYTES;

/** The variables, their forms and defaults; the README has a row of each. */
export const variables = z.strictObject({
  GANTRY_DATA: z.string().default('./data'),
  GANTRY_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or host name' })
    .default('127.0.0.1'),
  GANTRY_PORT: port(SELF_SERVICE_PORT),
  GANTRY_ADMIN_PORT: port(8888),
  GANTRY_S3_PORT: port(8480),
  GANTRY_S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    // Clients sign host and path as they send them: with another path no signature would hold.
    .refine((url) => /^https?:\/\/[^/?#@]+\/?$/.test(url), { error: 'must be a host, with a port if need be, and nothing behind it' })
    .transform((url) => new URL(url).origin)
    .optional(),
  GANTRY_S3_PUBLIC: choice(['on', 'off']).default('off'),
  GANTRY_S3_ENDPOINT: z.string().optional(),
  GANTRY_S3_REGION: z.string().optional(),
  GANTRY_S3_CA_FILE: z.string().optional(),
  GANTRY_S3_ACCESS_KEY: z.string().optional(),
  GANTRY_S3_SECRET_KEY: z.string().optional(),
  GANTRY_S3_TYPE: choice(['s3', 'rgw']).optional(),
  GANTRY_TLS_CERT: z.string().optional(),
  GANTRY_TLS_KEY: z.string().optional(),
  GANTRY_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://' })
    .optional(),
  GANTRY_SECRET_KEY: z
    .string()
    .transform((text) => text.split(','))
    .refine((keys) => keys.every(isLongEnough), {
      error: `must be of at least ${SECRET_KEY_BYTES} characters; former keys follow after commas`,
    })
    .optional(),
  GANTRY_ADMIN_PASSWORD: z.string().max(1024, { error: 'must have at most 1024 characters' }).optional(),
  GANTRY_SAMPLE: choice(['on', 'off']).optional(),
  GANTRY_SAMPLE_PASSWORD: z.string().max(1024, { error: 'must have at most 1024 characters' }).optional(),
  GANTRY_SAMPLE_SERVERS: integer(0, 100_000).optional(),
  GANTRY_CONFIG: z.string().optional(),
  GANTRY_SESSION_IDLE_MINUTES: number(0, 24 * 60, 30),
  GANTRY_SESSION_HOURS: number(0.1, 30 * 24, 12),
  GANTRY_FEATURES: z
    .string()
    .transform((text) => text.split(',').map((id) => id.trim()))
    .refine((ids) => ids.every((id) => FEATURES.some((known) => known.id === id)), {
      error: `must be of these, with commas between them: ${FEATURES.map(({ id }) => id).join(', ')}`,
    })
    .optional(),
  GANTRY_LANGUAGE_CHANGE: choice(['on', 'off']).default('on'),
  GANTRY_USER_RATE: whole(1, 1_000_000, 200),
  GANTRY_NETWORK_RATE: whole(1, 1_000_000, 200),
  GANTRY_USER_READS: whole(1, 1000, 4),
  GANTRY_AUDIT_DAYS: whole(1, 36_500, 365),
  GANTRY_LEASE_SECONDS: number(1, 300, 15),
  GANTRY_DOUBT_SECONDS: number(1, 3600, 60),
  GANTRY_TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isProxy), {
      error: 'must be of addresses and networks, such as 192.0.2.10,10.0.0.0/8, with commas between them; not of all addresses there are',
    })
    .optional(),
  GANTRY_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, { error: 'must be of 16 to 256 visible ASCII characters without blanks' })
    .optional(),
  GANTRY_GRAFANA_URL: z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }).optional(),
  GANTRY_LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
type Variables = z.output<typeof variables>;

const engineEntry = z.looseObject({
  id: z.string().regex(/^[\w-]{1,64}$/, { error: 'must be of letters, digits, _ and -' }),
  type: z.string().refine((type) => Object.hasOwn(engineTypes, type), { error: `must be one of: ${Object.keys(engineTypes).join(', ')}` }),
});
const file = z.strictObject({
  engines: z.array(engineEntry).min(1, { error: 'needs at least one engine' }),
  identity: z.string().optional(),
  compute: z.string().optional(),
});
type ConfigFile = z.output<typeof file>;

const EMBEDDED_ONLY = ['GANTRY_ADMIN_PASSWORD', 'GANTRY_SAMPLE', 'GANTRY_SAMPLE_PASSWORD', 'GANTRY_SAMPLE_SERVERS'] as const;

/** `engines.0.cloud` → `engines[0].cloud`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`),
    '',
  );

function lines(error: z.ZodError, prefix: (path: string) => string): string[] {
  return error.issues.map(({ path, message }) => `${prefix(pathText(path))} ${message}`.replaceAll('Invalid input: ', ''));
}

function readVariables(env: NodeJS.ProcessEnv, mistakes: string[]): Variables | undefined {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('GANTRY_') && value !== undefined && value !== '');
  const result = variables.safeParse(Object.fromEntries(own));
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    if (issue.code === 'unrecognized_keys') mistakes.push(...issue.keys.map((name) => `${name} is not a known variable`));
    else mistakes.push(`${String(issue.path[0])} ${issue.message}`);
  return undefined;
}

function readFile(path: string, mistakes: string[]): ConfigFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    mistakes.push(`GANTRY_CONFIG cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  const document = parseDocument(text);
  mistakes.push(...document.errors.map((error) => `${path}: ${error.message.split('\n', 1)[0] ?? ''}`));
  if (document.errors.length > 0) return undefined;
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    // Aliases of aliases that would fill the memory, or of what is not there.
    mistakes.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  const result = file.safeParse(content);
  if (result.success) return result.data;
  mistakes.push(...lines(result.error, (where) => `${path}: ${where || 'the file'}`));
  return undefined;
}

/** Settings of the embedded engine that have variables of their own. */
function sampleSettings(env: Variables): Record<string, unknown> {
  return {
    ...(env.GANTRY_ADMIN_PASSWORD !== undefined && { adminPassword: env.GANTRY_ADMIN_PASSWORD }),
    ...(env.GANTRY_SAMPLE !== undefined && { sample: env.GANTRY_SAMPLE === 'on' }),
    ...(env.GANTRY_SAMPLE_PASSWORD !== undefined && { samplePassword: env.GANTRY_SAMPLE_PASSWORD }),
    ...(env.GANTRY_SAMPLE_SERVERS !== undefined && { sampleServers: env.GANTRY_SAMPLE_SERVERS }),
  };
}

/** Settings of an object storage elsewhere, by the variable that has each. */
const STORAGE_SETTINGS = {
  endpoint: 'GANTRY_S3_ENDPOINT',
  region: 'GANTRY_S3_REGION',
  ca_file: 'GANTRY_S3_CA_FILE',
  access_key: 'GANTRY_S3_ACCESS_KEY',
  secret_key: 'GANTRY_S3_SECRET_KEY',
} as const;

/** The object storage that the environment names, as one more engine. */
function readStorage(env: Variables, ids: readonly string[], mistakes: string[]): EngineConfig[] {
  const given = Object.entries(STORAGE_SETTINGS).filter(([, name]) => env[name] !== undefined);
  if (given.length === 0 && env.GANTRY_S3_TYPE === undefined) return [];
  const type = env.GANTRY_S3_TYPE ?? 's3';
  const settings = engineTypes[type]?.settings.safeParse(Object.fromEntries(given.map(([setting, name]) => [setting, env[name]])));
  if (settings?.error)
    mistakes.push(
      ...lines(settings.error, (setting) => STORAGE_SETTINGS[setting as keyof typeof STORAGE_SETTINGS] ?? 'GANTRY_S3_ENDPOINT'),
    );
  if (env.GANTRY_S3_URL !== undefined) mistakes.push('GANTRY_S3_URL is of no use with GANTRY_S3_ENDPOINT: objects are kept there');
  if (env.GANTRY_S3_PUBLIC === 'on') mistakes.push('GANTRY_S3_PUBLIC is of no use with GANTRY_S3_ENDPOINT: objects are kept there');
  const id = 'objects';
  if (ids.includes(id)) mistakes.push(`engine id ${id} is that of the storage at GANTRY_S3_ENDPOINT`);
  return [{ id, type, settings: settings?.data }];
}

function readEngines(content: ConfigFile, env: Variables, mistakes: string[]): EngineConfig[] {
  const ids = content.engines.map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) mistakes.push(`engine id ${id} is used twice`);
  for (const role of ['identity', 'compute'] as const) {
    const named = content[role];
    if (named !== undefined && !ids.includes(named)) mistakes.push(`${role}: no engine has the id ${named}`);
  }
  if (!content.engines.some(({ type }) => type === 'embedded'))
    for (const name of EMBEDDED_ONLY) if (env[name] !== undefined) mistakes.push(`${name} is of no use without an embedded engine`);
  const named = content.engines.map(({ id, type, ...given }) => {
    const settings = engineTypes[type]?.settings.safeParse(type === 'embedded' ? { ...sampleSettings(env), ...given } : given);
    if (settings?.error) mistakes.push(...lines(settings.error, (where) => `engine ${id}: ${where}`));
    return { id, type, settings: settings?.data };
  });
  return [...named, ...readStorage(env, ids, mistakes)];
}

/** The two files of the own TLS, which are looked into: a server that cannot speak does not start. */
function readTls(env: NodeJS.ProcessEnv, mistakes: string[]): CertificateFiles | undefined {
  const { GANTRY_TLS_CERT: cert, GANTRY_TLS_KEY: key } = env;
  if (!cert && !key) return undefined;
  if (!cert || !key) {
    mistakes.push(cert ? 'GANTRY_TLS_CERT needs GANTRY_TLS_KEY' : 'GANTRY_TLS_KEY needs GANTRY_TLS_CERT');
    return undefined;
  }
  const files = { certFile: resolve(cert), keyFile: resolve(key) };
  try {
    readCertificate(files);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    mistakes.push(...error.mistakes);
  }
  return files;
}

const PORTS = ['GANTRY_PORT', 'GANTRY_ADMIN_PORT', 'GANTRY_S3_PORT'] as const;

/** 0 takes any free port, and another one each time. */
const samePorts = (env: Variables): string[] =>
  PORTS.flatMap((name, index) =>
    PORTS.slice(index + 1).flatMap((other) => (env[name] !== 0 && env[name] === env[other] ? [`${name} and ${other} must differ`] : [])),
  );

/** Reads the environment and the file it names. Throws ConfigError with every mistake. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = [];
  const read = readVariables(env, mistakes);
  const path = env['GANTRY_CONFIG'];
  const content = path ? readFile(resolve(path), mistakes) : { engines: [{ id: 'embedded', type: 'embedded' }] };
  const engines = content && readEngines(content, read ?? variables.parse({}), mistakes);
  const tls = readTls(env, mistakes);
  if (read) mistakes.push(...samePorts(read));
  if (!read || !content || !engines || mistakes.length > 0) throw new ConfigError(mistakes);
  return {
    dataFolder: resolve(read.GANTRY_DATA),
    host: read.GANTRY_HOST,
    port: read.GANTRY_PORT,
    adminPort: read.GANTRY_ADMIN_PORT,
    s3Port: read.GANTRY_S3_PORT,
    s3Url: read.GANTRY_S3_URL,
    s3Public: read.GANTRY_S3_PUBLIC === 'on',
    tls,
    databaseUrl: read.GANTRY_DATABASE_URL,
    secretKeys: read.GANTRY_SECRET_KEY ?? [],
    session: { idleMinutes: read.GANTRY_SESSION_IDLE_MINUTES || null, hours: read.GANTRY_SESSION_HOURS },
    features: read.GANTRY_FEATURES ?? [],
    languageChange: read.GANTRY_LANGUAGE_CHANGE === 'on',
    budget: { userPerSecond: read.GANTRY_USER_RATE, networkPerSecond: read.GANTRY_NETWORK_RATE, concurrentReads: read.GANTRY_USER_READS },
    auditDays: read.GANTRY_AUDIT_DAYS,
    leaseSeconds: read.GANTRY_LEASE_SECONDS,
    doubtSeconds: read.GANTRY_DOUBT_SECONDS,
    trustProxy: read.GANTRY_TRUST_PROXY ?? [],
    metricsToken: read.GANTRY_METRICS_TOKEN,
    grafanaUrl: read.GANTRY_GRAFANA_URL,
    logLevel: read.GANTRY_LOG_LEVEL,
    engines,
    identity: content.identity,
    compute: content.compute,
  };
}
