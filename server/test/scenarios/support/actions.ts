/** What is done to a server between its start and its end, as steps of its life. */
import { expect } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Accepted } from '../../../src/tasks/port.ts';
import type { Cloud } from './cloud.ts';
import { removeImage } from './leftovers.ts';
import { withoutNode } from './nodes.ts';
import type { Listener } from './listener.ts';
import type { Stand, Visitor } from './stand.ts';

const { calls } = nouns.servers;

/** The server whose life this is; what is not known before the first step is asked for when it is needed. */
export interface Life {
  listener(): Listener;
  cloud: Cloud;
  step(title: string, needs: string | null, work: () => Promise<string | void>, refused?: () => Promise<number>): void;
  stand(): Stand;
  tenant(): Visitor;
  path(): { params: { serverId: string } };
  ingredients(): { flavor_id: string; image_id: string; network_ids: string[] };
  /** Answers how the server is when a command's task has ended well. */
  carriedOut(accepted: Promise<Pick<Accepted, 'task_id' | 'id'>>, by?: Visitor): Promise<Server>;
}

/** Calls that need nothing but the server, in an order in which each is possible after the one before. */
const PLAIN = [
  ['pause', 'a server that runs is paused', ['PAUSED']],
  ['unpause', 'a server that is paused goes on', ['ACTIVE']],
  ['suspend', 'a server that runs is suspended', ['SUSPENDED']],
  ['resume', 'a server that is suspended is resumed', ['ACTIVE']],
  // Where it stays on its node after having been shelved, the cloud's operators have decided so.
  ['shelve', 'a server that runs is shelved', ['SHELVED_OFFLOADED', 'SHELVED']],
  ['unshelve', 'a shelved server is taken from the shelf', ['ACTIVE']],
] as const;

