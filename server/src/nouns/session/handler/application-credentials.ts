import { nouns } from '@gantry/contract';
import type { ApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { GantryError } from '@gantry/contract/wire/errors';
import type { CredentialOwner, OwnCredential } from '../../../port/engine.ts';
import { signedIn } from '../../../calls/call-request.ts';
import type { SideOptions } from '../../../calls/port.ts';
import { handle, type Handler } from '../../../calls/handler.ts';

const { calls } = nouns.session;

const credentialOf = ({ id, name, description, projectId, access, roles, expiresAt }: OwnCredential, names: ReadonlyMap<string, string>) =>
  ({
    id,
    name,
    description,
    project_id: projectId,
    project_name: names.get(projectId) ?? null,
    access,
    roles: [...roles],
    expires_at: expiresAt,
  }) satisfies ApplicationCredential;

/** The cloud's own credentials of its users. */
export function applicationCredentialHandlers({ access }: Pick<SideOptions, 'access'>): Handler[] {
  type SignedInRequest = Parameters<typeof signedIn>[0] & { requestId: string };
  const ownerOf = (request: SignedInRequest): CredentialOwner => {
    const { principal, credential } = signedIn(request);
    return { userId: principal.userId, credential, requestId: request.requestId };
  };
  const namesFor = async (request: SignedInRequest): Promise<Map<string, string>> =>
    new Map((await access.projects(signedIn(request))).map(({ id, name }) => [id, name]));
  const ofEngine = () => {
    if (!access.applicationCredentials) throw new GantryError('not_supported');
    return access.applicationCredentials;
  };
  return [
    handle(calls.credentials, async (request) => {
      const [found, names] = await Promise.all([ofEngine().list(ownerOf(request)), namesFor(request)]);
      return { data: found.map((one) => credentialOf(one, names)) };
    }),
    handle(calls.createCredential, async (request) => {
      const { scope } = signedIn(request);
      if (scope.type !== 'project') throw new GantryError('project_scope_required');
      const { secret, cloudsYaml, ...made } = await ofEngine().create(ownerOf(request), scope.projectId, request.body);
      return { ...credentialOf(made, await namesFor(request)), secret, clouds_yaml: cloudsYaml };
    }),
    handle(calls.deleteCredential, async (request) => {
      const [owner, { credentialId }] = [ownerOf(request), request.params];
      const found = (await ofEngine().list(owner)).find(({ id }) => id === credentialId);
      if (found) request.named([found.name]);
      await ofEngine().revoke(owner, credentialId);
      return null;
    }),
  ];
}
