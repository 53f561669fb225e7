import { nouns } from '@gantry/contract';
import type { PersonalToken } from '@gantry/contract/nouns/session/tokens';
import type { OwnToken } from '../../../access/personal-tokens.ts';
import { signedIn } from '../../../calls/call-request.ts';
import type { SideOptions } from '../../../calls/port.ts';
import { handle, type Handler } from '../../../calls/handler.ts';

const { calls } = nouns.session;

function tokenOf({ id, name, scope, readOnly, lastFour, createdAt, expiresAt, lastUsedAt }: OwnToken, names: ReadonlyMap<string, string>) {
  const projectId = scope.type === 'project' ? scope.projectId : null;
  return {
    id,
    name,
    access: readOnly ? 'read' : 'full',
    scope: scope.type,
    domain_id: 'domainId' in scope ? scope.domainId : null,
    project_id: projectId,
    project_name: projectId === null ? null : (names.get(projectId) ?? null),
    last_four: lastFour,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  } satisfies PersonalToken;
}

/** Tokens by which scripts use the API. */
export function personalTokenHandlers({ access }: Pick<SideOptions, 'access'>): Handler[] {
  const namesFor = async (request: Parameters<typeof signedIn>[0]): Promise<Map<string, string>> =>
    new Map((await access.projects(signedIn(request))).map(({ id, name }) => [id, name]));
  return [
    handle(calls.tokens, async (request) => {
      const names = await namesFor(request);
      return { data: (await access.tokens.list(signedIn(request))).map((token) => tokenOf(token, names)) };
    }),
    handle(calls.createToken, async (request) => {
      const { name, access: kind, expires_in_days: days, project_id: projectId } = request.body;
      const { token, ...made } = await access.tokens.create(signedIn(request), { name, readOnly: kind === 'read', days, projectId });
      return { ...tokenOf(made, await namesFor(request)), token };
    }),
    handle(calls.deleteToken, async (request) => {
      const { name } = await access.tokens.revoke(signedIn(request), request.params.tokenId);
      request.named([name]);
      return null;
    }),
  ];
}
