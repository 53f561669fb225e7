import type { Cloud } from './cloud.ts';

/** Milliseconds between two handfuls of changes. */
const STEP_MS = 20;

/** Stops and starts running servers, so many a second, evenly over all of them; ends with how many it changed. */
export function storm(cloud: Cloud, perSecond: number, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  return new Promise((resolve) => {
    const step = (): void => {
      const elapsed = Math.min(seconds, (performance.now() - startedAt) / 1000);
      for (; done < elapsed * perSecond; done++) change(cloud, done);
      if (elapsed >= seconds) resolve(done);
      else cloud.later(STEP_MS, step);
    };
    step();
  });
}

/** Changes a server that stands still; those that are failed, gone or on their way are passed over. */
function change(cloud: Cloud, n: number): void {
  const { servers } = cloud;
  for (let place = cloud.chance.number('storm', n) % servers.length, tried = 0; tried < servers.length; tried++) {
    const server = servers[(place + tried) % servers.length]!;
    if (server.taskState !== null || !(server.status === 'ACTIVE' || server.status === 'SHUTOFF')) continue;
    if (server.status === 'ACTIVE') cloud.touch(server, { status: 'SHUTOFF', vmState: 'stopped', powerState: 4 });
    else cloud.touch(server, { status: 'ACTIVE', vmState: 'active', powerState: 1 });
    return;
  }
}
