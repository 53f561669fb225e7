/** Key pairs, which the compute service knows by user and name, on a cloud's recorded answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyPair } from '@gantry/contract/nouns/key-pairs/entity';
import { keyPairId } from '../../../src/engines/openstack/mirror/key-pair.ts';
import { touchedBy } from '../../../src/engines/openstack/mirror/notices.ts';
import type { Document, Row } from '../../../src/store/port.ts';
import { FINGERPRINT, PUBLIC_KEY } from '../../support/app.ts';
import { Bench } from './support/bench.ts';

const KEYS = /^\/compute\/v2\.1\/os-keypairs/;
const body = (name: string, public_key = PUBLIC_KEY) => ({ name, public_key }) as never;

describe('key pairs', () => {
  let bench: Bench;
  let alice: string;
  beforeEach(async () => {
    bench = await (await Bench.open()).mirrored();
    alice = (await bench.signIn('alice')).userId;
    await vi.waitFor(async () => expect(await row('laptop')).toBeDefined(), { timeout: 10_000, interval: 20 });
  });
  afterEach(() => bench.close());

  const row = (name: string): Promise<Row | undefined> =>
    bench.store.read.get({ engine: 'cloud', kind: 'key_pair', id: keyPairId(alice, name) });
  const command = (name: string) => bench.engine.commands[name]!;
  const sent = (method: string) => bench.cloud.asked.filter((item) => item.method === method && KEYS.test(item.path));

  it('are brought with their users, to whom they belong', async () => {
    const { document, ...found } = (await row('laptop'))!;
    const expected: Document = { name: 'laptop', public_key: PUBLIC_KEY, fingerprint: FINGERPRINT, user_id: alice };
    expect(found).toMatchObject({ userId: alice, projectId: null, domainId: bench.cloud.id('acme') });
    expect(document).toMatchObject(expected);
    expect(keyPair.safeParse({ ...document, user_name: null, revision: 1 }).error).toBeUndefined();
    expect(await bench.store.read.countRows('cloud', 'key_pair')).toBe(1);
  });

  it('are added by the user’s token at the lowest microversion, and seen at once', async () => {
    bench.cloud.on('GET', /os-keypairs\?/, ({ path }, recorded) => {
      const { keypairs } = structuredClone(recorded?.answer) as { keypairs: { keypair: object }[] };
      const made = { keypair: { name: 'recorded', public_key: PUBLIC_KEY, fingerprint: FINGERPRINT, type: 'ssh' } };
      return { answer: { keypairs: path.endsWith(alice) ? [...keypairs, made] : keypairs } };
    });
    const { id } = await command('key_pair.create').accept(await bench.asking('alice'), null, body('recorded'));
    expect(id).toBe(keyPairId(alice, 'recorded'));
    expect(sent('POST')).toMatchObject([{ as: `alice@project:${bench.cloud.id('acme-prod')}`, version: 'compute 2.2' }]);
    expect((await row('recorded'))?.document).toMatchObject({ name: 'recorded', fingerprint: FINGERPRINT });
    expect(await command('key_pair.create').recover!(await bench.asking('alice'), null, body('recorded'))).toEqual({ id });
    expect(await command('key_pair.create').recover!(await bench.asking('alice'), null, body('recorded', 'another'))).toBeUndefined();
  });

  it('are refused under a name that is taken, at its field, and with the cloud’s words where it cannot read them', async () => {
    bench.cloud.on('POST', KEYS, () => ({
      status: 409,
      answer: { conflictingRequest: { message: "Key pair 'recorded' already exists." } },
    }));
    await expect(command('key_pair.create').accept(await bench.asking('alice'), null, body('recorded'))).rejects.toMatchObject({
      code: 'name_taken',
      fields: { name: [{ code: 'key_pair_name_taken' }] },
    });
    bench.cloud.on('POST', KEYS, (_, recorded) => ({ status: recorded!.status, answer: recorded!.answer }));
    await expect(command('key_pair.create').accept(await bench.asking('alice'), null, body('bad', 'ssh-rsa AAAA'))).rejects.toMatchObject({
      code: 'engine_refused',
      detail: expect.stringMatching(/failed to generate fingerprint/),
    });
    await expect(command('key_pair.create').accept(await bench.asking('bob'), null, body('x'))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('are deleted by name, another user’s by user and name, and gone once the cloud says so', async () => {
    bench.cloud.on('DELETE', KEYS, () => ({ status: 202, answer: null }));
    const laptop = (await row('laptop'))!;
    await command('key_pair.delete').accept(await bench.asking('carol'), laptop, {} as never);
    expect(await row('laptop')).toBeDefined();
    bench.cloud.on('GET', new RegExp(`os-keypairs\\?user_id=${alice}`), () => ({ answer: { keypairs: [] } }));
    bench.cloud.on('GET', /os-keypairs\/laptop/, () => ({ status: 404, answer: { itemNotFound: { message: 'gone' } } }));
    await command('key_pair.delete').accept(await bench.asking('alice'), laptop, {} as never);
    expect(sent('DELETE').map(({ path, version }) => [path, version])).toEqual([
      [`/compute/v2.1/os-keypairs/laptop?user_id=${alice}`, 'compute 2.10'],
      ['/compute/v2.1/os-keypairs/laptop', null],
    ]);
    expect(await row('laptop')).toBeUndefined();
    expect(await command('key_pair.delete').recover!(await bench.asking('alice'), laptop.id, {} as never)).toEqual({ id: laptop.id });
  });

  it('are put into new servers by name, those of the caller only', async () => {
    const id = bench.cloud.id('made');
    bench.cloud.on('POST', /\/servers$/, () => ({ status: 202, answer: { server: { id } } }));
    const [flavor_id, image_id, network] = ['m1.tiny', 'lab-tiny', 'acme-net'].map((name) => bench.cloud.id(name));
    const server = { name: 'made', flavor_id, image_id, network_ids: [network], key_pair_id: keyPairId(alice, 'laptop') } as never;
    await command('server.create').accept(await bench.asking('alice'), null, server);
    expect(bench.cloud.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/servers'))?.sent).toMatchObject({
      server: { key_name: 'laptop' },
    });
    await expect(command('server.create').accept(await bench.asking('carol'), null, server)).rejects.toMatchObject({
      fields: { key_pair_id: [{ code: 'unknown_id' }] },
    });
  });

  it('are looked at when the compute service announces one', () => {
    const payload = { 'nova_object.data': { user_id: alice, name: 'a/b c' } };
    const message = { event_type: 'keypair.import.end', payload };
    const notice = JSON.stringify({ 'oslo.message': JSON.stringify(message) });
    expect(touchedBy(notice)).toEqual([{ kind: 'key_pair', id: keyPairId(alice, 'a/b c') }]);
    expect(keyPairId(alice, 'a/b c')).toMatch(/^[\w.:@-]{1,128}$/);
  });
});
