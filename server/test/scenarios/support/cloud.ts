/** Which cloud the scenarios run on: the embedded platform, or what the file named by GANTRY_SCENARIO describes. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { PASSWORD } from '../../support/app.ts';

const person = z.strictObject({
  domain: z.string(),
  username: z.string(),
  password: z.string(),
  /** Name of the project to work in; absent for those who administer a domain or the system. */
  project: z.string().optional(),
});
export type Person = z.infer<typeof person>;

const file = z.strictObject({
  /** GANTRY_CONFIG, relative to this file; absent: the embedded platform. */
  config: z.string().optional(),
  users: z.strictObject({
    tenant: person,
    /** May look and change nothing; absent where the cloud has nobody like that. */
    reader: person.optional(),
    domain_admin: person,
    system_admin: person,
    /** Works in a project of another domain than the tenant. */
    outsider: person,
  }),
  /** Names of what servers are made of; the first that fits where absent. */
  server: z.strictObject({ flavor: z.string().optional(), image: z.string().optional(), network: z.string().optional() }).default({}),
});

export type Cloud = z.infer<typeof file> & { name: string };
export type UserRole = keyof Cloud['users'];

const sample = (username: string, project?: string): Person => ({
  domain: username === 'admin' ? 'default' : username.slice(0, username.indexOf('-')),
  username,
  password: PASSWORD,
  ...(project && { project }),
});

/** The sample tenants of an empty embedded platform. */
const EMBEDDED: Cloud = {
  name: 'embedded',
  users: {
    tenant: sample('acme-member', 'acme-prod'),
    domain_admin: sample('acme-admin'),
    system_admin: sample('admin'),
    outsider: sample('globex-member', 'globex-prod'),
  },
  server: {},
};

/** Throws where the file cannot be read, naming what is wrong with it. */
export function cloudOf(path: string | undefined): Cloud {
  if (!path) return EMBEDDED;
  const parsed = file.safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const { config } = parsed.data;
  return { ...parsed.data, name: path, ...(config && { config: resolve(dirname(path), config) }) };
}
