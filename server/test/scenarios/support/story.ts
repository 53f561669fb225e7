/**
 * The life of a server as people live it, over HTTP and the socket, on any cloud. What the cloud cannot do is asked too, and must be
 * answered 501; nothing here knows which engine it runs on.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { CallInput } from '@gantry/contract/wire/call';
import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { SERVER_ACTIONS } from '@gantry/contract/nouns/servers/history';
import { FULL } from '../../../../tools/lib/tier.ts';
import { FINGERPRINT, PUBLIC_KEY } from '../../support/app.ts';
import { actionSteps, type Life } from './actions.ts';
import { balancingSteps } from './balancing.ts';
import type { Cloud } from './cloud.ts';
import { diskSteps } from './disks.ts';
import { imageSteps } from './images.ts';
import { interfaceSteps } from './interfaces.ts';
import { Listener } from './listener.ts';
import { networkSteps } from './networks.ts';
import { peopleSteps } from './people.ts';
import { routingSteps } from './routing.ts';
import { vpnSteps } from './vpn.ts';
import { writeProtocol, type Protocol } from './protocol.ts';
import { startStand, type Stand, type Visitor } from './stand.ts';
import { volumeSteps } from './volumes.ts';
import { wholeSteps } from './whole.ts';

const { calls } = nouns.servers;
const { calls: keys } = nouns.keyPairs;

/** Steps of the default tier: a server and a network come and go. */
const SMOKE =
  /^(everybody signs in|flavors, images and networks|a server is created|a foreign server answers|it stops$|a network |it is deleted)/;