/** Adds the steps. The server runs before and after them. */
export function actionSteps(life: Life): void {
  const { step, path, carriedOut } = life;
  const client = () => life.tenant().client;
  const operator = () => life.stand().visitor('system_admin');
  const resting = (...statuses: string[]) => ({ status: expect.toBeOneOf(statuses), task_state: null });

  for (const [verb, title, statuses] of PLAIN)
    step(
      title,
      `server.${verb}`,
      async () => {
        const server = await carriedOut(client().call(calls[verb], path()));
        expect(server).toMatchObject(resting(...statuses));
        return server.status;
      },
      async () => (await client().refused(calls[verb], path())).status,
    );

  step(
    'a server boots another image to be mended, and its own disk again',
    'server.rescue',
    async () => {
      const body = { image_id: life.ingredients().image_id };
      expect(await carriedOut(client().call(calls.rescue, { ...path(), body }))).toMatchObject(resting('RESCUE'));
      expect(await carriedOut(client().call(calls.unrescue, path()))).toMatchObject(resting('ACTIVE'));
    },
    async () => (await client().refused(calls.rescue, { ...path(), body: {} })).status,
  );

  const rebuild = () => ({ ...path(), body: { image_id: life.ingredients().image_id } });
  step(
    'an image is written over the disk of a server',
    'server.rebuild',
    async () => {
      const before = await client().call(calls.read, path());
      const { name, networks, ...after } = await carriedOut(client().call(calls.rebuild, rebuild()));
      expect(after).toMatchObject(resting('ACTIVE'));
      expect({ name, networks }).toEqual({ name: before.name, networks: before.networks });
    },
    async () => (await client().refused(calls.rebuild, rebuild())).status,
  );

  const password = () => ({ ...path(), body: { password: 'correct horse battery 9' } });
  step(
    'the guest of a server gets another password, or the reason says why not',
    'server.changePassword',
    async () => {
      const { allow_set_password: takesOne } = await client().call(calls.read, path());
      if (takesOne) expect(await carriedOut(client().call(calls.changePassword, password()))).toMatchObject(resting('ACTIVE'));
      else expect((await client().refused(calls.changePassword, password())).body.error.data?.reason?.code).toBe('server_no_set_password');
      return takesOne ? 'it takes one' : 'its image takes none';
    },
    async () => (await client().refused(calls.changePassword, password())).status,
  );

  step(
    'a server that is locked is not stopped',
    'server.lock',
    async () => {
      expect(await carriedOut(client().call(calls.lock, path()))).toMatchObject({ locked: true });
      const refusal = await client().refused(calls.stop, path());
      expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
      expect(refusal.body.error.data?.reason?.code).toBe('server_locked');
      expect(await carriedOut(client().call(calls.unlock, path()))).toMatchObject({ locked: false });
    },
    async () => (await client().refused(calls.lock, path())).status,
  );

  step('the metadata of a server are replaced, and hold nothing but what was given', 'server.update', async () => {
    const metadata = { purpose: 'scenario', owner: 'ä 中 ع' };
    expect((await carriedOut(client().call(calls.update, { ...path(), body: { metadata } }))).metadata).toEqual(metadata);
  });

  step(
    'an image is made of a server, and can be used',
    'server.createImage',
    async () => {
      const name = `scenario ${Date.now()}`;
      const { task_id: taskId } = await client().call(calls.createImage, { ...path(), body: { name } });
      const images = async () => (await client().call(nouns.images.calls.list, { query: { name } })).data;
      const [shown] = await images();
      expect(shown, 'at once').toMatchObject({ name });
      try {
        const task = await life.stand().ended(life.tenant(), taskId);
        expect(task, JSON.stringify(task.error)).toMatchObject({ state: 'success' });
        expect(await images()).toMatchObject([{ id: shown!.id, name, status: 'active' }]);
      } finally {
        await removeImage(life.stand().cloud, shown!.id);
      }
    },
    async () => (await client().refused(calls.createImage, { ...path(), body: { name: 'x' } })).status,
  );

  step(
    'a server goes to another node while it runs, but only administrators may move it',
    'server.liveMigrate',
    async () => {
      expect(await client().refused(calls.liveMigrate, { ...path(), body: {} })).toMatchObject({ status: 404 });
      const admin = await operator();
      const { host: from } = await admin.client.call(calls.read, path());
      await carriedOut(admin.client.call(calls.liveMigrate, { ...path(), body: {} }), admin);
      const { host, ...server } = await admin.client.call(calls.read, path());
      expect(server).toMatchObject(resting('ACTIVE'));
      expect(host).not.toBe(from);
      return `from ${from} to ${host}`;
    },
    async () => {
      const admin = await operator();
      return (await admin.client.refused(calls.liveMigrate, { ...path(), body: {} })).status;
    },
  );

  step('a server is not evacuated from a node that works', 'server.evacuate', async () => {
    const refusal = await (await operator()).client.refused(calls.evacuate, { ...path(), body: {} });
    expect(refusal).toMatchObject({ status: 409, code: 'state_conflict' });
    expect(refusal.body.error.data?.reason?.code).toBe('server_host_up');
  });

  const { node } = life.cloud;
  if (node)
    step('a server whose node fails goes on at another node', 'server.evacuate', async () => {
      const admin = await operator();
      const { host: from } = await admin.client.call(calls.read, path());
      await withoutNode(node, from ?? '', async () => {
        await life.stand().server(admin, path().params.serverId, ({ host_status: status }) => status === 'DOWN');
        await carriedOut(admin.client.call(calls.evacuate, { ...path(), body: {} }), admin);
      });
      const { host, ...server } = await admin.client.call(calls.read, path());
      expect(server).toMatchObject(resting('ACTIVE'));
      expect(host).not.toBe(from);
      return `from ${from} to ${host}`;
    });

  step('an administrator takes a server out of a state that nothing ends', 'server.resetState', async () => {
    const admin = await operator();
    const reset = (state: 'active' | 'error') => admin.client.call(calls.resetState, { ...path(), body: { state } });
    expect(await carriedOut(reset('error'), admin)).toMatchObject(resting('ERROR'));
    expect(await carriedOut(reset('active'), admin)).toMatchObject(resting('ACTIVE'));
  });

  const poweredOff = async () => {
    await carriedOut(client().call(calls.stop, path()));
  };
  const poweredOn = async () => {
    expect(await carriedOut(client().call(calls.start, path()))).toMatchObject(resting('ACTIVE'));
  };

  step('a server that is shut off goes to another node', 'server.migrate', async () => {
    await poweredOff();
    const admin = await operator();
    const { host: from } = await admin.client.call(calls.read, path());
    await carriedOut(admin.client.call(calls.migrate, { ...path(), body: {} }), admin);
    expect(await carriedOut(admin.client.call(calls.confirmResize, path()), admin)).toMatchObject(resting('SHUTOFF'));
    const { host } = await admin.client.call(calls.read, path());
    expect(host).not.toBe(from);
    await poweredOn();
    return `from ${from} to ${host}`;
  });

  step(
    'a server gets another flavor, goes back, gets it again and keeps it',
    'server.resize',
    async () => {
      await poweredOff();
      const { flavor } = await client().call(calls.read, path());
      const { data } = await client().call(nouns.flavors.calls.list, { query: { limit: 1000, sort: 'ram:asc' } });
      const other = data.find(({ ram, disk }) => ram > flavor.ram && disk >= flavor.disk)!;
      const resize = () => client().call(calls.resize, { ...path(), body: { flavor_id: other.id } });
      expect(await carriedOut(resize())).toMatchObject({ ...resting('VERIFY_RESIZE'), flavor: { id: other.id } });
      const back = await carriedOut(client().call(calls.revertResize, path()));
      expect(back).toMatchObject({ ...resting('SHUTOFF'), flavor: { id: flavor.id } });
      await carriedOut(resize());
      const kept = await carriedOut(client().call(calls.confirmResize, path()));
      expect(kept).toMatchObject({ ...resting('SHUTOFF'), flavor: { id: other.id } });
      await poweredOn();
      return `${flavor.original_name} to ${other.name}`;
    },
    async () => (await client().refused(calls.resize, { ...path(), body: { flavor_id: life.ingredients().flavor_id } })).status,
  );

  step(
    'the power of a server is cut',
    'server.powerOff',
    async () => {
      expect(await carriedOut(client().call(calls.powerOff, path()))).toMatchObject(resting('SHUTOFF'));
      await poweredOn();
    },
    async () => (await client().refused(calls.powerOff, path())).status,
  );
}
