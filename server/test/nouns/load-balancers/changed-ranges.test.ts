import { expect, it } from 'vitest';
import { assertFits } from '../../../src/nouns/load-balancer-pools/shared/fits.ts';

const pool = { protocol: 'TCP', backend_protocol: 'TCP', hasTls: false, hasClientCa: false, allowed_cidrs: ['fd00::/64', '10.0.0.0/8'] };
const judge = (change: Partial<typeof pool>) => () => assertFits({ ...pool, ...change }, '203.0.113.9', { before: pool });

it('ranges of another IP version that a pool of a load balancer has keep nobody from changing others', () => {
  expect(judge({})).not.toThrow();
  expect(judge({ allowed_cidrs: ['192.0.2.0/24', 'fd00::/64'] })).not.toThrow();
  expect(judge({ allowed_cidrs: ['fd00::/64', 'fd01::/64'] })).toThrow(
    expect.objectContaining({ fields: { 'allowed_cidrs.1': [{ code: 'cidr_version' }] } }),
  );
  expect(() => assertFits(pool, '203.0.113.9', { place: 'pools.0.' })).toThrow(
    expect.objectContaining({ fields: { 'pools.0.allowed_cidrs.0': [{ code: 'cidr_version' }] } }),
  );
});
