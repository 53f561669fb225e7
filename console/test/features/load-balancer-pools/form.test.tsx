import { expect, it, vi } from 'vitest';
import { Page as Add } from '../../../src/features/load-balancers/pools/add-window.tsx';
import { Cidrs, Edit, Health, Members } from '../../../src/features/load-balancers/pools/over-pool.tsx';
import { abilityStore } from '../../../src/app/abilities/abilities.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { acting, all, choose, click, find, pageText, type } from '../../support/render.tsx';
import { aBalancer } from '../load-balancers/a-balancer.ts';
import { aMember, aPool } from './a-pool.ts';

const POOLS = '/compute/load-balancers/$loadBalancerId/pools';
const ACCEPTED = { status: 202, body: { task_id: 't', id: 'pool-1' } };
const balancer = { ...aBalancer(), id: 'lb1' };

const answering =
  (pool = aPool()) =>
  (asked: Asked) => {
    if (asked.method !== 'GET') return ACCEPTED;
    if (asked.path.endsWith(`/loadbalancers/${balancer.id}`)) return { body: balancer };
    return { body: asked.path.endsWith(`/pools/${pool.id}`) ? pool : { data: [], count: 0 } };
  };
const changes = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET');

/** The form of a new pool of the balancer. */
const add = () => openPage(Add, answering(), '/compute/load-balancers/lb1/pools/add-pool', `${POOLS}/add-pool`);
/** A form that changes the pool. */
const change = (Page: typeof Health, what: string, pool = aPool()) =>
  openPage(Page, answering(pool), `/compute/load-balancers/lb1/pools/edit/pool-1/${what}`, `${POOLS}/edit/$loadBalancerPoolId/${what}`);

/** From now on the cloud keeps certificates for pools. */
const keepCertificates = () =>
  acting(() =>
    abilityStore.set(({ capabilities }) => ({
      capabilities: new Set([...capabilities, 'load_balancer_pool.create:tls', 'load_balancer_pool.update:tls']),
    })),
  );

const inDialog = (kind: Parameters<typeof all>[0], name?: string) =>
  all(kind, name).filter((element) => element.closest('[role=dialog]') !== null);
const submit = (name: string) => click(inDialog('button', name).at(-1)!);
const labelOf = (radio: HTMLElement) => (radio as HTMLInputElement).labels?.[0]?.textContent ?? '';

it('offers the five forwarding rules for a pool, and asks for what belongs to each [lb.listener-kinds]', async () => {
  const { asked } = await add();
  await keepCertificates();
  const radios = inDialog('radio');
  expect(radios.map(labelOf)).toEqual(['HTTPS → HTTPS', 'HTTPS → HTTP', 'HTTP → HTTP', 'UDP → UDP', 'TCP → TCP']);
  const asksFor = () =>
    ['Private key', 'Sticky sessions', 'PROXY protocol'].map((field) => all('textbox', field).length + all('checkbox', field).length);
  const found: Record<string, number[]> = {};
  for (const [index, radio] of radios.entries()) {
    await click(radio);
    found[labelOf(inDialog('radio')[index]!)] = asksFor();
  }
  expect(found).toEqual({
    'HTTPS → HTTPS': [0, 0, 1],
    'HTTPS → HTTP': [1, 1, 0],
    'HTTP → HTTP': [0, 1, 0],
    'UDP → UDP': [0, 1, 0],
    'TCP → TCP': [0, 1, 1],
  });
  await type(find('textbox', 'Name'), 'queue');
  await type(find('textbox', 'Incoming port'), '5672');
  await type(find('textbox', 'Destination port'), '5673');
  await submit('Add pool');
  await vi.waitFor(() => expect(changes(asked)).toHaveLength(1));
  expect(changes(asked)[0]).toMatchObject({
    method: 'POST',
    path: '/api/v2/compute/lbaas/pools',
    body: {
      loadbalancer_id: 'lb1',
      name: 'queue',
      protocol: 'TCP',
      protocol_port: 5672,
      backend_protocol: 'TCP',
      backend_protocol_port: 5673,
      healthmonitor: { type: 'TCP' },
    },
  });
  expect(Object.keys(changes(asked)[0]!.body as object)).not.toContain('tls');
});

it('a new pool is marked in the list of its load balancer, to which its window leads back', async () => {
  const { router } = await add();
  await type(find('textbox', 'Name'), 'web');
  await submit('Add pool');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/compute/load-balancers/lb1/pools'));
  expect(router.state.location.state.marked?.words).toEqual(['pool-1', 'web']);
});

