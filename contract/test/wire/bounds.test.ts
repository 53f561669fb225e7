import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../src/index.ts';
import { serverMetadata, serverTags } from '../../src/nouns/servers/metadata.ts';
import { openapi } from '../../src/openapi.ts';
import { boundedJson, boundedRecord } from '../../src/wire/bounded.ts';
import { bodyBytesOf } from '../../src/wire/call.ts';
import { bytesOf, largestOf, unboundedIn } from '../support/largest.ts';

const withBody = calls.flatMap((call) => (call.body ? [{ call, body: call.body }] : []));
const problems = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`.trim());

describe('bodies of the contract', () => {
  it('bodies of the contract hold no list, record or text without a bound', () => {
    expect(withBody.length).toBeGreaterThan(30);
    expect(withBody.flatMap(({ call, body }) => unboundedIn(body).map((place) => `${call.id} ${place}`))).toEqual([]);
  });

  it('a list, record or text of any length in a body is found out', () => {
    const body = z.strictObject({
      text: z.string(),
      list: z.array(z.string().max(3)),
      record: z.record(z.string().max(3), z.number()),
      inside: z.array(z.object({ name: z.string().optional() })).max(2),
      keys: boundedRecord(z.string(), z.boolean(), 2),
      anything: z.unknown(),
      fine: boundedJson(5),
      either: z.union([z.literal('a'), z.ipv4()]),
    });
    expect(unboundedIn(body)).toEqual(['text', 'list', 'record', 'inside.*.name', 'keys.{key}', 'anything']);
  });

  it('the body of each call fits into the bytes that the call takes, however full the body is', () => {
    for (const { call, body } of withBody) {
      const largest = largestOf(body);
      expect(body.safeParse(largest).success, call.id).toBe(true);
      expect(bytesOf(largest), call.id).toBeLessThanOrEqual(bodyBytesOf([call]));
    }
  });

  it('no call takes more than half a megabyte, and each says its limit in the description of the API', () => {
    expect(Math.max(...withBody.map(({ call }) => bodyBytesOf([call])))).toBe(524_288);
    const { paths } = openapi(calls, '1.0.0') as { paths: Record<string, Record<string, { requestBody?: Record<string, unknown> }>> };
    const limits = (path: string, method: string) => paths[path]?.[method]?.requestBody?.['x-max-bytes'];
    expect(limits('/api/v2/compute/servers', 'post')).toBe(524_288);
    expect(limits('/api/v2/login', 'post')).toBe(16_384);
    expect(limits('/api/v2/compute/key_pairs', 'post')).toBe(65_536);
    for (const { call } of withBody) expect(limits(call.path, call.method.toLowerCase()), call.id).toEqual(expect.any(Number));
  });
});

describe('metadata and tags of servers', () => {
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, 'value']));

  it('the metadata of a server has at most 128 entries of keys and values of 255 characters', () => {
    expect(problems(serverMetadata, pairs(128))).toEqual([]);
    expect(problems(serverMetadata, pairs(129))).toEqual(['too_many']);
    expect(problems(serverMetadata, { ['k'.repeat(255)]: 'v'.repeat(255) })).toEqual([]);
    expect(problems(serverMetadata, { ['k'.repeat(256)]: '' })).toHaveLength(1);
    expect(problems(serverMetadata, { k: 'v'.repeat(256) })).toEqual(['k too_long']);
  });

  it('a server has at most 50 tags of 60 characters', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `${index}`.padEnd(60, 't'));
    expect(problems(serverTags, tags(50))).toEqual([]);
    expect(problems(serverTags, tags(51))).toEqual(['too_many']);
    expect(problems(serverTags, ['t'.repeat(61)])).toEqual(['0 too_long']);
  });
});
