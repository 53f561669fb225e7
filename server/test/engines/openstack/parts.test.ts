/** The pure parts: errors, versions, catalogue, pages, notices, transit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointOf } from '../../../src/engines/openstack/client/catalogue.ts';
import { readCloud } from '../../../src/engines/openstack/client/clouds.ts';
import { faultCode, isGone, quotaResource, refusal, unreachable } from '../../../src/engines/openstack/client/errors.ts';
import { globalRequestId } from '../../../src/engines/openstack/client/http.ts';
import { itemsOf } from '../../../src/engines/openstack/client/items.ts';
import { pagesOf } from '../../../src/engines/openstack/client/pages.ts';
import { documentUrl, highestMicroversion, includes, versioned } from '../../../src/engines/openstack/client/versions.ts';
import { touchedBy } from './support/touched.ts';
import { instant } from '../../../src/engines/openstack/mirror/strategy.ts';
import { TransitionPoller } from '../../../src/engines/openstack/mirror/transition-poller.ts';
import { strategiesOf } from '../../../src/engines/openstack/mirror/strategies.ts';
import { NOUNS } from '../../../src/nouns/openstack.ts';
import { settings } from '../../../src/engines/openstack/settings.ts';

describe('errors of the services', () => {
  const body = (value: object) => JSON.stringify(value);
  it.each([
    [401, body({ error: { message: 'The request you have made requires authentication.' } }), 'reauth_required'],
    [403, body({ forbidden: { message: 'Quota exceeded for cores, ram: Requested 1, but already used 0 of 0 cores' } }), 'quota_exceeded'],
    [403, body({ forbidden: { message: "Policy doesn't allow os_compute_api:servers:create to be performed." } }), 'forbidden'],
    [404, body({ itemNotFound: { message: 'Instance x could not be found.' } }), 'not_found'],
    [409, body({ conflictingRequest: { message: "Cannot 'stop' instance x while it is in vm_state stopped" } }), 'state_conflict'],
    [409, body({ conflictingRequest: { message: 'Instance x is locked' } }), 'state_conflict'],
    [409, body({ NeutronError: { type: 'OverQuota', message: "Quota exceeded for resources: ['port']." } }), 'quota_exceeded'],
    [
      409,
      body({ NeutronError: { type: 'IpAddressGenerationFailure', message: 'No more IP addresses available on network x.' } }),
      'no_free_address',
    ],
    [400, body({ badRequest: { message: 'Flavor disk is too small for requested image.' } }), 'engine_refused'],
    [
      413,
      body({ overLimit: { message: "VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'." } }),
      'quota_exceeded',
    ],
    [429, '', 'engine_unavailable'],
    [500, '<html><title>500</title><body>Internal error</body></html>', 'engine_unavailable'],
    [503, '', 'engine_unavailable'],
  ] as const)('an answer of a service with %s %s is told as %s', (status, text, code) => {
    expect(refusal('compute', status, text, 'req-1')).toMatchObject({ code, service: 'compute', httpStatus: status, requestId: 'req-1' });
  });

  it('names the service of an outage, whose reason is not for users', () => {
    const silent = unreachable('compute', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 10.0.0.1:8774') }));
    expect(silent).toMatchObject({ params: { service: 'compute' }, detail: expect.stringContaining('10.0.0.1') });
    expect(silent.message).toBe('Part of the cloud does not respond: compute. Try again later.');
    expect(silent.detailForUsers).toBeUndefined();
    const refused = refusal('compute', 409, body({ conflictingRequest: { message: 'Instance x is locked' } }), undefined);
    expect(refused).toMatchObject({ params: {}, detailForUsers: 'Instance x is locked' });
  });

  it('keeps the service’s own words as text without markup', () => {
    expect(refusal('image', 404, body({ message: 'No image found<br /><br />\n\n', code: '404' }), undefined).detail).toBe(
      'No image found',
    );
    expect(refusal('image', 403, '<html><title>403</title><h1>403 Forbidden</h1> Not yours </html>', undefined).detail).toBe(
      '403 Forbidden Not yours',
    );
    expect(quotaResource("Quota exceeded for resources: ['port'].")).toBe('port');
    expect(quotaResource('Quota exceeded for cores, ram: Requested 1')).toBe('cores, ram');
  });

  it('takes a 404 as gone only from the service itself', () => {
    expect(isGone(refusal('compute', 404, '', 'req-1'))).toBe(true);
    expect(isGone(refusal('compute', 404, '', undefined))).toBe(false);
    expect(isGone(refusal('compute', 500, '', 'req-1'))).toBe(false);
  });

  it.each([
    ['No valid host was found. ', 'no_capacity'],
    ['Build of instance x aborted: No more IP addresses available on network y.', 'no_free_address'],
    ['Build of instance x aborted: VolumeSizeExceedsAvailableQuota: Requested volume exceeds', 'quota_exceeded'],
    ['Exceeded maximum number of retries.', 'engine_refused'],
  ])('the fault %s is %s', (message, code) => expect(faultCode(message)).toBe(code));
});

describe('versions and addresses', () => {
  it('compares microversions number by number', () => {
    expect(includes('2.93', '2.47')).toBe(true);
    expect(includes('2.9', '2.47')).toBe(false);
    expect(includes('2.47', '2.47')).toBe(true);
    expect(includes('3.0', '2.47')).toBe(true);
    fc.assert(
      fc.property(fc.nat(99), fc.nat(99), (have, need) => {
        expect(includes(`2.${have}`, `2.${need}`)).toBe(have >= need);
      }),
    );
  });

  it('reads the version documents of one and of many versions', () => {
    expect(highestMicroversion('compute', { version: { id: 'v2.1', version: '2.93' } })).toBe('2.93');
    expect(
      highestMicroversion('volume', {
        versions: [
          { id: 'v2.0', version: '' },
          { id: 'v3.0', version: '3.70' },
        ],
      }),
    ).toBe('3.70');
    expect(highestMicroversion('placement', { versions: [{ id: 'v1.0', max_version: '1.39', status: 'CURRENT' }] })).toBe('1.39');
    expect(highestMicroversion('network', { resources: [] })).toBeUndefined();
  });

  it('puts the major version where the catalogue leaves it out', () => {
    expect(versioned('network', 'http://c:9696')).toBe('http://c:9696/v2.0');
    expect(versioned('compute', 'http://c/compute/v2.1/{project}')).toBe('http://c/compute/v2.1/{project}');
    expect(documentUrl('http://c:8776/v3/{project}')).toBe('http://c:8776/v3/');
  });

  it('finds services by their present and former types, in the wanted region', () => {
    const endpoint = (url: string, region: string) => ({ interface: 'public', region_id: region, url });
    const catalogue = [
      { type: 'volumev3', endpoints: [endpoint('http://old/v3/p1', 'one')] },
      { type: 'block-storage', endpoints: [endpoint('http://new/v3/p1/', 'two')] },
    ];
    const find = (region: string | undefined, face = 'public') => endpointOf(catalogue, 'volume', { region, interface: face }, 'p1');
    expect(find('one')).toBe('http://old/v3/{project}');
    expect(find('two')).toBe('http://new/v3/{project}');
    expect(find(undefined)).toBe('http://new/v3/{project}');
    expect(find('three')).toBeUndefined();
    expect(find('one', 'admin')).toBeUndefined();
  });

  it('passes only request ids on that OpenStack takes', () => {
    expect(globalRequestId('c6f5840e-390E-45f4-867c-b45f5b70fce7')).toBe('req-c6f5840e-390e-45f4-867c-b45f5b70fce7');
    expect(globalRequestId('17')).toBeUndefined();
  });
});

describe('pages', () => {
  const items = Array.from({ length: 25 }, (_, index) => ({ id: `i${index}` }));
  const collect = async (limit: number, fetchPage: (limit: number, marker: string | undefined) => Promise<{ id: string }[]>) => {
    const ids: string[] = [];
    const listed = async (size: number, marker: string | undefined) =>
      itemsOf(z.object({ id: z.string() })).parseAsync(await fetchPage(size, marker));
    for await (const page of pagesOf(limit, listed)) ids.push(...page.items.map(({ id }) => id));
    return ids;
  };

  it('pages of a listing come to the end whatever their size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (size) => {
        const ids = await collect(size, async (limit, marker) => {
          const from = marker ? items.findIndex(({ id }) => id === marker) + 1 : 0;
          return items.slice(from, from + limit);
        });
        expect(ids).toEqual(items.map(({ id }) => id));
      }),
    );
  });

  it('pages of a listing go on before a marker whose resource was deleted in the meantime', async () => {
    const gone = refusal('compute', 400, JSON.stringify({ badRequest: { message: 'marker [i9] not found' } }), 'req-1');
    const ids = await collect(10, async (limit, marker) => {
      if (marker === 'i9') throw gone;
      const from = marker ? items.findIndex(({ id }) => id === marker) + 1 : 0;
      return items.slice(from, from + limit);
    });
    expect(new Set(ids)).toEqual(new Set(items.map(({ id }) => id)));
  });
});

describe('notifications', () => {
  const message = (event_type: string, payload: unknown) =>
    JSON.stringify({ 'oslo.version': '2.0', 'oslo.message': JSON.stringify({ event_type, payload }) });
  it.each([
    ['instance.update', { 'nova_object.data': { uuid: 's1' } }, [{ kind: 'server', id: 's1' }]],
    ['compute.instance.update', { instance_id: 's1' }, [{ kind: 'server', id: 's1' }]],
    ['port.update.end', { port: { device_owner: 'compute:nova', device_id: 's1' } }, [{ kind: 'server', id: 's1' }]],
    ['port.update.end', { port: { device_owner: 'network:dhcp', device_id: 'd1' } }, []],
    ['port.create.start', { port: { device_owner: 'compute:nova', device_id: 's1' } }, []],
    ['network.delete.end', { network_id: 'n1' }, [{ kind: 'network', id: 'n1' }]],
    ['subnet.create.end', { subnet: { network_id: 'n1' } }, [{ kind: 'network', id: 'n1' }]],
    [
      'volume.attach.end',
      { volume_id: 'v1', volume_attachment: [{ instance_uuid: 's1' }] },
      [
        { kind: 'volume', id: 'v1' },
        { kind: 'server', id: 's1' },
      ],
    ],
    ['image.activate', { id: 'i1' }, [{ kind: 'image', id: 'i1' }]],
    ['image.member.update', { image_id: 'i1', member_id: 'p1', status: 'accepted' }, [{ kind: 'image', id: 'i1' }]],
    ['service.update', { 'nova_object.data': { host: 'c1' } }, [{ kind: 'node', id: null }]],
    ['identity.project.created', { resource_info: 'p1' }, ['project', 'domain', 'user', 'group'].map((kind) => ({ kind, id: null }))],
    ['identity.authenticate', { initiator: 'u1' }, []],
    ['scheduler.select_destinations.start', {}, []],
  ])('the notification %s touches what it is about', (event, payload, touched) =>
    expect(touchedBy(message(event, payload))).toEqual(touched),
  );

  it('messages that are no notifications are ignored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => JSON.stringify({ 'oslo.message': text })),
        ),
        (content) => {
          expect(touchedBy(content)).toEqual([]);
        },
      ),
    );
  });
});

describe('things in transition', () => {
  const poller = () => new TransitionPoller(strategiesOf(NOUNS, settings.parse({ clouds_file: 'x', cloud: 'x' })));
  const server = (id: string, status: string, taskState: string | null = null) => ({
    engine: 'cloud',
    kind: 'server',
    id,
    domainId: null,
    projectId: null,
    userId: null,
    document: { status, task_state: taskState },
  });

  it('servers in transition are read each second, more seldom when they stay for long, and no more once arrived', () => {
    const things = poller();
    things.note(server('a', 'BUILD'), 0);
    things.note(server('b', 'ACTIVE'), 0);
    things.note(server('c', 'ACTIVE', 'powering-off'), 0);
    expect(things.due(1000, 900)).toEqual([]);
    expect(things.due(1000, 1000).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(things.due(1000, 1500)).toEqual([]);
    things.note(server('c', 'SHUTOFF'), 1600);
    expect(things.due(1000, 2000).map(({ id }) => id)).toEqual(['a']);
    things.note(server('a', 'BUILD'), 600_000);
    expect(things.due(1000, 615_000)).toEqual([]);
    expect(things.due(1000, 630_001).map(({ id }) => id)).toEqual(['a']);
  });
});

it('reads instants with and without a zone as UTC', () => {
  expect(instant('2026-11-21T01:18:51.000000')).toBe('2026-11-21T01:18:51.000Z');
  expect(instant('2026-11-21T01:18:49Z')).toBe('2026-11-21T01:18:49.000Z');
});

describe('clouds.yaml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-clouds-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (content: string) => {
    const path = join(folder, 'clouds.yaml');
    writeFileSync(path, content);
    return path;
  };

  it('a clouds.yaml gives a password account in its project, or an application credential', async () => {
    const path = file(`clouds:
  one:
    auth: { auth_url: 'http://c:5000/', username: u, password: p, project_name: x, user_domain_name: D, project_domain_id: i }
    region_name: R
  two:
    auth_type: v3applicationcredential
    auth: { auth_url: 'http://c:5000/v3', application_credential_id: a, application_credential_secret: s }
`);
    expect(await readCloud(path, 'one')).toEqual({
      authUrl: 'http://c:5000/v3',
      auth: {
        identity: { methods: ['password'], password: { user: { name: 'u', domain: { name: 'D' }, password: 'p' } } },
        scope: { project: { name: 'x', domain: { id: 'i' } } },
      },
      region: 'R',
      interface: undefined,
      trust: {},
    });
    expect((await readCloud(path, 'two')).auth).toEqual({
      identity: { methods: ['application_credential'], application_credential: { id: 'a', secret: 's' } },
    });
  });

  it.each([
    ['clouds: [', /clouds file/],
    ['x: 1', /it has no "clouds"/],
    ['clouds: { other: {} }', /it has no cloud "one", but other/],
    ['clouds: { one: { auth: { auth_url: nowhere } } }', /cloud "one": .*auth_url/s],
    ['clouds: { one: { auth: { auth_url: "http://c", username: u } } }', /a user and a password are needed/],
    ['clouds: { one: { auth: { auth_url: "http://c", username: u, password: p } } }', /a project is needed/],
  ])('says what is wrong with a clouds.yaml of %s', async (content, message) => {
    await expect(readCloud(file(content), 'one')).rejects.toThrow(message);
  });

  it('a missing clouds.yaml is named in the error', async () => {
    await expect(readCloud(join(folder, 'none.yaml'), 'one')).rejects.toThrow(/none\.yaml: ENOENT/);
  });
});
