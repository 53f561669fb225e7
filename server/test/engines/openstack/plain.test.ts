/** What a cloud does with all nouns whose specimen tells it, one after the other on one cloud's recorded answers. */
import { afterAll, beforeAll, describe } from 'vitest';
import { SPECIMENS } from '../../nouns/index.ts';
import { Bench } from './support/bench.ts';

describe('on OpenStack', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await (await Bench.open()).mirrored();
  });
  afterAll(() => bench.close());

  for (const { cloud } of Object.values(SPECIMENS)) cloud?.(() => bench);
});
