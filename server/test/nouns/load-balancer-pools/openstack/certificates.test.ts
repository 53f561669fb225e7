/** What the key manager of a cloud keeps for load balancers: as much as their pools use, whatever fails or crashes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Acceptance, CommandContext } from '../../../../src/port/engine.ts';
import { Stage, WEB } from '../../load-balancers/openstack/stage.ts';
import { AUTHORITY, CERTIFICATE, KEY } from '../pem.ts';

const TLS = { certificate: CERTIFICATE + AUTHORITY, private_key: KEY, client_ca: AUTHORITY };
const HTTPS = { ...WEB, protocol: 'HTTPS', protocol_port: 443, tls: TLS } as const;

describe('certificates of load balancers on OpenStack', () => {
  let stage: Stage;
  let answersAsBefore: () => void;
  beforeAll(async () => {
    stage = await Stage.open();
  });
  beforeEach(() => {
    answersAsBefore = stage.bench.cloud.keepAnswers();
    stage.reset();
  });
  afterEach(() => answersAsBefore());
  afterAll(() => stage.close());

  const shown = async (id: string) => (await stage.row('load_balancer_pool', id)).document;
  /** Secrets and containers that are kept: four and one for a pool with a client CA. */
  const kept = () => [stage.keys.secrets.items.size, stage.keys.containers.items.size];
  const names = () => [...new Set([stage.keys.secrets, stage.keys.containers].flatMap(stage.all).map(({ name }) => name))];
  const used = () => String(stage.all(stage.octavia.listeners)[0]!['default_tls_container_ref']);
  const isKept = (ref: string) => stage.keys.containers.items.has(ref.split('/').at(-1)!);
  const wanted = () => ({ name: 'shop', network_id: stage.networkId, pools: [{ name: 'web', ...HTTPS }] });
  const refuse = (method: string, place: RegExp) =>
    stage.bench.cloud.on(method, place, () => ({ status: 400, answer: { faultcode: 'Client', faultstring: 'No.' } }));
  /** It is done, and nobody hears of it. */
  const lose = (method: string, place: RegExp) =>
    stage.bench.cloud.on(method, place, (_, usual) => {
      usual();
      return { status: 504, answer: {} };
    });
  const crashed = async (name: string, id: string | null, body: object, task: CommandContext): Promise<Acceptance | undefined> =>
    stage.command(name).recover!(task, id, body);

  it('load balancer pools hold certificates that the cloud keeps for them, and that go with the pools', async () => {
    const tls = { certificate: CERTIFICATE + AUTHORITY, private_key: KEY, client_ca: AUTHORITY };
    const https = { protocol: 'HTTPS', protocol_port: 443, insert_headers: { 'X-SSL-Client-Issuer': true }, tls };
    await expect(stage.pool(await stage.balancer(), { ...https, tls: { ...tls, private_key: 'no key' } })).rejects.toMatchObject({
      fields: { 'tls.private_key': [{ code: 'key_unreadable' }] },
    });
    expect(kept()).toEqual([0, 0]);
    const id = await stage.pool(await stage.balancer(), https);
    expect(stage.all(stage.octavia.listeners)).toMatchObject([
      { protocol: 'TERMINATED_HTTPS', insert_headers: { 'X-SSL-Issuer': 'true' }, client_authentication: 'MANDATORY' },
    ]);
    expect(await shown(id)).toMatchObject({
      protocol: 'HTTPS',
      tls_enabled: true,
      read_only: null,
      insert_headers: { 'X-SSL-Client-Issuer': true },
    });
    expect(kept()).toEqual([4, 1]);
    const bare = { tls: { ...tls, client_ca: null }, insert_headers: {} };
    await stage.done('load_balancer_pool.update', await stage.row('load_balancer_pool', id), bare);
    expect(kept()).toEqual([3, 1]);
    await stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', id), {});
    expect(kept()).toEqual([0, 0]);
  });

  it('load balancer pools tell what their certificates say if judged here or readable in the cloud, and never ask for a key', async () => {
    const tls = { certificate: CERTIFICATE + AUTHORITY, private_key: KEY, client_ca: AUTHORITY };
    const id = await stage.pool(await stage.balancer(), { protocol: 'HTTPS', protocol_port: 443, tls });
    const facts = { certificate: { subject: 'CN=shop.example, O=Acme' }, client_ca: { subject: 'CN=Test authority' } };
    expect(await shown(id)).toMatchObject(facts);
    // Another process knows it by what is stored.
    await stage.swept();
    expect(await shown(id)).toMatchObject(facts);
    // What others have put there is shown only where the cloud's policy allows it.
    const { cloud } = stage.bench.cloud;
    const keys = stage.all(cloud.secrets.secrets).filter((one) => one['secret_type'] === 'private');
    const [own] = stage.all(stage.octavia.listeners);
    const { id: _id, created_at: _made, ...same } = own!;
    const theirs = stage.octavia.listeners.create({ ...same, name: 'theirs', protocol_port: 8443, tags: [] }).id;
    const copy = (ref: unknown) => String(ref).replace('/containers/', '/containers/copy-');
    for (const container of stage.all(cloud.secrets.containers)) cloud.secrets.containers.create(container, `copy-${container.id}`);
    stage.octavia.listeners.change(theirs, {
      default_tls_container_ref: copy(own!['default_tls_container_ref']),
      client_ca_tls_container_ref: null,
    });
    await stage.swept();
    expect(await shown(theirs)).toMatchObject({ tls_enabled: true, certificate: null });
    cloud.secrets.isOpen = true;
    await stage.swept();
    cloud.secrets.isOpen = false;
    expect(await shown(theirs)).toMatchObject({ certificate: facts.certificate, client_ca: null });
    const payloads = stage.bench.cloud.asked.filter(({ place }) => place.endsWith('/payload')).map(({ place }) => place.split('/').at(-2));
    expect(payloads).toHaveLength(1);
    expect(payloads).not.toContain(keys[0]!.id);
  });

  it('a load balancer that cannot be deployed leaves no key behind', async () => {
    const release = stage.octavia.hold();
    const task = await stage.task();
    const { accept, settle } = stage.command('load_balancer.create');
    const acceptance = await accept(task, null, wanted());
    expect(kept()).toEqual([4, 1]);
    stage.octavia.balancers.change(acceptance.id, { provisioning_status: 'ERROR' });
    await expect(settle!(task, acceptance, wanted())).rejects.toMatchObject({ code: 'engine_refused' });
    expect(kept()).toEqual([0, 0]);
    expect((await stage.row('load_balancer', acceptance.id)).document['status']).toBe('DEPLOYMENT_FAILED');
    release();
  });

  it('keys that could not be taken away go with the load balancer that they were kept for', async () => {
    const release = stage.octavia.hold();
    const task = await stage.task();
    const { accept, settle } = stage.command('load_balancer.create');
    const acceptance = await accept(task, null, wanted());
    stage.octavia.balancers.change(acceptance.id, { provisioning_status: 'ERROR' });
    const lift = refuse('DELETE', /\/v1\/(secrets|containers)\//);
    await expect(settle!(task, acceptance, wanted())).rejects.toMatchObject({ code: 'engine_refused' });
    expect(kept()).toEqual([4, 1]);
    lift();
    release();
    stage.octavia.balancers.change(acceptance.id, { provisioning_status: 'ACTIVE' });
    await stage.done('load_balancer.delete', await stage.row('load_balancer', acceptance.id), {});
    expect(kept()).toEqual([0, 0]);
  });

  it('a load balancer that is deleted takes its keys after a crash too', async () => {
    const id = await stage.balancer({ pools: [{ name: 'web', ...HTTPS }] });
    const task = await stage.task();
    const { accept, settle } = stage.command('load_balancer.delete');
    await accept(task, await stage.row('load_balancer', id), {});
    const found = await crashed('load_balancer.delete', id, {}, task);
    await settle!(task, found!, {});
    expect(kept()).toEqual([0, 0]);
  });

  it('keys of a load balancer or a pool whose creation got no answer stay with it', async () => {
    const lifts = [lose('POST', /\/loadbalancers$/), lose('POST', /\/listeners$/)];
    const making = await stage.task();
    const { accept, settle } = stage.command('load_balancer.create');
    await expect(accept(making, null, wanted())).rejects.toMatchObject({ unanswered: true });
    lifts[0]!();
    const found = await crashed('load_balancer.create', null, wanted(), making);
    lifts[1]!();
    await settle!(making, found!, wanted());
    expect([kept(), isKept(used())]).toEqual([[4, 1], true]);
    const lift = lose('POST', /\/listeners$/);
    const body = { loadbalancer_id: found!.id, name: 'api', ...HTTPS, protocol_port: 8443 };
    const adding = await stage.task();
    const pool = stage.command('load_balancer_pool.create');
    await expect(pool.accept(adding, null, body)).rejects.toMatchObject({ unanswered: true });
    lift();
    await pool.settle!(adding, (await crashed('load_balancer_pool.create', null, body, adding))!, body);
    expect(kept()).toEqual([8, 2]);
  });

  it('a pool leaves no key behind where its load balancer is gone before it is made', async () => {
    const balancer = await stage.balancer();
    const task = await stage.task();
    const body = { loadbalancer_id: balancer, name: 'web', ...HTTPS };
    const { accept, settle } = stage.command('load_balancer_pool.create');
    const acceptance = await accept(task, null, body);
    stage.octavia.removeBalancer(balancer);
    await expect(settle!(task, acceptance, body)).rejects.toMatchObject({ code: 'engine_refused' });
    expect(kept()).toEqual([0, 0]);
  });

  it('other certificates of a pool are kept once after a crash, and those before go', async () => {
    const id = await stage.pool(await stage.balancer(), HTTPS);
    const before = used();
    const row = await stage.row('load_balancer_pool', id);
    const task = await stage.task();
    const { accept, settle } = stage.command('load_balancer_pool.update');
    await accept(task, row, { tls: TLS });
    // Nothing is replaced yet: the task would not know what.
    expect(used()).toBe(before);
    const requested = { engine: 'cloud', kind: 'load_balancer_pool', id, revision: row.revision };
    const found = await crashed('load_balancer_pool.update', id, { tls: TLS }, { ...task, requested });
    await settle!(task, found!, { tls: TLS });
    expect(kept()).toEqual([4, 1]);
    expect([isKept(before), isKept(used())]).toEqual([false, true]);
    await stage.done('load_balancer_pool.delete', await stage.row('load_balancer_pool', id), {});
    expect(kept()).toEqual([0, 0]);
  });

  it('certificates that a crash has left half kept go, and a pool that was changed meanwhile is left alone', async () => {
    const id = await stage.pool(await stage.balancer(), HTTPS);
    const row = await stage.row('load_balancer_pool', id);
    const before = used();
    const { accept, recover, abandon } = stage.command('load_balancer_pool.update');
    const halved = await stage.task();
    const lifts = [refuse('POST', /\/v1\/containers$/), refuse('DELETE', /\/v1\/(secrets|containers)\//)];
    await expect(accept(halved, row, { tls: TLS })).rejects.toMatchObject({ code: 'engine_refused' });
    for (const lift of lifts) lift();
    expect(stage.keys.secrets.items.size).toBeGreaterThan(4);
    expect(await recover!(halved, id, { tls: TLS })).toBeUndefined();
    await abandon!(halved, { tls: TLS });
    expect(kept()).toEqual([4, 1]);
    const late = await stage.task();
    await accept(late, row, { tls: TLS });
    await stage.done('load_balancer_pool.update', await stage.row('load_balancer_pool', id), { connection_limit: 7 });
    const requested = { engine: 'cloud', kind: 'load_balancer_pool', id, revision: row.revision };
    await expect(recover!({ ...late, requested }, id, { tls: TLS })).rejects.toMatchObject({ code: 'overtaken' });
    expect([kept(), isKept(before)]).toEqual([[4, 1], true]);
  });

  it('a change of a pool that fails leaves those certificates that are used, whether it got to them or not', async () => {
    const id = await stage.pool(await stage.balancer(), HTTPS);
    const update = async (body: object) => stage.done('load_balancer_pool.update', await stage.row('load_balancer_pool', id), body);
    const before = used();
    const lift = refuse('PUT', /\/listeners\//);
    await expect(update({ tls: TLS })).rejects.toMatchObject({ detail: 'No.' });
    expect([kept(), used(), isKept(before)]).toEqual([[4, 1], before, true]);
    lift();
    refuse('PUT', /\/lbaas\/pools\//);
    await expect(update({ tls: TLS, lb_algorithm: 'SOURCE_IP' })).rejects.toMatchObject({ detail: 'No.' });
    expect([kept(), isKept(before), isKept(used())]).toEqual([[4, 1], false, true]);
    expect(names()).toHaveLength(1);
  });

  it('certificates of a pool stay while nobody knows which of them the cloud will use', async () => {
    const id = await stage.pool(await stage.balancer(), HTTPS);
    const row = await stage.row('load_balancer_pool', id);
    const task = await stage.task();
    const { accept, settle } = stage.command('load_balancer_pool.update');
    const acceptance = await accept(task, row, { tls: TLS });
    const died = new AbortController();
    const release = stage.octavia.hold();
    const working = settle!({ ...task, signal: died.signal }, acceptance, { tls: TLS });
    await expect.poll(() => stage.all(stage.octavia.listeners)[0]!['provisioning_status']).toBe('PENDING_UPDATE');
    died.abort(new Error('killed'));
    await expect(working).rejects.toThrow('killed');
    expect(kept()).toEqual([8, 2]);
    release();
    await settle!(task, acceptance, { tls: TLS });
    expect([kept(), isKept(used())]).toEqual([[4, 1], true]);
  });

  it('certificates are refused before any is kept while the load balancer is being changed', async () => {
    const balancer = await stage.balancer();
    const id = await stage.pool(balancer, HTTPS);
    const row = await stage.row('load_balancer_pool', id);
    stage.octavia.balancers.change(balancer, { provisioning_status: 'PENDING_UPDATE' });
    const refused = stage.command('load_balancer_pool.update').accept(await stage.task(), row, { tls: TLS });
    await expect(refused).rejects.toMatchObject({ code: 'state_conflict', reason: { code: 'load_balancer_busy' } });
    expect(kept()).toEqual([4, 1]);
  });
});
