/** Snapshots that are taken of volumes by themselves, on a cloud's recorded answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../../src/port/engine.ts';
import { ServiceAccount } from '../../../../src/engines/openstack/client/tokens.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const HOUR_MS = 3_600_000;
const WAIT = { timeout: 20_000, interval: 20 };
const SNAPSHOTS = /^\/volume\/v3\/[^/]+\/snapshots$/;
const LISTED = /^\/volume\/v3\/[^/]+\/snapshots\/detail/;
const TRUSTS = /^\/identity\/v3\/OS-TRUST\/trusts/;

describe('schedules of snapshots on OpenStack', () => {
  let bench: Bench;
  let volumeId: string;
  /** Snapshots that the cloud has, beside those recorded, as they were made. */
  let made: { id: string; name: string; volume_id: string; metadata: object }[];

  const holder = () => `alice@project:${bench.cloud.id('acme-prod')}`;
  const model = () => bench.cloud.recorded<{ snapshots: object[] }>('GET', LISTED).snapshots[0]!;
  const sent = (method: string, path: RegExp) => bench.cloud.asked.filter((one) => one.method === method && path.test(one.path));
  const volume = async () => (await bench.store.read.get({ engine: 'cloud', kind: 'volume', id: volumeId }))!;
  const schedule = async (body: { hours: number; keep: number }, context?: CommandContext) =>
    bench.engine.commands['volume.schedule']!.accept(context ?? (await bench.asking('alice')), await volume(), body);
  const record = async () =>
    (await bench.store.records.get('cloud', 'schedules', volumeId)) as { taken: string[]; trust: string; hours: number } | undefined;
  /** As if so many hours had passed. */
  const passed = async (hours: number) => {
    const known = (await record())!;
    const due = new Date(Date.now() - (hours - known.hours) * HOUR_MS - 1).toISOString();
    await bench.store.transaction((writer) => writer.records.put('cloud', 'schedules', volumeId, known, due));
  };

  beforeEach(async () => {
    bench = await (await Bench.open({ poll: { schedules: 0.05 } })).mirrored();
    await expect.poll(() => bench.row('volume_snapshot', 'saved'), { timeout: 30_000 }).toBeDefined();
    volumeId = String((await bench.document('volume_snapshot', 'saved'))['volume_id']);
    made = [];
    let trusts = 0;
    bench.cloud.on('POST', TRUSTS, () => {
      const id = `trust-${++trusts}`;
      bench.cloud.trusts.set(id, holder());
      return { status: 201, answer: { trust: { id } } };
    });
    bench.cloud.on('DELETE', TRUSTS, ({ path }) => {
      bench.cloud.trusts.delete(path.split('/').at(-1)!);
      return { status: 204 };
    });
    const whole = (one: (typeof made)[number]) => ({ ...model(), ...one, status: 'available' });
    bench.cloud.on('POST', SNAPSHOTS, (asked) => {
      const { snapshot } = asked.sent as { snapshot: Omit<(typeof made)[number], 'id'> };
      const one = { ...snapshot, id: `scheduled-${sent('POST', SNAPSHOTS).length}` };
      made.push(one);
      return { status: 202, answer: { snapshot: { id: one.id } } };
    });
    bench.cloud.on('GET', LISTED, ({ query }, usual) => {
      if (query.has('volume_id')) return { answer: { snapshots: made.map(whole) } };
      const { status, answer } = usual();
      return { answer: status === 501 ? { snapshots: [] } : answer };
    });
    bench.cloud.on('GET', /\/snapshots\/scheduled-\d+$/, ({ path }) => {
      const one = made.find(({ id }) => path.endsWith(`/${id}`));
      return one ? { answer: { snapshot: whole(one) } } : { status: 404, answer: { itemNotFound: { code: 404, message: 'gone' } } };
    });
    bench.cloud.on('DELETE', /\/snapshots\/scheduled-\d+$/, ({ path }) => {
      made = made.filter(({ id }) => !path.endsWith(`/${id}`));
      return { status: 202 };
    });
  });
  afterEach(() => bench.close());

  const taken = (count: number) => vi.waitFor(async () => expect((await record())?.taken).toHaveLength(count), WAIT);
  const read = (id: string) =>
    vi.waitFor(async () => expect(await bench.store.read.get({ engine: 'cloud', kind: 'volume_snapshot', id })).toBeDefined(), WAIT);

  it('a snapshot schedule entrusts the service account with the user’s roles, and is shown at the volume, also when read again', async () => {
    await schedule({ hours: 24, keep: 2 });
    const [trust] = sent('POST', TRUSTS);
    const { userId } = (await bench.asking('alice')).actor;
    const project_id = bench.cloud.id('acme-prod');
    expect(trust).toMatchObject({
      as: holder(),
      sent: {
        trust: {
          trustor_user_id: userId,
          project_id,
          impersonation: true,
          roles: Array.from({ length: 2 }, () => ({ id: expect.any(String) as string })),
        },
      },
    });
    expect((trust!.sent as { trust: { trustee_user_id: string } }).trust.trustee_user_id).not.toBe(userId);
    expect((await volume()).document['snapshot_schedule']).toEqual({ hours: 24, keep: 2, missed: null });
    const { revision } = await volume();
    await bench.restart();
    await bench.swept();
    expect(await volume()).toMatchObject({ revision, document: { snapshot_schedule: { hours: 24, keep: 2 } } });
    expect(sent('POST', SNAPSHOTS)).toEqual([]);
  });

  it('a snapshot schedule is carried out in the user’s place when its hours are over, and lets surplus oldest snapshots go', async () => {
    await schedule({ hours: 24, keep: 2 });
    for (const count of [1, 2, 2, 2]) {
      await passed(24);
      await taken(count);
      await read((await record())!.taken.at(-1)!);
      await vi.waitFor(
        async () => expect(Date.parse((await bench.store.records.nextDue('cloud', 'schedules'))!)).toBeGreaterThan(Date.now()),
        WAIT,
      );
    }
    expect(sent('POST', SNAPSHOTS).map(({ as }) => as)).toEqual(Array.from({ length: 4 }, holder));
    expect(made.map(({ id }) => id)).toEqual((await record())!.taken);
    expect(made[0]).toMatchObject({
      volume_id: volumeId,
      force: true,
      name: expect.stringMatching(/ \d{4}-\d\d-\d\dT\d\d:\d\d$/) as string,
    });
    expect(new Set(made.map(({ metadata }) => JSON.stringify(metadata))).size).toBe(2);
  });

  it('a snapshot schedule takes no snapshot twice where the process ended before it was noted', async () => {
    await schedule({ hours: 1, keep: 7 });
    await passed(1);
    await taken(1);
    const due = /schedule:(.*)"/.exec(JSON.stringify(made[0]!.metadata))![1]!;
    const known = (await record())!;
    await bench.store.transaction((writer) => writer.records.put('cloud', 'schedules', volumeId, { ...known, taken: [] }, due));
    await taken(1);
    expect(sent('POST', SNAPSHOTS)).toHaveLength(1);
  });

  it('scheduled snapshots are put off while the cloud is silent, and left out where the trust holds no more', async () => {
    await schedule({ hours: 1, keep: 7 });
    bench.cloud.trusts.clear();
    await passed(1);
    await vi.waitFor(
      async () => expect(Date.parse((await bench.store.records.nextDue('cloud', 'schedules'))!)).toBeGreaterThan(Date.now()),
      WAIT,
    );
    expect([made, (await record())!.taken]).toEqual([[], []]);
    expect((await volume()).document['snapshot_schedule']).toEqual({ hours: 1, keep: 7, missed: 'rights' });
    bench.cloud.trusts.set((await record())!.trust, holder());
    bench.cloud.silent.add('volume');
    await passed(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(Date.parse((await bench.store.records.nextDue('cloud', 'schedules'))!)).toBeLessThan(Date.now());
    bench.cloud.silent.clear();
    await taken(1);
    await expect.poll(async () => (await volume()).document['snapshot_schedule']).toEqual({ hours: 1, keep: 7, missed: null });
  });

  it('a snapshot schedule ends with its trust, and what was taken stays; another schedule takes the place of the first', async () => {
    await schedule({ hours: 1, keep: 7 });
    await schedule({ hours: 2, keep: 7 });
    expect([...bench.cloud.trusts.keys()]).toEqual([(await record())!.trust]);
    await passed(2);
    await taken(1);
    await schedule({ hours: 2, keep: 0 });
    expect([await record(), (await volume()).document['snapshot_schedule']]).toEqual([undefined, null]);
    expect([made.length, bench.cloud.trusts.size]).toEqual([1, 0]);
  });

  it('a snapshot schedule is refused where the service account signs in by an application credential', async () => {
    const methods = (...names: string[]) => ({ identity: { methods: names } });
    const keystone = { authUrl: bench.cloud.authUrl, timeLimit: 1000 };
    const accounts = ['password', 'application_credential'].map((name) => new ServiceAccount(keystone, methods(name)));
    expect(accounts.map(({ canBeEntrusted }) => canBeEntrusted)).toEqual([true, false]);
    const account = vi.spyOn(ServiceAccount.prototype, 'canBeEntrusted', 'get').mockReturnValue(false);
    await expect(schedule({ hours: 1, keep: 7 })).rejects.toMatchObject({ code: 'not_supported' });
    account.mockRestore();
    expect([sent('POST', TRUSTS), await record()]).toEqual([[], undefined]);
  });
});
