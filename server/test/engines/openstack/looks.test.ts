/** A bulk action leaves many waiting for their servers at once: the cloud is asked for a few of them at a time. */
import { afterEach, expect, it } from 'vitest';
import { Rig } from './support/rig.ts';

const MS = 30;

let rig: Rig;
afterEach(() => rig.close());

it('asks for at most eight servers at a time, however many wait, and answers all of them', async () => {
  rig = await Rig.open();
  const ids = Array.from({ length: 40 }, () => rig.nova.create());
  let [running, most] = [0, 0];
  rig.nova.delay = () => {
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
