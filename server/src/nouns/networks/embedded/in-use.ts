/** Addresses in use of which no ranges are kept, one record each: all of IPv6, and those of IPv4 that are outside of the pools of their subnet. */
import { ipText, ipValue } from '@gantry/contract/validation/ip-values';
import type { Store } from '../../../port/store/store.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Records looked at in one go. */
const PAGE = 200;
const DIGITS = 32;

export const digits = (value: bigint): string => value.toString(16).padStart(DIGITS, '0');
export const keyOf = (subnetId: string, value: bigint): string => `${subnetId}:${digits(value)}`;
export const valueIn = (key: string): bigint => BigInt(`0x${key.slice(-DIGITS)}`);

export const isUsed = async ({ buckets }: Platform, { records }: Writer, subnetId: string, ip: string): Promise<boolean> =>
  (await buckets.inUse.get(records, keyOf(subnetId, ipValue(ip)))) === true;

/** Takes an address of a subnet. False where it is taken. */
export async function takeUsed(platform: Platform, writer: Writer, subnetId: string, ip: string): Promise<boolean> {
  if (await isUsed(platform, writer, subnetId, ip)) return false;
  await platform.buckets.inUse.put(writer.records, keyOf(subnetId, ipValue(ip)), true);
  return true;
}

/** Gives one back; nothing happens where it is not in use. */
export const releaseUsed = ({ buckets }: Platform, { records }: Writer, subnetId: string, ip: string): Promise<void> =>
  buckets.inUse.remove(records, keyOf(subnetId, ipValue(ip)));

/** Those of a subnet, each one. */
export async function* usedIn(
  { buckets }: Platform,
  { records }: Pick<Store, 'records'>,
  { id, ip_version: version }: Pick<NetworkDocument['subnets'][number], 'id' | 'ip_version'>,
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await buckets.inUse.list(records, { prefix: `${id}:`, limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key } of page) yield ipText(valueIn(key), version === 4 ? 4 : 16);
    after = page.length < PAGE ? undefined : page.at(-1)!.key;
  } while (after !== undefined);
}
