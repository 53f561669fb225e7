import { GantryError } from '@gantry/contract/wire/errors';
import type { Records } from '../../../port/store/records.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Names of domains and users are the same whatever their case. */
const fold = (name: string): string => name.normalize('NFC').toLowerCase();

export const domainName = (name: string): string => `domain:${fold(name)}`;
export const groupName = (domainId: string, name: string): string => `group:${domainId}:${fold(name)}`;
export const userName = (domainId: string, name: string): string => `user:${domainId}:${fold(name)}`;

/** Id behind a name, or undefined. */
export const idOfName = (platform: Platform, records: Pick<Records, 'get'>, name: string): Promise<string | undefined> =>
  platform.buckets.names.get(records, name);

/** A name that one thing has at most: its key, of the three above, and what is said where another one has it. */
interface Wanted {
  id: string;
  key: string;
  taken: string;
}

/** Throws name_taken. */
export async function takeName({ buckets }: Platform, { records }: Writer, { id, key, taken }: Wanted): Promise<void> {
  const holder = await buckets.names.get(records, key);
  if (holder !== undefined && holder !== id) throw new GantryError('name_taken', { fields: { name: [{ code: taken }] } });
  await buckets.names.put(records, key, id);
}

/** Takes another name, and gives up that of the key `before`. Throws name_taken. */
export async function takeOtherName(platform: Platform, writer: Writer, wanted: Wanted, before: string): Promise<void> {
  await takeName(platform, writer, wanted);
  if (before !== wanted.key) await platform.buckets.names.remove(writer.records, before);
}
