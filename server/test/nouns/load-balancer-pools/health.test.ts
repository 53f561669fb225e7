import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../../support/databases.ts';
import { all } from '../../engines/embedded/support/platform.ts';
import { openScene, type Scene } from '../../engines/embedded/support/scene.ts';

const MONITOR = { type: 'TCP', delay: 5, timeout: 3, max_retries: 2, max_retries_down: 3 };

describe.each(anyDatabase)('members of pools on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  let serverId: string;
  let poolId: string;
  beforeAll(async () => {
    scene = await openScene(name);
  });
  afterAll(() => scene.close());

  const step = async (seconds: number): Promise<void> => {
    await scene.clock.advance(seconds * 1000);
  };
  const members = async () => (await all(scene.store, 'load_balancer_pool')).find(({ id }) => id === poolId)!.members;
  const health = async () => (await members()).map((one) => one.health);
  /** Lets the members be seen as they are: so many seconds, one after the other. */
  const afterSeconds = async (seconds: number) => {
    const seen: string[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await step(1);
      const [now] = await health();
      if (now !== seen.at(-1)) seen.push(now!);
    }
    return seen;
  };
  const addRule = async (body: object) => {
    const server = await scene.server(serverId);
    const [group] = server.networks[0]!.security_group_ids;
    await scene.caller.accept('security_group.createRule', group!, { direction: 'ingress', ethertype: 'IPv4', ...body });
  };

  beforeEach(async () => {
    serverId = await scene.serverIn('ACTIVE');
    const [network] = (await scene.server(serverId)).networks;
    const accepted = await scene.caller.accept('load_balancer.create', null, {
      name: `balancer ${serverId}`,
      network_id: network!.network_id,
      pools: [
        {
          name: 'web',
          protocol: 'TCP',
          protocol_port: 80,
          backend_protocol: 'TCP',
          backend_protocol_port: 8080,
          members: [{ server_id: serverId, weight: 1, enabled: true }],
          healthmonitor: MONITOR,
        },
      ],
    });
    await step(2);
    poolId = (await all(scene.store, 'load_balancer')).find(({ id }) => id === accepted.id)!.pools[0]!.id;
  });

  it('pool members are unhealthy until a security group lets the load balancer in, and healthy after the looks of the monitor', async () => {
    expect(await afterSeconds(20)).toEqual(['UNKNOWN', 'UNHEALTHY']);
    await addRule({ protocol: 'tcp', port_range_min: 8080, port_range_max: 8080 });
    expect(await afterSeconds(9)).toEqual(['UNHEALTHY']);
    expect(await afterSeconds(3)).toContain('HEALTHY');
  });

  it('pool members are unhealthy once their server is off, and errors once the server is gone', async () => {
    await addRule({ protocol: 'tcp', port_range_min: 8000, port_range_max: 8100 });
    expect((await afterSeconds(12)).at(-1)).toBe('HEALTHY');
    await scene.act('server.stop', serverId);
    expect((await afterSeconds(13)).at(0)).toBe('HEALTHY');
    expect((await afterSeconds(6)).at(-1)).toBe('UNHEALTHY');
    await scene.caller.accept('server.delete', serverId);
    await step(3);
    expect(await members()).toMatchObject([{ health: 'ERROR', gone: true }]);
  });

  it('pool members are not judged without a health monitor', async () => {
    await scene.caller.accept('load_balancer_pool.update', poolId, { healthmonitor: null });
    await step(4);
    expect(await health()).toEqual(['UNKNOWN']);
  });
});
