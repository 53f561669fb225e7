import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from '../store/tasks/leases.ts';
import type { HeldLease } from '../port/store/tasks.ts';
import type { Writer } from '../port/store/writer.ts';
import type { FirstSignIn } from '../port/engine.ts';
import { generatePassword, hashPassword } from '../nouns/users/embedded/passwords.ts';
import type { Platform } from '../engines/embedded/platform/platform.ts';
import { FIRST, type SeedRecord } from '../engines/embedded/platform/records.ts';
import { fillCatalog, fillNodes, fillTenants } from './base.ts';
import { nodeCount, tenantsOf, userId } from './plan.ts';
import { fillServers } from './servers.ts';
import { fillVolumes } from './volumes.ts';
import { ADMIN_USER, DEFAULT_TENANT } from './tenants.ts';

/** Servers, or nodes, of one transaction: few, because SQLite's commit writes all that has changed at a stretch. */
const CHUNK = 50;
/** Of these, what is thought up at a stretch. */
const STRETCH = 25;
/** Servers between two lines of the log. */
const REPORT = 5000;

/**
 * Fills an empty store, or goes on with a filling that was interrupted; another process that does so is waited for, also where it has
 * taken over from this one. Passwords come last, so that they can still be reported after an interruption. Returns them when this call
 * set them.
 */
export async function fillStore(platform: Platform): Promise<FirstSignIn | undefined> {
  const lease = `embedded:${platform.id}:seed`;
  const { leases, records } = platform.store;
  for (;;) {
    if ((await platform.buckets.seed.get(records, FIRST))?.complete) return undefined;
    const term = await leases.hold(lease, platform.process, platform.lease);
    if (!term) {
      await sleep(100);
      continue;
    }
    try {
      return await fill(platform, () => renewed(platform, term));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      platform.log.warn('this process was too slow: another one goes on with the first filling');
    } finally {
      await leases.release(lease, platform.process);
    }
  }
}

/** The lease for some more time. Throws LeaseLost where another process has had it since: what this one knows of the filling is old. */
async function renewed({ store, process, lease }: Platform, { name, since }: HeldLease): Promise<HeldLease> {
  const now = await store.leases.hold(name, process, lease);
  if (now?.since !== since) throw new LeaseLost(name);
  return now;
}

async function fill(platform: Platform, renew: () => Promise<HeldLease>): Promise<FirstSignIn | undefined> {
  const { seed: bucket } = platform.buckets;
  let seed = await platform.change(async (writer) => {
    const before = await bucket.get(writer.records, FIRST);
    if (before) return before;
    const { sample, sampleServers } = platform.settings;
    const fresh: SeedRecord = {
      startedAt: platform.now(),
      sample,
      sampleServers: sample ? sampleServers : 0,
      nodes: 0,
      done: 0,
      traits: true,
      networks: true,
      security_groups: true,
      complete: false,
    };
    await fillTenants(platform, writer, fresh);
    await fillCatalog(platform, writer, fresh);
    await bucket.put(writer.records, FIRST, fresh);
    return fresh;
  });
  if (seed.complete) return undefined;
  const nodes = nodeCount(platform, seed);
  while (seed.nodes < nodes || seed.done < seed.sampleServers) {
    const lease = await renew();
    seed = await platform.change(async (writer) => {
      await writer.assertHeld(lease);
      let next = seed;
      for (let part = 0; part < CHUNK / STRETCH; part += 1) next = await fillPart(platform, writer, next, nodes);
      await bucket.put(writer.records, FIRST, next);
      return next;
    });
    if (seed.done > 0 && seed.done % REPORT === 0) platform.log.info({ done: seed.done, of: seed.sampleServers }, 'making sample servers');
  }
  return finish(platform, seed, await renew());
}

/** Makes some more nodes or, once these are there, servers. In the caller's transaction. */
async function fillPart(platform: Platform, writer: Writer, seed: SeedRecord, nodes: number): Promise<SeedRecord> {
  if (seed.nodes < nodes) {
    const to = Math.min(nodes, seed.nodes + STRETCH);
    await fillNodes(platform, writer, seed.nodes, to);
    return { ...seed, nodes: to };
  }
  const done = Math.min(seed.sampleServers, seed.done + STRETCH);
  if (done > seed.done && seed.done === 0) await fillVolumes(platform, writer, seed);
  if (done > seed.done) await fillServers(platform, writer, seed, done);
  return { ...seed, done };
}

/** Sets the first passwords and closes the filling. */
async function finish(platform: Platform, seed: SeedRecord, lease: HeldLease): Promise<FirstSignIn> {
  const { id: engine, settings, buckets } = platform;
  const passwordOfSample = settings.samplePassword ?? generatePassword();
  const passwordOfAdmin = settings.adminPassword ?? generatePassword();
  const accounts = await Promise.all(
    tenantsOf(engine, seed).flatMap((tenant) =>
      tenant.users.map(async (user) => {
        const isAdmin = tenant.id === DEFAULT_TENANT.id && user.name === ADMIN_USER;
        const password = isAdmin ? passwordOfAdmin : passwordOfSample;
        const generated = (isAdmin ? settings.adminPassword : settings.samplePassword) === undefined;
        const record = await hashPassword(password, settings.passwordCost);
        return { id: userId(engine, tenant, user), record, shown: { domain: tenant.name, name: user.name, password, generated } };
      }),
    ),
  );
  await platform.change(async (writer) => {
    await writer.assertHeld(lease);
    for (const { id, record } of accounts) await buckets.passwords.put(writer.records, id, record);
    await buckets.seed.put(writer.records, FIRST, { ...seed, complete: true });
  });
  return { users: accounts.map(({ shown }) => shown) };
}
