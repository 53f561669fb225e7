import { expect, it } from 'vitest';
import { documentIn } from '../../../src/engines/embedded/platform/lifecycle.ts';

/** A platform that has nothing left of what a request was judged by. */
const gone = { platform: { document: () => Promise.resolve(undefined) }, writer: {} } as never;

it.each([
  ['load_balancer', 'loadbalancer_id'],
  ['server', 'server_id'],
  ['volume', 'volume_id'],
] as const)('a %s that is deleted while a command names it in its body is told at the field %s', async (kind, field) => {
  await expect(documentIn(gone, kind, [field, 'deleted'])).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { [field]: [{ code: 'unknown_id' }] },
  });
});
