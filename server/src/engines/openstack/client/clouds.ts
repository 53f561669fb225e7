import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Trust } from '../../../port/trust.ts';
import { readTrust } from './trust.ts';

/** The part of a clouds.yaml entry that is used. Others are ignored, as every client does. */
const cloudShape = z.object({
  auth_type: z.enum(['password', 'v3password', 'v3applicationcredential']).default('password'),
  auth: z.object({
    auth_url: z.url(),
    username: z.string().optional(),
    user_id: z.string().optional(),
    password: z.string().optional(),
    user_domain_name: z.string().optional(),
    user_domain_id: z.string().optional(),
    project_name: z.string().optional(),
    project_id: z.string().optional(),
    project_domain_name: z.string().optional(),
    project_domain_id: z.string().optional(),
    application_credential_id: z.string().optional(),
    application_credential_name: z.string().optional(),
    application_credential_secret: z.string().optional(),
  }),
  region_name: z.string().optional(),
  interface: z.enum(['public', 'internal', 'admin']).optional(),
  cacert: z.string().min(1).optional(),
  cert: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  verify: z.boolean().optional(),
});

const fileShape = z.object({ clouds: z.record(z.string(), z.unknown()) });

/** Account and place of a cloud as its clouds.yaml names them. */
export interface Cloud {
  /** Keystone with its major version: `http://cloud:5000/v3`. */
  authUrl: string;
  /** The `auth` member of a token request: who the service account is, and in which project. */
  auth: Readonly<Record<string, unknown>>;
  region: string | undefined;
  interface: string | undefined;
  trust: Trust;
}

/** Reads one cloud of a clouds.yaml. Throws an Error that names file, cloud and what is wrong. */
export async function readCloud(file: string, name: string): Promise<Cloud> {
  const wrong = (problem: string, cause?: unknown) => new Error(`clouds file ${file}: ${problem}`, { cause });
  let content: unknown;
  try {
    content = parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const parsed = fileShape.safeParse(content);
  if (!parsed.success) throw wrong('it has no "clouds"');
  if (!(name in parsed.data.clouds)) throw wrong(`it has no cloud "${name}", but ${Object.keys(parsed.data.clouds).join(', ')}`);
  const entry = cloudShape.safeParse(parsed.data.clouds[name]);
  if (!entry.success) throw wrong(`cloud "${name}": ${z.prettifyError(entry.error)}`);
  const { auth, auth_type, region_name, interface: face, ...files } = entry.data;
  const url = auth.auth_url.replace(/\/+$/, '');
  return {
    authUrl: url.endsWith('/v3') ? url : `${url.replace(/\/v2\.0$/, '')}/v3`,
    auth: auth_type === 'v3applicationcredential' ? credentialAuth(auth, wrong) : passwordAuth(auth, wrong),
    region: region_name,
    interface: face,
    trust: readTrust(files, (problem, cause) => wrong(`cloud "${name}": ${problem}`, cause)),
  };
}

type Auth = z.infer<typeof cloudShape>['auth'];
type Wrong = (problem: string) => Error;

const domainOf = (id: string | undefined, name: string | undefined) => (id ? { id } : { name: name ?? 'Default' });

function userOf(auth: Auth): Record<string, unknown> {
  if (auth.user_id) return { id: auth.user_id };
  return { name: auth.username, domain: domainOf(auth.user_domain_id, auth.user_domain_name) };
}

function passwordAuth(auth: Auth, wrong: Wrong): Record<string, unknown> {
  if (!(auth.user_id ?? auth.username) || !auth.password) throw wrong('a user and a password are needed');
  if (!(auth.project_id ?? auth.project_name))
    throw wrong('a project is needed: the service account reads the whole cloud by its role there');
  return {
    identity: { methods: ['password'], password: { user: { ...userOf(auth), password: auth.password } } },
    scope: {
      project: auth.project_id
        ? { id: auth.project_id }
        : { name: auth.project_name, domain: domainOf(auth.project_domain_id, auth.project_domain_name) },
    },
  };
}

function credentialAuth(auth: Auth, wrong: Wrong): Record<string, unknown> {
  const { application_credential_id: id, application_credential_name: name, application_credential_secret: secret } = auth;
  if (!(id ?? name) || !secret) throw wrong('an application credential (id or name) and its secret are needed');
  const credential = id ? { id, secret } : { name, secret, user: userOf(auth) };
  return { identity: { methods: ['application_credential'], application_credential: credential } };
}