it('offers the three algorithms for a pool [lb.algorithms]', async () => {
  const { asked } = await add();
  const options = [...find('combobox', 'Algorithm').querySelectorAll('option')];
  expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
    ['LEAST_CONNECTIONS', 'Least connections'],
    ['ROUND_ROBIN', 'Round robin'],
    ['SOURCE_IP', 'Source IP'],
  ]);
  await type(find('textbox', 'Name'), 'web');
  await choose(find('combobox', 'Algorithm'), 'SOURCE_IP');
  await submit('Add pool');
  await vi.waitFor(() => expect(changes(asked)[0]?.body).toMatchObject({ lb_algorithm: 'SOURCE_IP' }));
});

const FORWARDED = ['X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto'];
const OF_CLIENTS = [
  'X-SSL-Client-Verify',
  'X-SSL-Client-Has-Cert',
  'X-SSL-Client-DN',
  'X-SSL-Client-CN',
  'X-SSL-Client-Issuer',
  'X-SSL-Client-SHA1',
  'X-SSL-Client-Not-Before',
  'X-SSL-Client-Not-After',
];

it('the form for a pool sets each forwarded header, and client certificate headers only with a client CA [lb.forwarded-headers, lb.client-cert-headers]', async () => {
  const { asked } = await add();
  await keepCertificates();
  await click(inDialog('radio').find((radio) => labelOf(radio) === 'HTTPS → HTTP')!);
  const boxes = () => inDialog('checkbox', 'X-') as HTMLInputElement[];
  expect(boxes().map(({ disabled, labels }) => [labels?.[0]?.textContent, disabled])).toEqual([
    ...FORWARDED.map((name) => [name, false]),
    ...OF_CLIENTS.map((name) => [name, true]),
  ]);
  await type(find('textbox', 'Name'), 'web');
  await type(find('textbox', 'Certificate'), 'a certificate');
  await type(find('textbox', 'Private key'), 'a key');
  await type(find('textbox', 'Client CA certificate'), 'an authority');
  for (const box of boxes()) await click(box);
  await submit('Add pool');
  await vi.waitFor(() => expect(changes(asked)).toHaveLength(1));
  expect(changes(asked)[0]!.body).toMatchObject({
    tls: { certificate: 'a certificate', private_key: 'a key', client_ca: 'an authority' },
    insert_headers: Object.fromEntries([...FORWARDED, ...OF_CLIENTS].map((name) => [name, true])),
  });
});

it('the file buttons of certificate and key in the form for a pool ask for files by their extensions', async () => {
  await add();
  await keepCertificates();
  await click(inDialog('radio').find((radio) => labelOf(radio) === 'HTTPS → HTTP')!);
  const asked = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=file]')].map(({ accept }) => accept.split(','));
  const certificate = ['.pem', '.crt', '.cer', '.der', '.p7b', '.p7c', '.pfx', '.p12'];
  const key = ['.pem', '.key', '.der'];
  expect(asked.map((accept) => accept.filter((one) => one.startsWith('.')))).toEqual([certificate, key, certificate]);
  expect(asked.map(([first]) => first)).toEqual(['.pem', '.pem', '.pem']);
});

it('keeps a member of a pool whose machine is deleted while the others are chosen', async () => {
  const [first, second] = aPool().members;
  const lost = aMember({ id: 'm9', server_id: 's9', server_name: null, address: '10.0.0.19', weight: 0, gone: true, health: 'ERROR' });
  const { asked } = await change(Members, 'members', aPool({ members: [lost, first!, second!] }));
  expect(inDialog('textbox', 'Weight of')).toHaveLength(2);
  await type(find('textbox', 'Weight of s1'), '9');
  await submit('Save');
  await vi.waitFor(() => expect(changes(asked)).toHaveLength(1));
  expect(changes(asked)[0]!.body).toEqual({
    members: [
      { server_id: 's1', address: '10.0.0.11', weight: 9, enabled: true },
      { server_id: 's2', address: '10.0.0.12', weight: 3, enabled: true },
      { server_id: 's9', address: '10.0.0.19', weight: 0, enabled: true },
    ],
  });
});

