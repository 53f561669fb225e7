/** A shutdown with the user's own limit, and its cancelling. */
import { describe, expect, it } from 'vitest';
import { anyDatabase } from '../../../support/databases.ts';
import { TIMINGS } from '../../../engines/embedded/support/platform.ts';
import { sceneFor, type Scene } from '../../../engines/embedded/support/scene.ts';

const STUBBORN = { 'gantry.guest': 'stubborn' };

describe.each(anyDatabase)('a shutdown on the embedded platform on $name', ({ name }) => {
  let scene: Scene;
  sceneFor(name, (opened) => (scene = opened), { timings: { ...TIMINGS, stop: 5000 } });

  it('a shutdown cuts the power of a guest that does not react once the limit that was asked for is over', async () => {
    const id = await scene.serverIn('ACTIVE', { metadata: STUBBORN });
    const stopping = await scene.caller.accept('server.stop', id, { timeout: 300 });
    await scene.clock.advance(299_000);
    expect(await scene.state(id)).toBe('ACTIVE powering-off');
    await scene.clock.advance(1000);
    await scene.caller.settle('server.stop', stopping);
    expect(await scene.state(id)).toBe('SHUTOFF');
    const message = 'the guest did not react within 300 s: its power was cut';
    expect((await scene.history(id))[0]).toMatchObject({ action: 'stop', result: 'success', message });
  });

  it('a shutdown cuts the power of a guest slower than the limit, and lets a guest that reacts in time end by itself', async () => {
    const slow = await scene.serverIn('ACTIVE');
    await scene.act('server.stop', slow, { timeout: 1 });
    expect((await scene.history(slow))[0]).toMatchObject({ message: 'the guest did not react within 1 s: its power was cut' });
    const quick = await scene.serverIn('ACTIVE');
    await scene.act('server.stop', quick, { timeout: 30 });
    expect((await scene.history(quick))[0]).toMatchObject({ action: 'stop', result: 'success', message: null });
  });

  it('a shutdown waits without end where that is asked for; power off is the way out', async () => {
    const id = await scene.serverIn('ACTIVE', { metadata: STUBBORN });
    const stopping = await scene.caller.accept('server.stop', id, { timeout: -1 });
    const outcome = scene.caller.settle('server.stop', stopping).catch((error: { detail: string }) => error.detail);
    // Less than a day: these calls have no task in the store, and answers nobody may ask for are forgotten then.
    await scene.clock.advance(23 * 3_600_000);
    expect(await scene.state(id)).toBe('ACTIVE powering-off');
    expect((await scene.act('server.powerOff', id)).states.at(-1)).toBe('SHUTOFF');
    expect(await outcome).toBe('stop was given up: powerOff took its place');
  });

  it('a shutdown is called off: the guest runs on, its power is not cut later, and the one that waited hears of it', async () => {
    const id = await scene.serverIn('ACTIVE', { metadata: STUBBORN });
    const stopping = await scene.caller.accept('server.stop', id, { timeout: 60 });
    const outcome = scene.caller.settle('server.stop', stopping).catch((error: { calledOff?: true }) => error.calledOff);
    await scene.clock.advance(10_000);
    await scene.caller.accept('server.cancelStop', id);
    expect(await outcome).toBe(true);
    await scene.clock.advance(600_000);
    expect(await scene.state(id)).toBe('ACTIVE');
    const message = 'stop was given up: somebody cancelled the shutdown';
    expect((await scene.history(id))[0]).toMatchObject({ action: 'stop', result: 'failed', message });
  });

  it('a shutdown is not called off where power is being cut, or nothing goes on', async () => {
    const id = await scene.serverIn('ACTIVE');
    const none = { code: 'state_conflict', reason: { code: 'server_not_stopping' } };
    expect(await scene.refusal('server.cancelStop', id)).toMatchObject(none);
    await scene.caller.accept('server.powerOff', id);
    expect(await scene.state(id)).toBe('ACTIVE powering-off');
    expect(await scene.refusal('server.cancelStop', id)).toMatchObject(none);
    await scene.clock.advance(10_000);
    expect(await scene.state(id)).toBe('SHUTOFF');
  });
});