/** Tells it, as tests of the file that calls. */
export function tellStory(cloud: Cloud): void {
  const KEY_NAME = `scenario ${Date.now()}`;
  const protocol: Protocol = { cloud: cloud.name, capabilities: [], steps: [], requests: [] };

  let stand: Stand;
  let tenant: Visitor;
  let listener: Listener;
  let keyId: string | undefined;
  /** Commands of this life and the names they have in a server's history. */
  const RECORDED = (
    'start stop reboot pause unpause suspend resume shelve unshelve rescue unrescue rebuild lock unlock createImage resize revertResize ' +
    'confirmResize migrate resetState'
  )
    .split(' ')
    .map((name) => [`server.${name}`, name] as const)
    .concat([['server.liveMigrate', 'live-migration']], cloud.node ? [['server.evacuate', 'evacuate']] : []);

  /** The server whose life this is, and what it was made of. */
  let serverId = '';
  let ingredients: { flavor_id: string; image_id: string; network_ids: string[] };

  /** A step of the scenario: a test, and a line of the table. `needs` is a capability; without it the step checks the refusal instead. */
  function step(title: string, needs: string | null, work: () => Promise<string | void>, refused?: () => Promise<number>): void {
    it(title, { timeout: 180_000, ...(!SMOKE.test(title) && FULL) }, async () => {
      const startedAt = performance.now();
      const offered = needs === null || tenant.meta.capabilities.includes(needs);
      const line = { title: title.replace(/ \[.*\]$/, ''), outcome: 'failed' as 'failed' | 'passed' | 'not offered', ms: 0, note: '' };
      protocol.steps.push(line);
      try {
        if (offered) line.note = (await work()) ?? '';
        else expect(await refused?.()).toBe(501);
        line.outcome = offered ? 'passed' : 'not offered';
      } catch (error) {
        line.note = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
        throw error;
      } finally {
        line.ms = Math.round(performance.now() - startedAt);
        // Whoever interrupts the run is told what there is.
        writeProtocol(protocol);
      }
    });
  }

  const path = () => {
    if (!serverId) throw new Error('there is no server: its creation failed');
    return { params: { serverId } };
  };
  const named = (name: string | undefined) => (item: { name: string }) => name === undefined || item.name === name;

  /** A command that must succeed; answers how the server is when its task has ended. */
  async function carriedOut(accepted: Promise<{ task_id: string; id: string | null }>, by = tenant): Promise<Server> {
    const { task_id: taskId, id } = await accepted;
    const task = await stand.ended(by, taskId);
    expect(task, JSON.stringify(task.error)).toMatchObject({ state: 'success', error: null });
    return tenant.client.call(calls.read, { params: { serverId: id ?? serverId } });
  }

  describe(`servers on ${cloud.name}`, () => {
    beforeAll(async () => {
      const startedAt = performance.now();
      try {
        stand = await startStand(cloud);
        await stand.inStep();
        // By now it is known what the cloud lacks.
        tenant = await stand.visitor('tenant');
        protocol.capabilities = tenant.meta.capabilities;
        listener = new Listener(tenant.client);
        await listener.login();
      } catch (error) {
        // Without a start no step is tried: the table says why.
        const note = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
        const ms = Math.round(performance.now() - startedAt);
        protocol.steps.push({ title: 'the product starts and reads the cloud, else no step is tried', outcome: 'failed', ms, note });
        throw error;
      }
    });

    afterAll(async () => {
      writeProtocol(protocol);
      listener?.close();
      await stand?.close();
    });

    step('everybody signs in with the rights of their role [auth.current-user-fields]', null, async () => {
      const domainAdmin = await stand.visitor('domain_admin');
      const systemAdmin = await stand.visitor('system_admin');
      expect(domainAdmin.user).toMatchObject({ roles: [{ id: 'domain_admin' }], is_superuser: false });
      expect(domainAdmin.meta.data['compute_nodes'] ?? []).toEqual([]);
      expect(systemAdmin.user).toMatchObject({ is_superuser: true });
      expect(systemAdmin.meta.data['compute_nodes']).toContain('GET');
      expect(tenant.user.roles.map(({ id }) => id)).toEqual(['project_member']);
      expect(tenant.user.scoped_token).toBeNull();
      expect(tenant.meta.data['compute_servers']).toEqual(expect.arrayContaining(['GET', 'POST']));
    });

    step('a wrong password is refused', null, async () => {
      const person = cloud.users.tenant;
      const refusal = await tenant.client.unscoped().refused(nouns.session.calls.login, {
        body: { domain: person.domain, username: person.username, password: 'wrong' },
      });
      expect(refusal).toMatchObject({ status: 401, code: 'invalid_credentials' });
    });

    step('flavors, images and networks are listed', null, async () => {
      const query = { limit: 1000 };
      const [flavors, images, networks] = await Promise.all([
        tenant.client.call(nouns.flavors.calls.list, { query }),
        tenant.client.call(nouns.images.calls.list, { query }),
        tenant.client.call(nouns.networks.calls.list, { query }),
      ]);
      const usable = images.data.filter((item) => named(cloud.server.image)(item) && item.status === 'active');
      const image = usable.toSorted((a, b) => a.min_ram - b.min_ram || a.min_disk - b.min_disk)[0];
      const fits = (item: Flavor) => item.ram >= (image?.min_ram ?? 0) && (item.disk === 0 || item.disk >= (image?.min_disk ?? 0));
      const flavor = flavors.data.filter((item) => named(cloud.server.flavor)(item) && fits(item)).toSorted((a, b) => a.ram - b.ram)[0];
      const network = networks.data.find((item) => named(cloud.server.network)(item) && !item.router_external && item.subnets.length > 0);
      expect({ flavor, image, network }).toEqual({ flavor: expect.anything(), image: expect.anything(), network: expect.anything() });
      ingredients = { flavor_id: flavor!.id, image_id: image!.id, network_ids: [network!.id] };
      return `${flavors.data.length} flavors, ${images.data.length} images, ${networks.data.length} networks`;
    });

    step(
      'an SSH key is added, its owner’s alone, and seen over the socket',
      'key_pair.create',
      async () => {
        const { id } = await tenant.client.call(keys.create, { body: { name: KEY_NAME, public_key: PUBLIC_KEY } });
        keyId = id ?? undefined;
        await listener.heard({ entity: 'key_pair', operation: 'created', id: keyId! });
        const params = { sshKeyId: keyId! };
        expect(await tenant.client.call(keys.read, { params })).toMatchObject({ name: KEY_NAME, fingerprint: FINGERPRINT });
        const { data } = await tenant.client.call(keys.list, { query: { name: KEY_NAME } });
        expect(data.map((key) => key.id)).toEqual([keyId]);
        const twice = await tenant.client.refused(keys.create, { body: { name: KEY_NAME, public_key: PUBLIC_KEY } });
        expect(twice).toMatchObject({ status: 409, code: 'name_taken' });
        expect(await (await stand.visitor('outsider')).client.refused(keys.read, { params })).toMatchObject({ status: 404 });
        return FINGERPRINT;
      },
      async () => (await tenant.client.refused(keys.create, { body: { name: KEY_NAME, public_key: PUBLIC_KEY } })).status,
    );

    step('a server is created, and seen over the socket', 'server.create', async () => {
      const body = {
        name: 'scenario',
        description: 'made by the scenario suite',
        ...ingredients,
        metadata: { purpose: 'scenario' },
        ...(keyId !== undefined && { key_pair_id: keyId }),
      };
      const accepted = await tenant.client.call(calls.create, { body }, { 'idempotency-key': `scenario-${Date.now()}` });
      serverId = accepted.id!;
      await listener.heard({ entity: 'server', operation: 'created', id: serverId });
      const server = await carriedOut(Promise.resolve(accepted));
      expect(server).toMatchObject({ name: 'scenario', status: 'ACTIVE', task_state: null, host: null, project_id: tenant.projectId });
      expect(server.metadata).toMatchObject({ purpose: 'scenario' });
      expect(server.flavor.id).toBe(ingredients.flavor_id);
      expect(server.key_name).toBe(keyId === undefined ? null : KEY_NAME);
      expect(server.networks).toEqual([expect.objectContaining({ network_id: ingredients.network_ids[0], ips: [expect.any(String)] })]);
      await listener.heard({ entity: 'server', id: serverId, status: 'ACTIVE' });
      return server.networks[0]!.ips[0];
    });

    step('a server that was created is in the list, counted, sorted and filtered', 'server.create', async () => {
      const query = { with_count: true, sort: 'name:asc', name: 'contains:SCENAR' };
      const page = await tenant.client.call(calls.list, { query });
      expect(page.data.map(({ id }) => id)).toContain(path().params.serverId);
      expect(page.count).toBeGreaterThan(0);
      return `${page.count} found`;
    });

    if (cloud.users.reader)
      step('a reader sees a server and can do nothing with it', 'server.stop', async () => {
        const reader = await stand.visitor('reader');
        await reader.client.call(calls.read, path());
        expect(reader.meta.data['compute_server']).toEqual(['GET']);
        expect(await reader.client.refused(calls.stop, path())).toMatchObject({ status: 403, code: 'forbidden' });
        expect(await reader.client.refused(calls.delete, path())).toMatchObject({ status: 403 });
      });

    step('a foreign server answers exactly as one that does not exist', 'server.create', async () => {
      const outsider = await stand.visitor('outsider');
      const about = async (id: string) => {
        const refusal = await outsider.client.refused(calls.read, { params: { serverId: id } });
        return { ...refusal.body.error, data: { ...refusal.body.error.data, request_id: '' } };
      };
      expect(await about(path().params.serverId)).toEqual(await about('11111111-1111-1111-1111-111111111111'));
      const stop = await outsider.client.refused(calls.stop, path());
      expect(stop.status).toBe(404);
      const { data } = await outsider.client.call(calls.list, { query: { limit: 1000 } });
      expect(data.map(({ id }) => id)).not.toContain(serverId);
    });

    step('a server cannot be created in a foreign network', 'server.create', async () => {
      const outsider = await stand.visitor('outsider');
      const hidden = await outsider.client.call(nouns.networks.calls.list, { query: { limit: 1000 } });
      const seen = await tenant.client.call(nouns.networks.calls.list, { query: { limit: 1000 } });
      const foreign = hidden.data.find(({ id }) => !seen.data.some((network) => network.id === id))?.id ?? 'no-such-network';
      const refusal = async (networkId: string) => {
        const input: CallInput<typeof calls.create> = { body: { name: 'never', ...ingredients, network_ids: [networkId] } };
        const { status, code } = await tenant.client.refused(calls.create, input);
        return { status, code };
      };
      const unknown = await refusal('11111111-1111-1111-1111-111111111111');
      expect(unknown.status).toBeLessThan(500);
      expect(await refusal(foreign)).toEqual(unknown);
      return `${unknown.status} ${unknown.code}`;
    });

    step('the domain administrator sees the domain and nothing else', 'server.create', async () => {
      const admin = await stand.visitor('domain_admin');
      const { data } = await admin.client.call(calls.list, { query: { limit: 1000 } });
      expect(data.map(({ id }) => id)).toContain(path().params.serverId);
      expect(new Set(data.map(({ domain_id: id }) => id))).toEqual(new Set([admin.user.domain_id]));
      expect(data.every(({ host }) => host === null)).toBe(true);
      // What only operators do is not there on the self-service side.
      for (const call of [nouns.nodes.calls.list, nouns.domains.calls.list])
        expect(await admin.client.refused(call), call.id).toMatchObject({ status: 404 });
      return `${data.length} servers`;
    });

    step('the system administrator sees a server with its node', 'server.create', async () => {
      const admin = await stand.visitor('system_admin');
      const server = await admin.client.call(calls.read, path());
      const nodes = await admin.client.call(nouns.nodes.calls.list, { query: { limit: 1000 } });
      expect(nodes.data.map(({ host }) => host)).toContain(server.host);
      return `on ${server.host}, one of ${nodes.data.length}`;
    });

    step(
      'the quota counts a server that was created',
      'quota.read',
      async () => {
        const query = { usage: true };
        const quota = await tenant.client.call(nouns.quotas.calls.read, { params: { projectId: tenant.projectId! }, query });
        expect(quota.instances.used).toBeGreaterThanOrEqual(1);
        expect(quota.cores.used).toBeGreaterThanOrEqual(1);
        return `instances ${quota.instances.used} of ${quota.instances.limit}, ram ${quota.ram.used} of ${quota.ram.limit} MiB`;
      },
      async () => (await tenant.client.refused(nouns.quotas.calls.read, { params: { projectId: tenant.projectId! } })).status,
    );

    step(
      'it stops',
      'server.stop',
      async () => {
        expect(await carriedOut(tenant.client.call(calls.stop, path()))).toMatchObject({ status: 'SHUTOFF', task_state: null });
        await listener.heard({ entity: 'server', id: serverId, status: 'SHUTOFF' });
      },
      async () => (await tenant.client.refused(calls.stop, path())).status,
    );

    step('a stopped server cannot be stopped again: the reason says why', 'server.stop', async () => {
      const refusal = await tenant.client.refused(calls.stop, path());
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      expect(refusal.body.error.data?.reason?.code).toBe('server_status');
    });

    step(
      'a server that is stopped starts',
      'server.start',
      async () => {
        expect(await carriedOut(tenant.client.call(calls.start, path()))).toMatchObject({ status: 'ACTIVE', task_state: null });
      },
      async () => (await tenant.client.refused(calls.start, path())).status,
    );

    for (const type of ['SOFT', 'HARD'] as const)
      step(
        `a server that runs reboots (${type})`,
        'server.reboot',
        async () => {
          const input = { ...path(), body: { type } };
          expect(await carriedOut(tenant.client.call(calls.reboot, input))).toMatchObject({ status: 'ACTIVE', task_state: null });
        },
        async () => (await tenant.client.refused(calls.reboot, { ...path(), body: { type } })).status,
      );

    step(
      'a server gets another name and description',
      'server.update',
      async () => {
        const input = { ...path(), body: { name: 'scenario, renamed', description: 'ä 中 ع' } };
        const server = await carriedOut(tenant.client.call(calls.update, input));
        expect(server).toMatchObject({ name: 'scenario, renamed', description: 'ä 中 ع' });
      },
      async () => (await tenant.client.refused(calls.update, { ...path(), body: { name: 'x' } })).status,
    );

    const life: Life = {
      cloud,
      step,
      stand: () => stand,
      listener: () => listener,
      tenant: () => tenant,
      path,
      ingredients: () => ingredients,
      carriedOut,
    };
    actionSteps(life);
    diskSteps(life);
    interfaceSteps(life);
    volumeSteps(life);
    imageSteps(life);
    networkSteps(life);
    routingSteps(life);
    balancingSteps(life);
    vpnSteps(life);
    wholeSteps(life);
    peopleSteps(life);

    step(
      'the history of a server names what was done',
      'server.events',
      async () => {
        const { data } = await tenant.client.call(calls.events, path());
        const done = ['create', ...RECORDED.filter(([command]) => tenant.meta.capabilities.includes(command)).map(([, name]) => name)];
        expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(done));
        expect(SERVER_ACTIONS).toEqual(expect.arrayContaining(data.map(({ action }) => action)));
        expect(data.every(({ result, finished_at: end }) => result === 'success' && end !== null)).toBe(true);
        for (const { action, request_id: id } of data) if (id) protocol.requests.push({ action, id });
        return `${data.length} entries`;
      },
      async () => (await tenant.client.refused(calls.events, path())).status,
    );

    step(
      'the console log of a server can be read',
      'server.log',
      async () => {
        const { log } = await tenant.client.call(calls.log, path());
        expect(log).not.toBe('');
        return `${log.length} characters`;
      },
      async () => (await tenant.client.refused(calls.log, path())).status,
    );

    step('an SSH key is deleted, and its server keeps the name', 'key_pair.delete', async () => {
      const { task_id: taskId } = await tenant.client.call(keys.delete, { params: { sshKeyId: keyId! } });
      expect(await stand.ended(tenant, taskId)).toMatchObject({ state: 'success' });
      await listener.heard({ entity: 'key_pair', operation: 'deleted', id: keyId! });
      expect((await tenant.client.call(keys.list, { query: { name: KEY_NAME } })).data).toEqual([]);
      expect((await tenant.client.call(calls.read, path())).key_name).toBe(KEY_NAME);
    });

    step(
      'it is deleted, and gone for everybody',
      'server.delete',
      async () => {
        const { task_id: taskId } = await tenant.client.call(calls.delete, path());
        const task = await stand.ended(tenant, taskId);
        expect(task, JSON.stringify(task.error)).toMatchObject({ state: 'success' });
        await listener.heard({ entity: 'server', operation: 'deleted', id: serverId });
        expect(await tenant.client.refused(calls.read, path())).toMatchObject({ status: 404 });
        const admin = await stand.visitor('system_admin');
        expect(await admin.client.refused(calls.read, path())).toMatchObject({ status: 404 });
      },
      async () => (await tenant.client.refused(calls.delete, path())).status,
    );
  });
}
