/** What a server does once, when it comes up for the first time: the script and the password it was given. Of both themselves nothing is kept. */
import type { ServerCreate } from '@gantry/contract/nouns/servers/create';
import { readUserData } from '@gantry/contract/nouns/servers/user-data';
import type { Writer } from '../../../port/store/writer.ts';
import type { ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { writeLog } from './journal.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

type FirstBootRequest = Pick<ServerCreate, 'user_data' | 'config_drive' | 'password' | 'disk_bus' | 'device_type' | 'volumes'>;

/** Notes what a new server has to do, where that is anything. */
export async function planFirstBoot(platform: Platform, writer: Writer, serverId: string, request: FirstBootRequest): Promise<void> {
  const { user_data: script, config_drive: drive = false, password } = request;
  const disks = disksOf(request);
  if (script === undefined && !drive && password === undefined && disks.length === 0) return;
  const { form } = script === undefined ? {} : readUserData(script);
  await platform.buckets.firstBoots.put(writer.records, serverId, {
    script: script === undefined ? null : (form ?? 'unknown'),
    bytes: Buffer.byteLength(script ?? ''),
    drive,
    ...(password !== undefined && { password: true }),
    ...(disks.length > 0 && { disks }),
  });
}

/** What the firmware finds, where something was said of it; the boot volume is disk 0. */
function disksOf({ disk_bus, device_type, volumes = [] }: FirstBootRequest): string[] {
  return [{ disk_bus, device_type, boot_order: undefined }, ...volumes].flatMap(
    ({ disk_bus: bus, device_type: type, boot_order: place }, index) => {
      const said = [bus && `by ${bus}`, type && `as ${type}`, place !== undefined && `looked at as number ${place} after the boot volume`];
      const parts = said.filter(Boolean).join(', ');
      return parts === '' ? [] : [`disk ${index}: ${parts}`];
    },
  );
}

/** Writes to the console what a server has done at its first boot, once. */
export async function firstBoot(platform: Platform, writer: Writer, server: ServerDocument): Promise<void> {
  const { id: serverId } = server;
  const planned = await platform.buckets.firstBoots.get(writer.records, serverId);
  if (!planned) return;
  await platform.buckets.firstBoots.remove(writer.records, serverId);
  await writeLog(platform, writer.records, serverId, platform.guests.firstBoot(planned, server, platform.now()));
}
