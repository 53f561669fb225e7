/** What a fault suite does to which cloud: `lab/openstack/faults.yaml` is one. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { readCloud, type Cloud as Account } from '../../src/engines/openstack/client/clouds.ts';
import { cloudOf, type Cloud } from '../scenarios/support/cloud.ts';

const file = z.strictObject({
  scenario: z.string(),
  /** GANTRY_CONFIG without a message bus, and what that bus is called among the services. */
  polling: z.strictObject({ config: z.string(), without: z.string() }).optional(),
  cloud: z.strictObject({ file: z.string(), name: z.string() }),
  /** `{process}` stands for the process; run in the folder of the file. */
  commands: z.strictObject({ stop: z.string(), kill: z.string(), start: z.string(), hang: z.string(), resume: z.string() }),
  services: z.record(z.string(), z.strictObject({ process: z.string(), at: z.url() })),
  rounds: z.array(z.array(z.string()).min(1)),
  /** Seconds */
  outage: z.number().positive(),
  quiet: z.number().nonnegative(),
});

export type Suite = Omit<z.infer<typeof file>, 'cloud' | 'polling'> & { folder: string; cloud: Cloud; account: Account };

/** Throws where a file cannot be read or names a service that is not described. */
function described(path: string): z.infer<typeof file> {
  const parsed = file.safeParse(parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const unknown = parsed.data.rounds.flat().find((name) => !(name in parsed.data.services));
  if (unknown !== undefined) throw new Error(`${path}: a round names ${unknown}, which is not among the services`);
  return parsed.data;
}

/** Whether a file says how to do without the message bus. */
export const hasPolling = (path: string): boolean => described(path).polling !== undefined;

/** `isPolling`: without the message bus. Throws as above, and where the file does not say how. */
export async function readSuite(path: string, isPolling: boolean): Promise<Suite> {
  const folder = dirname(resolve(path));
  const { cloud: account, polling, rounds, ...suite } = described(path);
  if (isPolling && !polling) throw new Error(`${path}: it does not say how to do without a message bus`);
  const cloud = cloudOf(resolve(folder, suite.scenario));
  const instead = isPolling ? polling : undefined;
  return {
    ...suite,
    rounds: instead ? without(rounds, instead.without) : rounds,
    folder,
    cloud: instead ? { ...cloud, config: resolve(folder, instead.config) } : cloud,
    account: await readCloud(resolve(folder, account.file), account.name),
  };
}

/** The rounds without a service; of those that are the same then, the first. */
function without(rounds: readonly string[][], service: string): string[][] {
  const left = rounds.map((names) => names.filter((name) => name !== service)).filter((names) => names.length > 0);
  return left.filter((names, index) => left.findIndex((other) => isDeepStrictEqual(other, names)) === index);
}
