/** Members of a row whose service does not answer, while another service tells the rest. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AsRecorded } from '../../../../fakes/openstack/as-recorded.ts';
import { Rig } from './support/rig.ts';

let rig: Rig<AsRecorded>;
beforeAll(async () => {
  rig = await Rig.on(new AsRecorded(), 200);
});
afterAll(() => rig.close());

it.each([
  {
    kind: 'server',
    unread: /^\/network\/v2\.0\/ports\?/,
    listing: /servers\/detail\?/,
    many: 'servers',
    odd: { networks: ['lost'], network_data: 5 },
    told: { name: 'renamed' },
    shown: { name: 'renamed' },
  },
  {
    kind: 'node',
    unread: /^\/placement\//,
    listing: /os-hypervisors\/detail/,
    many: 'hypervisors',
    odd: { statistics: 'none', traits: 'fast' },
    told: { status: 'disabled' },
    shown: { in_maintenance: true },
  },
])('odd stored members of a $kind stay as they are while they cannot be read, and are replaced afterwards', async (one) => {
  const { kind, unread, listing, many, odd, told, shown } = one;
  const back = rig.cloud.on('GET', unread, () => ({ status: 503, answer: {} }));
  await rig.sweepOf(kind);
  const [id] = [...(await rig.documents(kind)).keys()];
  const key = { engine: 'cloud', kind, id: id! };
  await rig.store.transaction(async (writer) => {
    const { document, ...row } = (await writer.get(key))!;
    await writer.put({ ...row, document: { ...document, ...odd }, isFromCloud: true });
  });
  const again = rig.cloud.on('GET', listing, (_, usual) => {
    const entries = (usual().answer as Record<string, object[]>)[many]!;
    return { answer: { [many]: entries.map((entry) => ({ ...entry, ...told })) } };
  });
  await rig.sweepOf(kind);
  const { document, unreadable } = (await rig.store.read.get(key))!;
  expect(document).toMatchObject(shown);
  expect(unreadable?.toSorted()).toEqual(Object.keys(odd).toSorted());
  back();
  again();
  const unreadableNow = async () => {
    await rig.sweepOf(kind);
    return (await rig.store.read.get(key))?.unreadable;
  };
  await expect.poll(unreadableNow, { timeout: 20_000 }).toBeUndefined();
});
