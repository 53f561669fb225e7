/** What a server does once, when it comes up for the first time: the script it was given. Of the script itself nothing is kept. */
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import type { Writer } from '../../store/port.ts';
import { writeLog } from './journal.ts';
import type { Platform } from './platform.ts';
import type { FirstBoot } from './records.ts';

/** Notes what a new server has to do, where that is anything. */
export async function planFirstBoot(
  platform: Platform,
  writer: Writer,
  serverId: string,
  { user_data: script, config_drive: drive = false }: Pick<ServerCreate, 'user_data' | 'config_drive'>,
): Promise<void> {
  if (script === undefined && !drive) return;
  const kind = script === undefined ? null : script.startsWith('#!') ? 'shell script' : 'cloud-config';
  await platform.buckets.firstBoots.put(writer.records, serverId, { script: kind, bytes: Buffer.byteLength(script ?? ''), drive });
}

/** Writes to the console what a server has done at its first boot, once. */
export async function firstBoot(platform: Platform, writer: Writer, serverId: string): Promise<void> {
  const planned = await platform.buckets.firstBoots.get(writer.records, serverId);
  if (!planned) return;
  await platform.buckets.firstBoots.remove(writer.records, serverId);
  const at = platform.now();
  const lines = linesOf(planned).map((line) => `[${at}] ${line}\n`);
  await writeLog(platform, writer.records, serverId, lines.join(''));
}

function linesOf({ script, bytes, drive }: FirstBoot): string[] {
  return [
    ...(drive ? ['config drive: metadata read from disk'] : []),
    ...(script === null ? [] : [`first boot: the ${script} of ${bytes} bytes that came with the request has run`]),
  ];
}
