/** Application credentials of users, by their own tokens: never by the service account, which could make them for anybody. */
import { stringify } from 'yaml';
import { z } from 'zod';
import type { ApplicationCredentialCreate, applicationCredentialTexts } from '@gantry/contract/nouns/session/application-credentials';
import { GantryError, type TextParams } from '@gantry/contract/wire/errors';
import type { ApplicationCredentials, CredentialOwner, OwnCredential } from '../../../port/engine.ts';
import type { Api, UserToken } from '../client/api.ts';
import { askSome } from '../client/some.ts';
import { listAssignments } from '../client/assignments.ts';
import type { Catalogue } from '../client/catalogue.ts';
import { ServiceError } from '../client/errors.ts';
import { requestToken, type Keystone } from '../client/tokens.ts';
import { instantOrNull } from '../mirror/strategy.ts';
import { accessOf, accessRule, refusingRules, rulesThatRead } from './access-rules.ts';
import { credentialOf } from './credential.ts';
import type { People } from './people.ts';
import type { RoleMapper } from './roles.ts';

const DAY_MS = 86_400_000;

const shape = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  project_id: z.string(),
  roles: z.array(z.object({ name: z.string() })).default([]),
  expires_at: z.string().nullish(),
  access_rules: z.array(accessRule).nullish(),
});

const ownOf = (credential: z.output<typeof shape>): OwnCredential => ({
  id: credential.id,
  name: credential.name,
  description: credential.description || null,
  projectId: credential.project_id,
  access: accessOf(credential.access_rules),
  roles: credential.roles.map((role) => role.name).toSorted(),
  expiresAt: instantOrNull(credential.expires_at),
});

/** The entry of the cloud in a clouds.yaml file. */
export interface CloudEntry {
  /** Keystone as it is reached from outside. */
  authUrl(): Promise<string>;
  region: string | undefined;
}

/** What credentials are made with. */
export interface CredentialParts {
  api: Api;
  keystone: Keystone;
  /** That of the service account: what the cloud has. */
  catalogue(): Promise<Catalogue>;
  people: People;
  roles: RoleMapper;
  cloud: CloudEntry;
}

/** A name as a shell takes it without quotes (`OS_CLOUD=acme-prod`): letters of any script, digits, `.` and `_`; what is between them becomes one hyphen. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/** A user has one of a name: nothing else is in the way of a new one. */
const taken = (cause: ServiceError): GantryError =>
  new GantryError('name_taken', { fields: { name: [{ code: 'credential_name_taken' }] }, cause });

/** One that only reads was asked for and cannot be had here. */
const noReading = (code: keyof typeof applicationCredentialTexts, rest: { params?: TextParams; detail?: string | undefined } = {}) => {
  const { params, detail } = rest;
  const fields = { access: [{ code, ...(params && { params }) }] };
  return new GantryError('validation_failed', { fields, ...(detail !== undefined && { detail }) });
};

/** What Keystone says of a creation that it refuses, as this API says it. */
function refusalOf(error: unknown, reads: boolean): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.httpStatus === 409) return taken(error);
  const isOfRules = reads && error.httpStatus < 500 && /access.?rule/i.test(error.detail ?? '');
  return isOfRules ? noReading('credential_no_rules', { detail: error.detail }) : error;
}

/** The scope's own token; outside of a scope that without one, which Keystone takes for what is the user's own. */
function tokenOf({ credential }: CredentialOwner): UserToken {
  const { token, unscoped, projectId } = credentialOf(credential);
  return { id: token ?? unscoped, projectId };
}

const pathOf = ({ userId }: CredentialOwner): string => `/users/${encodeURIComponent(userId)}/application_credentials`;

/** Application credentials of a cloud's users. */
export function applicationCredentialsOf({ api, keystone, catalogue, people, roles, cloud }: CredentialParts): ApplicationCredentials {
  /** The first of the configured roles that only read which the user holds in a project: with it services with new policies refuse changes, too. */
  async function readerIn(userId: string, projectId: string): Promise<{ roles?: { name: string }[] }> {
    const [names, assignments] = await Promise.all([people.roles(), listAssignments(api, userId)]);
    const held = new Set(assignments.filter(({ scope }) => scope.project?.id === projectId).map(({ role }) => names.get(role.id)));
    const reading = (['project_user', 'project_admin'] as const).flatMap((role) => roles.namesOf('project', role, true));
    const name = reading.find((one) => held.has(one));
    return name === undefined ? {} : { roles: [{ name }] };
  }

  /** Throws where a new one may do more than read, or may not even read: a cloud that does not know access rules does not say so. */
  async function assertReads({ id, access, projectId }: OwnCredential, secret: string, requestId: string): Promise<void> {
    if (access !== 'read') throw noReading('credential_no_rules');
    const identity = { methods: ['application_credential'], application_credential: { id, secret } };
    const token = await requestToken(keystone, { identity }, requestId);
    const refusing = await refusingRules(api, { id: token.id, projectId }, requestId);
    if (refusing.length > 0) throw noReading('credential_rules_refused', { params: { services: refusing.join(', ') } });
  }

  /** Named after domain and project: what the operator calls the cloud is nobody's business. */
  async function cloudsYaml({ id, projectId }: OwnCredential, secret: string): Promise<string> {
    const project = await people.project(projectId);
    const domain = project && (await people.domain(project.domain_id));
    const name = [domain?.name, project?.name].flatMap((part) => slugOf(part ?? '') || []).join('-') || 'openstack';
    const auth = { auth_url: await cloud.authUrl(), application_credential_id: id, application_credential_secret: secret };
    const place = { ...(cloud.region !== undefined && { region_name: cloud.region }), interface: 'public', identity_api_version: 3 };
    return stringify({ clouds: { [name]: { auth_type: 'v3applicationcredential', auth, ...place } } });
  }

  async function revoke(owner: CredentialOwner, id: string): Promise<void> {
    const path = `${pathOf(owner)}/${encodeURIComponent(id)}`;
    await api.ask('identity', { method: 'DELETE', path, as: tokenOf(owner), requestId: owner.requestId, answer: z.unknown() });
  }

  return {
    async list(owner) {
      const request = { path: pathOf(owner), as: tokenOf(owner), requestId: owner.requestId };
      const { items } = await askSome(api, 'identity', { ...request, many: 'application_credentials', item: shape });
      return items.map(ownOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    },
    async create(owner, projectId, { name, description, access, expires_in_days: days }: ApplicationCredentialCreate) {
      const reads = access === 'read';
      const limited = reads ? { ...(await readerIn(owner.userId, projectId)), access_rules: rulesThatRead(await catalogue()) } : {};
      const end = days === undefined ? {} : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString().replace('Z', '') };
      const wanted = { name, ...(description !== undefined && { description }), ...limited, ...end, unrestricted: false };
      const answer = z.object({ application_credential: shape.extend({ secret: z.string() }) });
      const { body } = await api
        .ask('identity', {
          method: 'POST',
          path: pathOf(owner),
          as: tokenOf(owner),
          requestId: owner.requestId,
          body: { application_credential: wanted },
          answer,
        })
        .catch((error: unknown) => {
          throw refusalOf(error, reads);
        });
      const { secret, ...rest } = body.application_credential;
      const made = ownOf(rest);
      if (reads)
        await assertReads(made, secret, owner.requestId).catch(async (error: unknown) => {
          await revoke(owner, made.id);
          throw error;
        });
      return { ...made, secret, cloudsYaml: await cloudsYaml(made, secret) };
    },
    revoke,
  };
}
