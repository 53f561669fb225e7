/** Application credentials of users, by their own tokens: never by the service account, which could make them for anybody. */
import { stringify } from 'yaml';
import { z } from 'zod';
import type { ApplicationCredentialCreate } from '@gantry/contract/nouns/session/application-credentials';
import { GantryError } from '@gantry/contract/wire/errors';
import type { ApplicationCredentials, CredentialOwner, OwnCredential } from '../../../port/engine.ts';
import type { Api, UserToken } from '../client/api.ts';
import { listAssignments } from '../client/assignments.ts';
import { ServiceError } from '../client/errors.ts';
import { instantOrNull } from '../mirror/strategy.ts';
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
});

const ownOf = ({ id, name, description, project_id: projectId, roles, expires_at: end }: z.output<typeof shape>): OwnCredential => ({
  id,
  name,
  description: description || null,
  projectId,
  roles: roles.map((role) => role.name).toSorted(),
  expiresAt: instantOrNull(end),
});

/** The entry of the cloud in a clouds.yaml file. */
export interface CloudEntry {
  /** Name of the cloud in the file. */
  name: string;
  /** Keystone as it is reached from outside. */
  authUrl(): Promise<string>;
  region: string | undefined;
}

/** What credentials are made with. */
export interface CredentialParts {
  api: Api;
  people: People;
  roles: RoleMapper;
  cloud: CloudEntry;
}

/** A user has one of a name: nothing else is in the way of a new one. */
const taken = (cause: ServiceError): GantryError =>
  new GantryError('name_taken', { fields: { name: [{ code: 'credential_name_taken' }] }, cause });

/** The scope's own token; outside of a scope that without one, which Keystone takes for what is the user's own. */
function tokenOf({ credential }: CredentialOwner): UserToken {
  const { token, unscoped, projectId } = credentialOf(credential);
  return { id: token ?? unscoped, projectId };
}

const pathOf = ({ userId }: CredentialOwner): string => `/users/${encodeURIComponent(userId)}/application_credentials`;

/** Application credentials of a cloud's users. */
export function applicationCredentialsOf({ api, people, roles, cloud }: CredentialParts): ApplicationCredentials {
  /** The first of the configured roles that only read which the user holds in a project. */
  async function readerIn(userId: string, projectId: string): Promise<string> {
    const [names, assignments] = await Promise.all([people.roles(), listAssignments(api, userId)]);
    const held = new Set(assignments.filter(({ scope }) => scope.project?.id === projectId).map(({ role }) => names.get(role.id)));
    const reading = (['project_user', 'project_admin'] as const).flatMap((role) => roles.namesOf('project', role, true));
    const found = reading.find((name) => held.has(name));
    if (found === undefined) throw new GantryError('validation_failed', { fields: { access: [{ code: 'credential_no_reader' }] } });
    return found;
  }

  async function cloudsYaml(id: string, secret: string): Promise<string> {
    const auth = { auth_url: await cloud.authUrl(), application_credential_id: id, application_credential_secret: secret };
    const place = { ...(cloud.region !== undefined && { region_name: cloud.region }), interface: 'public', identity_api_version: 3 };
    return stringify({ clouds: { [cloud.name]: { auth_type: 'v3applicationcredential', auth, ...place } } });
  }

  return {
    async list(owner) {
      const answer = z.object({ application_credentials: z.array(shape) });
      const { body } = await api.ask('identity', { path: pathOf(owner), as: tokenOf(owner), requestId: owner.requestId, answer });
      return body.application_credentials.map(ownOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    },
    async create(owner, projectId, { name, description, access, expires_in_days: days }: ApplicationCredentialCreate) {
      const limited = access === 'read' ? { roles: [{ name: await readerIn(owner.userId, projectId) }] } : {};
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
          throw error instanceof ServiceError && error.httpStatus === 409 ? taken(error) : error;
        });
      const { secret, ...made } = body.application_credential;
      return { ...ownOf(made), secret, cloudsYaml: await cloudsYaml(made.id, secret) };
    },
    async revoke(owner, id) {
      const request = {
        method: 'DELETE',
        path: `${pathOf(owner)}/${encodeURIComponent(id)}`,
        as: tokenOf(owner),
        requestId: owner.requestId,
      } as const;
      await api.ask('identity', { ...request, answer: z.unknown() });
    },
  };
}
