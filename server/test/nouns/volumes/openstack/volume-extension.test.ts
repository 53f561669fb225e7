/** Volumes that grow: what the volume service is asked, what is made of its no, and when it counts as done. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../../../src/port/engine.ts';
import { growthOf } from '../../../../src/nouns/volumes/openstack/extend.ts';
import { Bench, forOneTest } from '../../../engines/openstack/support/bench.ts';

const ACTION = /^\/volume\/v3\/[^/]+\/volumes\/[^/]+\/action$/;

it.each([
  { volume: { status: 'extending', size: 1 }, growth: 'under way' },
  { volume: { status: 'in-use', size: 3 }, growth: 'done' },
  { volume: { status: 'available', size: 4 }, growth: 'done' },
  { volume: { status: 'in-use', size: 1 }, growth: { resting: 'the volume stays in-use at 1 GiB' } },
  { volume: { status: 'error_extending', size: 1 }, growth: { failed: 'the volume is error_extending' } },
  { volume: null, growth: { failed: 'the volume is gone' } },
])('a volume that is to have 3 GiB, and is $volume, has come so far: $growth', ({ volume, growth }) => {
  expect(growthOf(volume, 3)).toEqual(growth);
});

describe('volumes that grow on OpenStack', () => {
  let bench: Bench;
  let volumeId: string;
  let serverId: string;
  beforeAll(async () => {
    bench = await (await Bench.open()).mirrored();
    const saved = await vi.waitFor(() => bench.document('volume_snapshot', 'saved'), { timeout: 30_000, interval: 50 });
    volumeId = String(saved['volume_id']);
    serverId = (await volume()).attachments[0]!.server_id;
  });
  afterEach(() => {
    bench.cloud.asked.length = 0;
  });
  afterAll(() => bench.close());

  const row = async () => (await bench.store.read.get({ engine: 'cloud', kind: 'volume', id: volumeId }))!;
  const volume = async () => (await row()).document as { status: string; size: number; attachments: { server_id: string }[] };
  const on = forOneTest(() => bench);
  const LOOK = () => new RegExp(`/volumes/${volumeId}$`);
  /** What the cloud tells of the volume otherwise than recorded. */
  let said: object = {};
  const tell = (change: object) => {
    said = change;
    on('GET', LOOK(), (_, usual) => {
      const { volume: known } = usual().answer as { volume: object };
      return { answer: { volume: { ...known, ...said } } };
    });
  };
  /** The service accepts, and tells this of the volume from then on. */
  const accepts = (then: object) =>
    on('POST', ACTION, () => {
      said = then;
      return { status: 202, answer: null };
    });
  const sent = () => bench.cloud.asked.filter(({ method, path }) => method === 'POST' && ACTION.test(path));
  const extend = () => bench.engine.commands['volume.extend'] as Command;
  const accept = async (size: number) => extend().accept(await bench.asking('alice'), await row(), { size });
  const settle = async (size: number, accepted: Awaited<ReturnType<typeof accept>>) =>
    extend().settle!(await bench.asking('alice'), accepted, { size });

  it('the growth of a volume in use is asked for with the user’s own token, in a version that does it, and waited for', async () => {
    tell({});
    accepts({ status: 'extending' });
    const accepted = await accept(3);
    expect(accepted.id).toBe(volumeId);
    expect(sent()).toMatchObject([
      { as: `alice@project:${bench.cloud.id('acme-prod')}`, version: 'volume 3.42', sent: { 'os-extend': { new_size: 3 } } },
    ]);
    expect(await volume()).toMatchObject({ status: 'extending', size: 1 });
    let ended = false;
    const settling = settle(3, accepted).then(() => (ended = true));
    const looks = bench.cloud.count('GET', LOOK());
    await expect.poll(() => bench.cloud.count('GET', LOOK()), { timeout: 10_000 }).toBeGreaterThan(looks + 2);
    expect(ended).toBe(false);
    said = { size: 3 };
    await settling;
    expect(await volume()).toMatchObject({ status: 'in-use', size: 3 });
  });

  it('the growth of a volume is asked for in any version where nobody has the volume', async () => {
    tell({ attachments: [], status: 'available' });
    accepts({ attachments: [], status: 'available', size: 3 });
    await settle(3, await accept(3));
    expect(sent()).toMatchObject([{ version: null }]);
  });

  it('the growth of a volume is not asked for where the rule or the size says no', async () => {
    tell({ status: 'backing-up' });
    await expect(accept(3)).rejects.toMatchObject({ code: 'state_conflict', reason: { code: 'volume_in_progress' } });
    said = { size: 3 };
    const min = { code: 'too_small', params: { min: 4 } };
    await expect(accept(3)).rejects.toMatchObject({ code: 'validation_failed', fields: { size: [min] } });
    const key = { engine: 'cloud', kind: 'server', id: serverId };
    const { revision: _, ...before } = (await bench.store.read.get(key))!;
    await bench.store.transaction((writer) => writer.put({ ...before, document: { ...before.document, status: 'SUSPENDED' } }));
    await expect(accept(4)).rejects.toMatchObject({ code: 'state_conflict', reason: { code: 'server_status' } });
    await bench.store.transaction((writer) => writer.put(before));
    expect(sent()).toEqual([]);
  });

  it('the growth of a volume beyond the quota is told in the words of the volume service', async () => {
    tell({});
    const message =
      'VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. Requested 9G, quota is 10G and 4G has been consumed.';
    on('POST', ACTION, () => ({ status: 413, answer: { overLimit: { code: 413, message } } }));
    await expect(accept(10)).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource: 'gigabytes' }, detail: message });
  });

  it('the growth of a volume fails where the volume ends in error', async () => {
    tell({});
    accepts({ status: 'error_extending' });
    const accepted = await accept(3);
    await expect(settle(3, accepted)).rejects.toMatchObject({ code: 'engine_refused', detail: 'the volume is error_extending' });
  });

  it('the growth of a volume is found again after a crash by what the volume shows', async () => {
    const recover = async (change: object) => {
      tell(change);
      return extend().recover!(await bench.asking('alice'), volumeId, { size: 3 });
    };
    expect(await recover({})).toBeUndefined();
    expect(await recover({ size: 2 })).toBeUndefined();
    for (const change of [{ size: 3 }, { size: 4 }, { status: 'extending' }, { status: 'error_extending' }])
      expect(await recover(change)).toEqual({ id: volumeId });
  });
});
