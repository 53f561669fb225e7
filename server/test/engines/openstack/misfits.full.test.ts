/** Whatever value any member of anything in a cloud has, all else is mirrored as before, and what can be read of it is shown with a mark. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Replay } from '../../../../fakes/openstack/replay.ts';
import { LISTED, ODD, oddRig, sweepOdd } from './support/odd-cloud.ts';
import type { Rig } from './support/rig.ts';

describe('odd things of a cloud', () => {
  let rig: Rig<Replay>;
  beforeAll(async () => {
    rig = await oddRig();
  });
  afterAll(() => rig.close());

  it.each(Object.keys(LISTED))('each odd value of each member of the kind %s leaves all others as they were', async (kind) => {
    expect(await sweepOdd(rig, kind, () => ODD)).toEqual([]);
  });
});
