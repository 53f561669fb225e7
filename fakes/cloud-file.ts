/** A file that describes a cloud to try Gantry on: who there is, and what servers are made of. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

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
  /** How a node is made to fail and to work again: commands in which `{node}` stands for its host, run in the folder of this file. */
  node: z.strictObject({ down: z.string(), up: z.string() }).optional(),
});

type Described = z.infer<typeof file>;
export type FailingNode = NonNullable<Described['node']> & { folder: string };
export type CloudFile = Omit<Described, 'node'> & { node?: FailingNode };

/** Reads it; `config` becomes a whole path. Throws where the file cannot be read, naming what is wrong with it. */
export function readCloudFile(path: string): CloudFile {
  const parsed = file.safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const { config, node, ...more } = parsed.data;
  const folder = dirname(resolve(path));
  return { ...more, ...(config && { config: resolve(folder, config) }), ...(node && { node: { ...node, folder } }) };
}
