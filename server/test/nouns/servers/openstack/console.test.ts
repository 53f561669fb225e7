import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/port/store/rows.ts';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const REMOTE = /\/remote-consoles$/;

describe('the screen of a server', () => {
  let bench: Bench;
  let target: Row;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    target = (await bench.row('server', 'tiny'))!;
  });
  afterEach(() => bench.close());
  const screen = async (who: string) => bench.engine.live['server.console']!(await bench.asking(who), target, {});
  const answer = (url: string) =>
    bench.cloud.on('POST', REMOTE, () => ({ answer: { remote_console: { protocol: 'vnc', type: 'novnc', url } } }));

  it('the screen of a server is asked for with the user’s token and lowest microversion, and is where the proxy’s page says', async () => {
    // As Nova 26 answers.
    answer('http://127.0.0.1:6080/vnc_auto.html?path=%3Ftoken%3Df77ff7f3-5ee0-4b8c-96f9-5407de36adb6');
    expect(await screen('alice')).toEqual({ kind: 'vnc', url: 'ws://127.0.0.1:6080/?token=f77ff7f3-5ee0-4b8c-96f9-5407de36adb6' });
    expect(bench.cloud.asked.findLast(({ path }) => REMOTE.test(path))).toMatchObject({
      as: `alice@project:${bench.cloud.id('acme-prod')}`,
      version: 'compute 2.6',
      path: expect.stringContaining(`/servers/${target.id}/remote-consoles`),
      sent: { remote_console: { protocol: 'vnc', type: 'novnc' } },
    });
  });

  it('the screen of a server is reached by TLS where the proxy is', async () => {
    answer('https://console.example/vnc_lite.html?token=abc');
    expect(await screen('alice')).toEqual({ kind: 'vnc', url: 'wss://console.example:443/?token=abc' });
  });

  it('the screen of a server is not for users who may only read, whatever the cloud allows', async () => {
    answer('http://127.0.0.1:6080/vnc_auto.html?token=abc');
    await expect(screen('bob')).rejects.toMatchObject({ code: 'forbidden' });
    expect(bench.cloud.asked.some(({ path }) => REMOTE.test(path))).toBe(false);
  });

  it('the screen of a server is refused in the words of the cloud, and not believed to be anywhere', async () => {
    bench.cloud.on('POST', REMOTE, () => ({
      status: 409,
      answer: { conflictingRequest: { code: 409, message: 'Instance is not ready' } },
    }));
    await expect(screen('alice')).rejects.toMatchObject({
      code: 'engine_refused',
      detail: expect.stringContaining('Instance is not ready'),
    });
    bench.cloud.on('POST', REMOTE, () => ({
      status: 404,
      answer: { itemNotFound: { code: 404, message: 'Instance could not be found.' } },
    }));
    await expect(screen('alice'), 'while it restarts its node has none').rejects.toMatchObject({ code: 'engine_refused' });
    answer('gopher://127.0.0.1/');
    await expect(screen('alice')).rejects.toMatchObject({
      code: 'engine_unavailable',
      detail: expect.stringContaining('no address of a console'),
    });
  });
});