it('offers the five types of a health monitor, of which those that do not fit cannot be chosen [lb.protocols]', async () => {
  const { asked } = await change(Health, 'health');
  const options = [...find('combobox', 'Type').querySelectorAll('option')];
  expect(options.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['HTTP', false],
    ['HTTPS', true],
    ['TCP', false],
    ['UDP-CONNECT', true],
    ['PING', false],
  ]);
  await choose(find('combobox', 'Type'), 'PING');
  await submit('Save');
  await vi.waitFor(() => expect(changes(asked)).toHaveLength(1));
  expect(changes(asked)[0]).toMatchObject({
    path: '/api/v2/compute/lbaas/pools/pool-1',
    body: { healthmonitor: { type: 'PING', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 } },
  });
});

it('leads to the timeout of a health monitor that is not below its interval, and keeps what was typed', async () => {
  const { asked } = await change(Health, 'health');
  await type(find('textbox', 'Timeout'), '9');
  await submit('Save');
  expect(pageText()).toContain('The timeout must be shorter than the interval between checks.');
  expect(document.activeElement).toBe(find('textbox', 'Timeout'));
  expect((find('textbox', 'Timeout') as HTMLInputElement).value).toBe('9');
  expect(changes(asked)).toEqual([]);
});

it('shows what the server finds wrong with TLS material at its part', async () => {
  const refused = {
    status: 422,
    body: {
      error: { err_code: 'validation_failed', message: 'x', data: { field_codes: { 'tls.private_key': [{ code: 'key_mismatch' }] } } },
    },
  };
  const { asked } = await openPage(
    Add,
    (one) => (one.method === 'POST' ? refused : answering()(one)),
    '/compute/load-balancers/lb1/pools/add-pool',
    `${POOLS}/add-pool`,
  );
  await keepCertificates();
  await click(inDialog('radio').find((radio) => labelOf(radio) === 'HTTPS → HTTP')!);
  await type(find('textbox', 'Name'), 'web');
  await type(find('textbox', 'Certificate'), 'a certificate');
  await type(find('textbox', 'Private key'), 'of another');
  await submit('Add pool');
  await vi.waitFor(() => expect(document.activeElement).toBe(find('textbox', 'Private key')));
  expect(pageText()).toContain('The private key does not match the certificate.');
  expect((find('textbox', 'Certificate') as HTMLTextAreaElement).value).toBe('a certificate');
  // Where no certificate is needed, nothing is wrong any more.
  await click(inDialog('radio').find((radio) => labelOf(radio) === 'HTTP → HTTP')!);
  await submit('Add pool');
  await vi.waitFor(() => expect(changes(asked)).toHaveLength(2));
  expect(Object.keys(changes(asked)[1]!.body as object)).not.toContain('tls');
});

it('offers HTTPS → HTTP and another certificate only where the cloud keeps certificates', async () => {
  await add();
  expect(inDialog('radio').map(labelOf)).toEqual(['HTTPS → HTTPS', 'HTTP → HTTP', 'UDP → UDP', 'TCP → TCP']);
  await keepCertificates();
  expect(inDialog('radio').map(labelOf)).toContain('HTTPS → HTTP');
  await change(Edit, '', aPool({ protocol: 'HTTPS', tls_enabled: true }));
  expect(inDialog('checkbox', 'Replace the certificate')).toEqual([]);
  await keepCertificates();
  expect(inDialog('checkbox', 'Replace the certificate')).toHaveLength(1);
});

it('changes only what was changed of a pool', async () => {
  const { asked } = await change(Edit, '', aPool({ insert_headers: { 'X-Forwarded-For': true } }));
  await type(find('textbox', 'Name'), 'shop');
  await submit('Save');
  await vi.waitFor(() => expect(changes(asked).map(({ body }) => body)).toEqual([{ name: 'shop' }]));
});

it('the form of the allowed CIDRs of a pool marks an entry that is no CIDR, and sends valid entries', async () => {
  const { asked } = await change(Cidrs, 'allowed-cidrs', aPool({ allowed_cidrs: ['10.0.0.0/8'] }));
  await click(find('button', 'Add CIDR'));
  await type(find('textbox', 'CIDR 2'), 'somewhere');
  await submit('Save');
  expect(document.activeElement).toBe(find('textbox', 'CIDR 2'));
  await type(find('textbox', 'CIDR 2'), '192.0.2.0/24');
  await submit('Save');
  await vi.waitFor(() => expect(changes(asked).map(({ body }) => body)).toEqual([{ allowed_cidrs: ['10.0.0.0/8', '192.0.2.0/24'] }]));
});
