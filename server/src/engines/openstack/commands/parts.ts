import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { TaskActor } from '../../../port/store/tasks.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Api, ApiAnswer, ApiRequest, UserToken } from '../client/api.ts';
import type { ServiceName } from '../client/errors.ts';
import type { Keystone, ServiceAccount } from '../client/tokens.ts';
import { tokenFor } from '../identity/credential.ts';
import type { People } from '../identity/people.ts';
import type { RoleMapper } from '../identity/roles.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** What commands and live reads are made of. */
export interface Parts {
  engine: string;
  api: Api;
  keystone: Keystone;
  people: People;
  roles: RoleMapper;
  mirror: Mirror;
  /** What the cloud is read with, and what users entrust with what happens without them. */
  account: ServiceAccount;
  /** Milliseconds until a command that the cloud accepted counts as failed. */
  commandLimit: number;
}

/** What a command works on: its row, or its id. The absence is a defect of the caller, not of the user. */
export function required<T extends Row | string>(target: T | null): T {
  if (target === null) throw new Error('this command works on something that exists');
  return target;
}

/** The project that is worked in, for what belongs to none: the user's token is then the one of the scope. */
export const scopeProject = ({ actor: { scope } }: CommandContext): string | null => (scope.type === 'project' ? scope.projectId : null);

/**
 * The user's own token for changing something of a project, after a look whether the user may still change anything there: with Keystone's
 * older defaults the services would let a reader through. Throws forbidden, reauth_required, engine_unavailable.
 */
export async function changingToken(
  { people, keystone }: Parts,
  context: Pick<CommandContext, 'actor' | 'credential' | 'requestId'>,
  projectId: string | null,
): Promise<UserToken> {
  if (!(await mayChange(people, context.actor))) throw new GantryError('forbidden');
  return tokenFor(keystone, context.credential, projectId, context.requestId);
}

/** What a service is asked to change; the compute service where none is named. */
export interface Change extends Pick<ApiRequest<z.ZodType>, 'path' | 'query' | 'body' | 'headers'> {
  service?: ServiceName;
  /** GET: looks for what is changed, with the right that changes it. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Lowest microversion that knows it. */
  needs?: string | undefined;
}

/** Asks for a change in a project with the user's own token. Returns the service's answer. Throws as `changingToken`, and what the service refuses. */
export async function sendChange<A>(
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  { service = 'compute', needs, ...change }: Change & { answer: z.ZodType<A> },
): Promise<ApiAnswer<A>> {
  const as = await changingToken(parts, context, projectId);
  const { requestId, signal } = context;
  return parts.api.ask(service, { ...change, ...(needs !== undefined && { needs }), as, requestId, signal });
}

/** The same where the answer says nothing. Returns the service's id of the request. */
export const askToChange = async (
  parts: Parts,
  context: CommandContext,
  projectId: string | null,
  change: Change,
): Promise<string | undefined> => (await sendChange(parts, context, projectId, { ...change, answer: z.unknown() })).requestId;

async function mayChange(people: People, { userId, scope }: TaskActor): Promise<boolean> {
  const rights = await people.rights(userId);
  switch (scope.type) {
    case 'system':
      return rights.system?.readOnly === false;
    case 'project':
      return rights.projects.get(scope.projectId)?.readOnly === false;
    case 'domain':
      return rights.domains.get(scope.domainId)?.readOnly === false;
    case 'user':
      return false;
  }
}

/** Brings the row in step with what was just accepted, so that whoever asks next sees it; a failure is caught up by the mirror. */
export async function refreshNow({ mirror }: Parts, { log }: CommandContext, id: string, kind = 'server'): Promise<void> {
  try {
    await mirror.rereads.now(kind, id);
  } catch (err) {
    log.debug({ err, kind, id }, 'not read after a command');
    mirror.rereads.want(kind, id);
  }
}
