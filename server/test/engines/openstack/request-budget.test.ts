/** How many requests the mirror has under way at the same time. */
import { afterEach, describe, expect, it } from 'vitest';
import { RequestBudget } from '../../../src/engines/openstack/client/request-budget.ts';
import { Bench } from './support/bench.ts';

const LISTINGS = /^\/(identity|compute|network|volume|image|placement)\/v[\d.]+\/./;
const PLACES = 2;

describe('the budget of the mirror’s requests', () => {
  let bench: Bench | undefined;
  afterEach(async () => {
    await bench?.close();
    bench = undefined;
  });

  it('the mirror’s requests have one budget for all kinds together, and of one service half of it', async () => {
    bench = await Bench.open({ settings: { limits: { mirror: PLACES } } });
    const { cloud } = bench;
    const underWay: string[] = [];
    const most = { together: 0, ofOne: 0 };
    const held: (() => void)[] = [];
    const swept = { yet: false };
    cloud.on('GET', LISTINGS, async ({ path }, usual) => {
      const service = path.split('/')[1]!;
      underWay.push(service);
      most.together = Math.max(most.together, underWay.length);
      most.ofOne = Math.max(most.ofOne, underWay.filter((one) => one === service).length);
      // What comes once all is counted nobody would answer.
      if (!swept.yet) await new Promise<void>((answer) => held.push(answer));
      underWay.splice(underWay.indexOf(service), 1);
      const { status, answer } = usual();
      return { status: status === 501 ? 404 : status, answer };
    });
    await bench.engine.start();
    const sweeping = bench.swept().then(() => (swept.yet = true));
    // One is answered when all places are taken, or when nothing more has come for some rounds.
    for (let rounds = 0; !swept.yet; rounds += 1) {
      const before = underWay.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (underWay.length !== before) rounds = 0;
      if (underWay.length < PLACES && rounds < 20) continue;
      held.shift()?.();
      rounds = 0;
    }
    await sweeping;
    for (const answer of held) answer();
    expect(most).toEqual({ together: PLACES, ofOne: PLACES / 2 });
  });

  it('the budget of requests leaves places to other services while one of them answers nothing', async () => {
    const budget = new RequestBudget(PLACES);
    const silence = Promise.withResolvers<void>();
    const hanging = Array.from({ length: PLACES }, () => budget.run('compute', () => silence.promise));
    expect(await budget.run('network', async () => 'answered')).toBe('answered');
    silence.resolve();
    await Promise.all(hanging);
  });
});
