import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReturnRoute, encodeReturnRoute } from '../../src/app/router/return-route.ts';
import { parseSearch, stringifySearch } from '../../src/app/router/search.ts';

const STEP = '/compute/instances/add/{-$step}';
const decode = (value: unknown) => decodeReturnRoute(value, (name) => name === STEP);
const encodeText = (text: string) => Buffer.from(text).toString('base64url');

describe('a returnRoute', () => {
  it('a returnRoute comes back as it was, through the address as well [choice.return-route-value]', () => {
    const names = fc.stringMatching(/^[a-z]+$/);
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), fc.dictionary(names, fc.jsonValue()), (params, query) => {
        // As JSON has it: -0 is 0.
        const route = JSON.parse(JSON.stringify({ name: STEP, params, query })) as { name: string; params: typeof params; query: object };
        const { returnRoute } = parseSearch(stringifySearch({ returnRoute: encodeReturnRoute({ ...route, query }) }));
        expect(returnRoute).toMatch(/^[\w-]+$/);
        expect(decode(returnRoute)).toEqual(route);
      }),
    );
  });

  it('a returnRoute names a page as the specification does, or by its path', () => {
    const named = { name: 'volumeDetails', params: { volumeId: 'v1', detailsTab: 'snapshots' }, query: {} };
    expect(decode(encodeReturnRoute(named))).toEqual({ ...named, name: '/compute/volumes/$volumeId/{-$detailsTab}' });
    expect(decode(encodeReturnRoute({ ...named, name: 'volumedetails' }))).toBeUndefined();
  });

  it('a returnRoute opens the overview of a load balancer where it names no tab', () => {
    const named = { name: 'computeLoadBalancersDetails', params: { loadBalancerId: 'lb' }, query: {} };
    const path = '/compute/load-balancers/$loadBalancerId/$detailsTab';
    expect(decode(encodeReturnRoute(named))).toMatchObject({ name: path, params: { loadBalancerId: 'lb', detailsTab: 'overview' } });
    const said = { ...named, params: { loadBalancerId: 'lb', detailsTab: 'properties' } };
    expect(decode(encodeReturnRoute(said))).toMatchObject({ params: { detailsTab: 'properties' } });
  });

  it.each([
    ['another site', encodeReturnRoute({ name: 'https://example.org/', params: {}, query: {} })],
    ['another site without a scheme', encodeReturnRoute({ name: '//example.org', params: {}, query: {} })],
    ['a page that there is not', encodeReturnRoute({ name: '/compute/instances', params: {}, query: {} })],
    ['a bare address', '/compute/instances/add/key'],
    ['an address of another site', 'https://example.org/'],
    ['what is no JSON', encodeText('{"name"')],
    ['JSON of another shape', encodeText(JSON.stringify({ name: STEP }))],
    ['bytes that are no text', '_____w'],
    ['a part of a byte', 'A'],
    ['nothing', ''],
    ['no text', { name: STEP }],
    ['an absent one', undefined],
  ])('a returnRoute is refused where it is %s [choice.return-route-value]', (_, value) => {
    expect(decode(value)).toBeUndefined();
  });
});
