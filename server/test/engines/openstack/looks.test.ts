/** A bulk action leaves many waiting for their servers at once: the cloud is asked for a few of them at a time. */
import { afterEach, expect, it } from 'vitest';
import { Nova } from './support/nova.ts';
import { Rig } from './support/rig.ts';

const MS = 30;

const nova = new Nova();
let rig: Rig<Nova['cloud']>;
afterEach(() => rig.close());

it('asks for at most eight servers at a time, however many wait, and answers all of them', async () => {
  rig = await Rig.on(nova.cloud);
  const ids = Array.from({ length: 40 }, () => nova.create());
  let [running, most] = [0, 0];
  nova.delay = () => {
    most = Math.max(most, ++running);
    setTimeout(() => running--, MS);
    return MS;
  };
  const rows = await Promise.all([...ids, 'unknown'].map((id) => rig.rereads.look('server', id)));
  expect(rows.map((row) => row?.id)).toEqual([...ids, undefined]);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
  expect(Object.keys(await rig.names()).toSorted()).toEqual(ids.toSorted());
});
