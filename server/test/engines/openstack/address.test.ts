import { expect, it } from 'vitest';
import { addressOf } from '../../../src/engines/openstack/client/address.ts';

const at = (path: string) => addressOf('compute', 'https://cloud/v2.1', path);

it.each(['/os-keypairs/..', '/os-keypairs/.', '/os-keypairs/%2e%2E', '/os-keypairs/../servers', '/servers/./action'])(
  'refuses to ask a cloud for %s, which leads to another resource',
  (path) => {
    expect(() => at(path)).toThrow(expect.objectContaining({ code: 'engine_refused' }) as Error);
  },
);

it.each(['/os-keypairs/a..b', '/os-keypairs/..a', '/os-keypairs/...', '/servers/detail'])('asks a cloud for %s', (path) => {
  expect(at(path)).toBe(`https://cloud/v2.1${path}`);
  expect(new URL(at(path)).pathname).toBe(`/v2.1${path}`);
});
