import { expect, it } from 'vitest';
import { resizeProblem } from '../../../src/nouns/servers/resize.ts';

const server = { flavor: { id: 'f', disk: 10 }, image: { id: 'i' }, max_vcpu: 4, max_mem: 8192 };

it.each([
  ['the same one', { id: 'f', vcpus: 1, ram: 2048, disk: 10 }, false, 'flavor_same'],
  ['a smaller disk', { id: 'g', vcpus: 1, ram: 2048, disk: 5 }, false, 'flavor_disk_smaller'],
  ['a smaller disk while it runs', { id: 'g', vcpus: 1, ram: 2048, disk: 5 }, true, 'flavor_disk_smaller'],
  ['a larger one', { id: 'g', vcpus: 64, ram: 65_536, disk: 10 }, false, undefined],
  ['more vCPU than it was started with room for', { id: 'g', vcpus: 5, ram: 4096, disk: 10 }, true, 'flavor_beyond_live'],
  ['more memory than that', { id: 'g', vcpus: 2, ram: 8193, disk: 10 }, true, 'flavor_beyond_live'],
  ['as much as that', { id: 'g', vcpus: 4, ram: 8192, disk: 10 }, true, undefined],
])('a server may be resized or not, by the flavor that is asked for: %s', (_, flavor, live, code) => {
  expect(resizeProblem(flavor, server, live)?.code).toBe(code);
});

it('a server that boots from a volume without an image may get a flavor with a smaller disk', () => {
  expect(resizeProblem({ id: 'g', vcpus: 1, ram: 512, disk: 0 }, { ...server, image: null }, false)).toBeUndefined();
});
