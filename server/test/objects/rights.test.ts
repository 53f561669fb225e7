/** What keys and links may do is what their user may do at that moment in the project of the account. */
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { CallInput } from '@gantry/contract/wire/call';
import { outcome, throughProxy, withKeys } from '../scenarios/support/objects.ts';
import { signIn, startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { calls } = nouns.objectStorage;
const { projects, users, groups } = nouns;
const password = 'correct horse battery 9';

const ALLOWED = { put: 'accepted', get: 'accepted', list: 'accepted', link: 200 };
const READING = { ...ALLOWED, put: 'AccessDenied 403' };
const DENIED = { put: 'InvalidAccessKeyId 403', get: 'InvalidAccessKeyId 403', list: 'InvalidAccessKeyId 403', link: 403 };

describe('rights of access keys and shared links', () => {
  let at: TestApp;
  let lead: Client;
  let domainId: string;
  const clients: S3Client[] = [];
  beforeAll(async () => {
    at = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    lead = await at.as('acme-admin', 'own');
    domainId = (await lead.call(nouns.session.calls.whoami)).domain_id;
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await at.close();
  });

  const kept = <C extends S3Client>(client: C): C => {
    clients.push(client);
    return client;
  };
  const done = async ({ task_id: task, id }: { task_id: string; id?: string | null | undefined }): Promise<string> => {
    expect((await at.ended(lead, task)).state).toBe('success');
    return id ?? '';
  };
  const inDomain = () => ({ params: { domainId } });
  const makeProject = async (name: string) => done(await lead.call(projects.calls.create, { ...inDomain(), body: { name } }));
  const makeUser = async (name: string, assigned: readonly string[]) =>
    done(
      await lead.call(users.calls.create, {
        ...inDomain(),
        body: { name, password, assigned_projects: assigned.map((id) => ({ project_id: id, role: 'project_user' as const })) },
      }),
    );
  const assign = async (userId: string, projectId: string, role: 'project_user' | null, readOnly = false) =>
    done(
      await lead.call(users.calls.assign, {
        params: { domainId, userId },
        body: { project_id: projectId, role, ...(role && { read_only: readOnly }) },
      }),
    );
  const enter = (username: string, project: string) => signIn(at.nobody, { domain: 'acme', username, password }, project);

  /** A key of the user, an object that it has put, and a link to that; `tries` tells what they can do. */
  async function begin(username: string, project: string) {
    const session = await enter(username, project);
    const { key } = await session.call(calls.enable);
    const direct = kept(withKeys(at.app.s3Url!, 'us-east-1', key!.acc_key, key!.sec_key));
    const Bucket = `of-${username}`;
    await direct.send(new CreateBucketCommand({ Bucket }));
    await direct.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'text' }));
    const { url } = await session.call(calls.createLink, { body: { bucket: Bucket, key: 'k' } });
    const tries = async () => ({
      put: await outcome(direct.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'text' }))),
      get: await outcome(direct.send(new GetObjectCommand({ Bucket, Key: 'k' }))),
      list: await outcome(direct.send(new ListBucketsCommand({}))),
      link: (await fetch(url)).status,
    });
    expect(await tries()).toEqual(ALLOWED);
    const clear = async () => {
      await direct.send(new DeleteObjectCommand({ Bucket, Key: 'k' }));
      await direct.send(new DeleteBucketCommand({ Bucket }));
    };
    return { session, direct, tries, clear, Bucket };
  }

  it('a key of the object store only reads while its user only reads in the project', async () => {
    const projectId = await makeProject('reading');
    const userId = await makeUser('reader', [projectId]);
    const { direct, tries, Bucket } = await begin('reader', 'reading');
    await assign(userId, projectId, 'project_user', true);
    expect(await tries()).toEqual(READING);
    for (const command of [new CreateBucketCommand({ Bucket: 'more' }), new DeleteBucketCommand({ Bucket })] as const)
      expect(await outcome(direct.send(command as CreateBucketCommand))).toBe('AccessDenied 403');
    expect(await outcome(direct.send(new DeleteObjectCommand({ Bucket, Key: 'k' })))).toBe('AccessDenied 403');
    await assign(userId, projectId, 'project_user', false);
    expect(await tries()).toEqual(ALLOWED);
  });

  it('takes keys, links and buckets from a user whose role in the project is taken away, also in another project', async () => {
    const [projectId, otherId] = [await makeProject('leaving'), await makeProject('staying')];
    const userId = await makeUser('leaver', [projectId, otherId]);
    const { tries } = await begin('leaver', 'leaving');
    const elsewhere = await enter('leaver', 'staying');
    const proxied = kept(throughProxy(at.url, elsewhere));
    expect(await outcome(proxied.send(new ListBucketsCommand({})))).toBe('accepted');
    await assign(userId, projectId, null);
    expect(await tries()).toEqual(DENIED);
    expect(await outcome(proxied.send(new ListBucketsCommand({})))).toBe('s3_user_disabled 403');
    expect((await elsewhere.refused(calls.service)).code).toBe('s3_user_disabled');
    expect((await elsewhere.refused(calls.createKey)).code).toBe('s3_user_disabled');
    await assign(userId, projectId, 'project_user');
    expect(await tries()).toEqual(ALLOWED);
  });

  it('lets nobody write through the proxy in another project what he only reads in the project of the buckets', async () => {
    const [projectId, otherId] = [await makeProject('looking'), await makeProject('working')];
    const userId = await makeUser('looker', [projectId, otherId]);
    const { Bucket } = await begin('looker', 'looking');
    const proxied = kept(throughProxy(at.url, await enter('looker', 'working')));
    await assign(userId, projectId, 'project_user', true);
    expect(await outcome(proxied.send(new GetObjectCommand({ Bucket, Key: 'k' })))).toBe('accepted');
    expect(await outcome(proxied.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' })))).toBe('AccessDenied 403');
  });

  it('ends keys and links of a user who is taken out of the group that had the role', async () => {
    const projectId = await makeProject('grouped');
    const userId = await makeUser('grouped-one', []);
    const body = { name: 'those of it', assigned_projects: [{ project_id: projectId, role: 'project_user' as const }] };
    const groupId = await done(await lead.call(groups.calls.create, { ...inDomain(), body }));
    const members = { params: { domainId, groupId }, body: { uuids: [userId] } };
    await done(await lead.call(groups.calls.addUsers, members));
    const { tries } = await begin('grouped-one', 'grouped');
    await done(await lead.call(groups.calls.removeUsers, members));
    expect(await tries()).toEqual(DENIED);
    await done(await lead.call(groups.calls.addUsers, members));
    expect(await tries()).toEqual(ALLOWED);
    await done(
      await lead.call(groups.calls.assign, {
        params: { domainId, groupId },
        body: { project_id: projectId, role: 'project_user', read_only: true },
      }),
    );
    expect(await tries()).toEqual(READING);
  });

  it('refuses to delete a project with buckets, and revives no key of a project that is deleted', async () => {
    const [projectId, nextId] = [await makeProject('ending'), await makeProject('next')];
    await makeUser('ender', [projectId, nextId]);
    const { direct, tries, clear } = await begin('ender', 'ending');
    const project = { params: { domainId, projectId } };
    const refusal = await lead.reply(projects.calls.delete, project);
    expect([refusal.status, refusal.json]).toMatchObject([
      409,
      { error: { err_code: 'state_conflict', data: { reason: { code: 'project_has_buckets', params: { count: 1 } } } } },
    ]);
    expect(await tries()).toEqual(ALLOWED);
    await clear();
    const { task_id: bulk } = await lead.call(projects.calls.update, { ...project, body: { enabled: false } });
    await at.ended(lead, bulk);
    expect(await outcome(direct.send(new ListBucketsCommand({})))).toBe('InvalidAccessKeyId 403');
    await done(await lead.call(projects.calls.delete, project));
    expect(await tries()).toEqual({ ...DENIED });

    const next = await enter('ender', 'next');
    expect((await next.call(calls.service)).enabled).toBe(false);
    const { key } = await next.call(calls.enable);
    const anew = kept(withKeys(at.app.s3Url!, 'us-east-1', key!.acc_key, key!.sec_key));
    expect(await outcome(anew.send(new ListBucketsCommand({})))).toBe('accepted');
    expect(await tries()).toEqual(DENIED);
    expect((await next.call(calls.user)).keys.map(({ acc_key: one }) => one)).toEqual([key!.acc_key]);
  });

  it('denies the keys of a project that a cloud has deleted with its buckets', async () => {
    const projectId = await makeProject('lost');
    await makeUser('loser', [projectId]);
    const { tries } = await begin('loser', 'lost');
    await at.app.store.transaction((writer) => writer.remove({ engine: 'embedded', kind: 'project', id: projectId }));
    expect(await tries()).toEqual(DENIED);
  });

  it('a limited key keeps to its limits and to the rights of its user, and is listed with what it may do', async () => {
    const projectId = await makeProject('limiting');
    const userId = await makeUser('limiter', [projectId]);
    const { session, Bucket } = await begin('limiter', 'limiting');
    const limits = { access: 'full', buckets: [Bucket, 'to-come'], prefix: 'k', expires_in_days: 30 } as const;
    const { sec_key: secret, ...key } = await session.call(calls.createKey, { body: { ...limits, buckets: [...limits.buckets] } });
    expect(key).toMatchObject({ access: 'full', buckets: [Bucket, 'to-come'], prefix: 'k' });
    expect(Date.parse(key.expires_at!) - Date.parse(key.created_at)).toBeCloseTo(30 * 86_400_000, -3);
    const { keys } = await session.call(calls.user);
    expect(keys).toEqual([expect.objectContaining({ access: 'full', buckets: null, prefix: '', expires_at: null }), key]);
    const limited = kept(withKeys(at.app.s3Url!, 'us-east-1', key.acc_key, secret));
    const tries = async () => [
      await outcome(limited.send(new PutObjectCommand({ Bucket, Key: 'k2', Body: 'x' }))),
      await outcome(limited.send(new GetObjectCommand({ Bucket, Key: 'k' }))),
      await outcome(limited.send(new GetObjectCommand({ Bucket, Key: 'other' }))),
      await outcome(limited.send(new CreateBucketCommand({ Bucket: 'to-come' }))),
    ];
    expect(await tries()).toEqual(['accepted', 'accepted', 'AccessDenied 403', 'AccessDenied 403']);
    await assign(userId, projectId, 'project_user', true);
    expect(await tries()).toEqual(['AccessDenied 403', 'accepted', 'AccessDenied 403', 'AccessDenied 403']);
    await assign(userId, projectId, null);
    expect(await tries()).toEqual(Array.from({ length: 4 }, () => 'InvalidAccessKeyId 403'));
  });

  it('the rights of an access key can be changed, hold from the next request on, and leave out what is not named', async () => {
    await makeUser('changer', [await makeProject('changing')]);
    const { session, direct, Bucket } = await begin('changer', 'changing');
    const { acc_key: accessKey } = (await session.call(calls.user)).keys[0]!;
    const change = (body: CallInput<typeof calls.updateKey>['body']) =>
      session.call(calls.updateKey, { params: { accessKey }, body: body! });
    const tries = async () => [
      await outcome(direct.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x' }))),
      await outcome(direct.send(new GetObjectCommand({ Bucket, Key: 'k' }))),
    ];
    const [limited] = await change({ access: 'read', buckets: [Bucket], prefix: 'k', expires_in_days: 2 });
    expect(limited).toMatchObject({ acc_key: accessKey, enabled: true, access: 'read', buckets: [Bucket], prefix: 'k' });
    expect(Date.parse(limited!.expires_at!)).toBeGreaterThan(Date.now() + 86_400_000);
    expect(await tries()).toEqual(['AccessDenied 403', 'accepted']);
    expect(await change({ prefix: 'other' })).toEqual([{ ...limited, prefix: 'other' }]);
    expect(await tries()).toEqual(['AccessDenied 403', 'AccessDenied 403']);
    expect(await change({ enabled: false })).toEqual([{ ...limited, prefix: 'other', enabled: false }]);
    const [open] = await change({ enabled: true, access: 'full', buckets: null, prefix: '', expires_in_days: null });
    expect(open).toMatchObject({ enabled: true, access: 'full', buckets: null, prefix: '', expires_at: null });
    expect(await tries()).toEqual(['accepted', 'accepted']);
    const params = { accessKey };
    for (const body of [{}, { buckets: [] }, { expires_in_days: 0 }])
      expect((await session.reply(calls.updateKey, { params, body })).status).toBe(400);
  });

  it('limits hold for the first key of a user, and for the key that an administrator makes', async () => {
    await makeUser('first', [await makeProject('firsts')]);
    const session = await enter('first', 'firsts');
    const first = await session.call(calls.createKey, { body: { access: 'read' } });
    const direct = kept(withKeys(at.app.s3Url!, 'us-east-1', first.acc_key, first.sec_key));
    expect(await outcome(direct.send(new ListBucketsCommand({})))).toBe('accepted');
    expect(await outcome(direct.send(new CreateBucketCommand({ Bucket: 'of-first' })))).toBe('AccessDenied 403');
    const { id: s3UserId } = await session.call(calls.user);
    const path = { service: 's3service', s3UserId } as const;
    await lead.call(calls.createUserKey, { params: path, body: { buckets: ['of-first'] } });
    expect((await lead.call(calls.userKeys, { params: path })).data).toMatchObject([{ access: 'read' }, { buckets: ['of-first'] }]);
  });

  it.each<[string, object]>([
    ['access', { access: 'write' }],
    ['buckets', { buckets: [] }],
    ['buckets.0', { buckets: ['No_Bucket'] }],
    ['buckets', { buckets: ['same', 'same'] }],
    ['prefix', { prefix: 'ü'.repeat(513) }],
    ['expires_in_days', { expires_in_days: 0 }],
    ['expires_at', { expires_at: '2030-01-01T00:00:00Z' }],
  ])('refuses to make a key of the object store whose %s is not as it may be', async (field, body) => {
    const member = await at.as('acme-member', 'acme-prod');
    const { status, json } = await member.raw('POST', '/api/v2/s3service/keys', { body });
    expect([status, Object.keys((json as { error: { fields: object } }).error.fields)]).toEqual([400, [field]]);
  });

  it('a bucket is shared with users and projects of the domain while both sides stand, with nobody of another domain', async () => {
    const [homeId, guestsId] = [await makeProject('home'), await makeProject('guests')];
    const [hostId, guestId] = [await makeUser('host', [homeId]), await makeUser('guest', [guestsId])];
    const { direct: owner, Bucket } = await begin('host', 'home');
    const { session, direct: guest } = await begin('guest', 'guests');
    const share = (...AWS: string[]) => {
      const allowed = { Effect: 'Allow', Principal: { AWS }, Action: ['s3:GetObject'], Resource: `arn:aws:s3:::${Bucket}/*` };
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [allowed] });
      return outcome(owner.send(new PutBucketPolicyCommand({ Bucket, Policy })));
    };
    const named = (kind: string, id: string | null) => `arn:aws:iam:::${kind}/${id}`;
    const foreign = await at.as('globex-member', 'globex-prod');
    await foreign.call(calls.enable);
    const { id: foreignId, project_id: foreignProject } = await foreign.call(nouns.session.calls.whoami);
    const { arn: foreignArn } = await foreign.call(calls.user);
    const { arn } = await session.call(calls.user);
    for (const other of [foreignArn, named('user', foreignId), named('project', foreignProject), named('user', '0123456789abcdef')])
      expect(await share(arn, other)).toBe('MalformedPolicy 400');
    const reads = () => outcome(guest.send(new GetObjectCommand({ Bucket, Key: 'k' })));
    expect(await reads()).toBe('AccessDenied 403');
    const proxied = kept(throughProxy(at.url, session));
    for (const guests of [arn, named('user', guestId), named('project', guestsId)]) {
      expect(await share(guests)).toBe('accepted');
      expect(await reads()).toBe('accepted');
      expect(await outcome(proxied.send(new GetObjectCommand({ Bucket, Key: 'k' })))).toBe('accepted');
      expect(await share(named('project', homeId))).toBe('accepted');
      expect(await reads()).toBe('AccessDenied 403');
    }
    await share(arn);
    // Sessions end with the roles that are taken away below.
    const found = async () => (await (await enter('guest', 'guests')).call(calls.shared)).data;
    expect(await found()).toEqual([{ name: Bucket, owner_name: 'host' }]);
    expect((await foreign.call(calls.shared)).data).toEqual([]);
    for (const [userId, projectId, denied] of [
      [guestId, guestsId, 'InvalidAccessKeyId 403'],
      [hostId, homeId, 'AccessDenied 403'],
    ] as const) {
      await assign(userId, projectId, null);
      expect(await reads()).toBe(denied);
      await assign(userId, projectId, 'project_user', true);
      expect(await reads()).toBe('accepted');
    }
    const enable = async (enabled: boolean) => {
      const change = { params: { domainId, projectId: guestsId }, body: { enabled } };
      await at.ended(lead, (await lead.call(projects.calls.update, change)).task_id);
    };
    await enable(false);
    expect(await reads()).toBe('InvalidAccessKeyId 403');
    await enable(true);
    expect(await reads()).toBe('accepted');
    await assign(hostId, homeId, 'project_user');
    expect(await share(named('project', homeId))).toBe('accepted');
    expect(await found()).toEqual([]);
  });

  it('a personal token makes and enables no access key and no link, as both would outlive it', async () => {
    const projectId = await makeProject('scripted');
    await makeUser('scripter', [projectId]);
    const session = await enter('scripter', 'scripted');
    const { token } = await session.call(nouns.session.calls.createToken, { body: { name: 'short', access: 'full', expires_in_days: 1 } });
    const script = at.nobody.with({ authorization: `Bearer ${token}` });
    const refused = { status: 403, json: { error: { err_code: 'forbidden', data: { reason: { code: 'token_outlived' } } } } };
    expect(await script.reply(calls.enable)).toMatchObject(refused);
    expect(await script.reply(calls.createKey)).toMatchObject(refused);
    expect((await session.call(calls.service)).enabled).toBe(false);
    const { Bucket } = await begin('scripter', 'scripted');
    const { acc_key: accessKey } = await session.call(calls.createKey);
    const params = { accessKey };
    expect((await script.reply(calls.updateKey, { params, body: { enabled: false } })).status).toBe(200);
    expect(await script.reply(calls.updateKey, { params, body: { enabled: true } })).toMatchObject(refused);
    expect(await script.reply(calls.updateKey, { params, body: { access: 'full' } })).toMatchObject(refused);
    expect(await script.reply(calls.createLink, { body: { bucket: Bucket, key: 'k' } })).toMatchObject(refused);
    const wish = { name: 'of the lead', access: 'full', expires_in_days: 1 } as const;
    const leading = at.nobody.with({ authorization: `Bearer ${(await lead.call(nouns.session.calls.createToken, { body: wish })).token}` });
    const { id: s3UserId } = await session.call(calls.user);
    const key = await leading.reply(calls.createUserKey, { params: { service: 's3service', s3UserId } });
    expect(key).toMatchObject(refused);
  });
});
