/** Who sees what a cloud shares: image members, access to flavors, policies of networks, closed domains. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import type { Visibility } from '../../../src/port/store/rows.ts';
import { anyDatabase } from '../../support/databases.ts';
import { Bench } from './support/bench.ts';

const SOON = { timeout: 15_000 };

describe.each(anyDatabase)('shares of a cloud on $name', ({ name }) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await (await Bench.open({ database: name })).mirrored();
  });
  afterEach(() => bench.close());

  const visibilityIn = (project: string): Visibility => ({
    scope: bench.project(project),
    userId: 'nobody',
    domainId: bench.cloud.id('acme'),
  });

  /** Whether a project has a thing in its lists, and whether it finds it by its id. */
  async function seen(kindName: string, thing: string, project: string): Promise<string> {
    const kind = kinds.get(kindName)!;
    const id = bench.cloud.id(thing);
    const request = { kind, visibility: visibilityIn(project), filters: {}, sort: { key: 'name', descending: false }, limit: 1000 };
    const listed = (await bench.store.read.list(request)).rows.some((row) => row.id === id);
    const found = (await bench.store.read.find(kindName, id, visibilityIn(project))) !== undefined;
    if (listed) return found ? 'listed' : 'listed and not found';
    return found ? 'by its id' : 'not at all';
  }
  /** The same, to be asked until it is so. */
  const seenAs = (kind: string, thing: string, project: string) => () => seen(kind, thing, project);

  const member = (status: string) => ({ answer: { members: [{ member_id: bench.cloud.id('acme-dev'), status }] } });

  it('an offered image is used by its id, and listed once it is accepted', async () => {
    await expect.poll(seenAs('image', 'offered', 'acme-prod'), SOON).toBe('listed');
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe('by its id');
    bench.cloud.on('GET', /\/members$/, () => member('accepted'));
    await bench.restart();
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe('listed');
    bench.cloud.on('GET', /\/members$/, () => member('rejected'));
    await bench.restart();
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe('by its id');
    bench.cloud.on('GET', /\/members$/, () => ({ answer: { members: [] } }));
    await bench.restart();
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe('not at all');
    await expect.poll(seenAs('image', 'offered', 'acme-prod'), SOON).toBe('listed');
  });

  it.each([
    ['private', 'not at all'],
    ['community', 'by its id'],
    ['public', 'listed'],
  ])('an image that is %s is seen by others: %s', async (visibility, how) => {
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe('by its id');
    bench.cloud.on('GET', /^\/image\/v2\/images\?/, (_, usual) => {
      const { images } = usual().answer as { images: { id: string; visibility: string }[] };
      for (const image of images) if (image.id === bench.cloud.id('offered')) image.visibility = visibility;
      return { answer: { images } };
    });
    await bench.restart();
    await expect.poll(seenAs('image', 'offered', 'acme-dev'), SOON).toBe(how);
    await expect.poll(seenAs('image', 'offered', 'acme-prod'), SOON).toBe('listed');
  });

  it('a private flavor follows its access list', async () => {
    await expect.poll(seenAs('flavor', 'private', 'acme-prod'), SOON).toBe('listed');
    await expect.poll(seenAs('flavor', 'private', 'acme-dev'), SOON).toBe('not at all');
    bench.cloud.on('GET', /os-flavor-access$/, () => ({ answer: { flavor_access: [{ tenant_id: bench.cloud.id('acme-dev') }] } }));
    await bench.restart();
    await expect.poll(seenAs('flavor', 'private', 'acme-dev'), SOON).toBe('listed');
    await expect.poll(seenAs('flavor', 'private', 'acme-prod'), SOON).toBe('not at all');
  });

  it('a network follows its policies, for one project, for all, and for the way out', async () => {
    await expect.poll(seenAs('network', 'acme-net', 'acme-dev'), SOON).toBe('not at all');
    const policy = (target: string, action: string) => ({
      answer: { rbac_policies: [{ id: 'policy', object_id: bench.cloud.id('acme-net'), target_tenant: target, action }] },
    });
    for (const [target, action] of [
      [bench.cloud.id('acme-dev'), 'access_as_shared'],
      ['*', 'access_as_external'],
      ['*', 'access_as_shared'],
    ] as const) {
      const back = bench.cloud.on('GET', /\/rbac-policies\?/, () => policy(target, action));
      await bench.restart();
      await expect.poll(seenAs('network', 'acme-net', 'acme-dev'), SOON).toBe('listed');
      back();
      const none = bench.cloud.on('GET', /\/rbac-policies\?/, () => ({ answer: { rbac_policies: [] } }));
      await bench.restart();
      await expect.poll(seenAs('network', 'acme-net', 'acme-dev'), SOON).toBe('not at all');
      await expect.poll(seenAs('network', 'acme-net', 'acme-prod'), SOON).toBe('listed');
      none();
    }
  });

  it('the right to a project ends when its domain is disabled', async () => {
    const identity = bench.engine.identity!;
    const alice = await bench.signIn('alice');
    const right = { scope: bench.project('acme-prod'), role: 'project_user', readOnly: false, permissions: [] } as const;
    expect(await identity.holds(alice, right)).toBe(true);
    bench.cloud.on('GET', /^\/identity\/v3\/domains\//, (_, usual) => {
      const { domain } = usual().answer as { domain: { enabled: boolean } };
      return { answer: { domain: { ...domain, enabled: false } } };
    });
    await expect.poll(() => identity.holds(alice, right), { timeout: 20_000 }).toBe(false);
  });
});
