/** Metrics that the platform has of its volumes and servers, simulated. */
import { SERVER_FIGURES, VOLUME_RATES, VOLUME_USED } from '@gantry/contract/nouns/metrics/queries';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import type { StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import { allowed, type Limited, type Measure } from '@gantry/contract/nouns/storage-policies/limits';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import { documentOf, type VolumeDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { BALANCER_SERIES } from './balancers.ts';
import { loadOf } from './guest-load.ts';
import type { Series } from './of-things.ts';
import { allPolicies } from '../../../engines/embedded/platform/storage-policies/all.ts';
import { DEFAULT_POLICY } from '../../../engines/embedded/platform/storage-policies/catalogue.ts';

/** Bytes that were written to a volume: none to one that never was in a server, nor made of anything. */
const usedOf = ({ guests }: Platform, volume: VolumeDocument): number => {
  const isBlank = volume.volume_image_metadata === null && volume.snapshot_id === null && volume.attachments.length === 0;
  return isBlank ? 0 : guests.written(volume);
};

const ofServer = (name: StatSeriesName): Series => ({
  kind: serverKind,
  label: 'server_id',
  of: (platform, row) => loadOf(platform, documentOf('server', row), name),
});

const ofVolume = (of: (platform: Platform, volume: VolumeDocument) => Promise<Measured>): Series => ({
  kind: volumeKind,
  label: 'volume_id',
  of: (platform, row) => of(platform, documentOf('volume', row)),
});

/** The series of reads and of writes that are limited together, by the measure of limits. */
const TOGETHER: Readonly<Record<Measure, readonly [read: StatSeriesName, write: StatSeriesName]>> = {
  iops: ['disk-read-operations', 'disk-write-operations'],
  bytes: ['disk-read', 'disk-write'],
};

/**
 * A volume's part of what its server does with all of its volumes, as far as its storage policy lets it; nothing where it is in none. What a
 * policy allows is what it allows now.
 */
const ofDisk = (measure: Measure, direction: 'read' | 'write'): Series =>
  ofVolume(async (platform, volume) => {
    const [first] = volume.attachments;
    const server = first && (await platform.document(platform.store.read, 'server', first.server_id));
    if (!server) return () => 0;
    const [read, write] = await Promise.all(TOGETHER[measure].map((name) => loadOf(platform, server, name)));
    const policy = (await allPolicies(platform)).find(({ name }) => name === (volume.storage_policy_name ?? DEFAULT_POLICY));
    const mayDo = (of: Limited) => {
      const limit = policy?.limits[of];
      return limit ? allowed(limit, volume.size) : Infinity;
    };
    const [most, mostOfAll] = [mayDo(`${direction}_${measure}`), mayDo(`total_${measure}`)];
    const part = (load: Measured | undefined, at: number) => (load?.(at) ?? 0) / Math.max(1, server.volumes.length);
    return (at) => {
      const [reads, writes] = [part(read, at), part(write, at)];
      const wanted = direction === 'read' ? reads : writes;
      return Math.min(wanted, most, reads + writes > mostOfAll ? (mostOfAll * wanted) / (reads + writes) : Infinity);
    };
  });

export const SERIES: Readonly<Record<string, Series>> = {
  [VOLUME_USED]: ofVolume(async (platform, volume) => () => usedOf(platform, volume)),
  [VOLUME_RATES.read]: ofDisk('bytes', 'read'),
  [VOLUME_RATES.write]: ofDisk('bytes', 'write'),
  [VOLUME_RATES['read-operations']]: ofDisk('iops', 'read'),
  [VOLUME_RATES['write-operations']]: ofDisk('iops', 'write'),
  [SERVER_FIGURES.cpu]: ofServer('cpu'),
  [SERVER_FIGURES.memory]: ofServer('memory'),
  ...BALANCER_SERIES,
};
