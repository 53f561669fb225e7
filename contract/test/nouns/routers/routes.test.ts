import { expect, it } from 'vitest';
import { keepRoutes, newRouteProblems } from '../../../src/nouns/routers/routes.ts';

const foreign = { destination: '169.254.169.0/24', nexthop: 'FD00::9' };
const good = { destination: '10.99.0.0/16', nexthop: '10.6.0.9' };

it('routes that a router has are judged by nobody, and new ones are', () => {
  expect(newRouteProblems([{ ...foreign, nexthop: 'fd00::9' }, good], [foreign])).toEqual({});
  expect(newRouteProblems([good, { ...foreign, nexthop: 'fd00::8' }], [foreign])).toMatchObject({
    'routes.1.destination': [{ code: expect.stringMatching(/^cidr_/) }],
  });
  expect(newRouteProblems([foreign], [])).toHaveProperty(['routes.0.destination']);
});

it('routes that a router has stay as they are written', () => {
  expect(keepRoutes([{ ...foreign, nexthop: 'fd00::9' }, good], [foreign])).toEqual([foreign, good]);
});
