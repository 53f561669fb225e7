import { calls } from '@gantry/contract';

/** What the console needs of a call at run time: plain data, without the schemas. */
export interface CallData {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Tells it from the call of the same method and path that has none; goes with its query (decision B3). */
  action?: string;
  /** Name of the right it asks for: `compute_servers`. */
  subject: string;
  idempotent?: true;
  /** Kind of the answer, for lists and reads, and of what it tells the states of: events name it. */
  kind?: string;
  /** Kind whose changes change figures of that one, of which no event of its own tells. */
  follows?: string;
  /** Kind whose changes concern who may ask this, of an answer that is more than one of them. */
  tells?: string;
  /** Path parameter that holds the id, for reads of one thing. */
  idParam?: string;
  /** Member of a bulk call's body that holds the ids, where it is not `ids`. */
  ids?: 'uuids';
  /** Command, live read or stream of an engine: a capability (rule 10). */
  capability?: string;
  /** What the command makes of what it works on: the kind of that, and the members with its name in the body and its id in the task's result. */
  makes?: { kind: string; name: string; id: string };
  /** Command that is carried out in a project, and in no other scope. */
  inProject?: string;
  /** Done by the server itself: nothing that is done by it is a task. */
  handled?: true;
}

/**
 * Every call, by id. The production build replaces this module by its value (`vite.config.ts`), so that neither the contract's
 * schemas nor zod reach the entry chunk, while each call is still written once.
 */
export const callTable: Readonly<Record<string, CallData>> = Object.fromEntries(
  calls.map(({ id, method, path, action, permission, idempotent, does }): [string, CallData] => [
    id,
    {
      id,
      method,
      path,
      ...(action !== undefined && { action }),
      subject: permission.subject,
      ...(idempotent && { idempotent }),
      ...((does.by === 'list' || does.by === 'read' || does.by === 'states') && {
        kind: does.kind.name,
        ...(does.kind.follows !== undefined && { follows: does.kind.follows }),
      }),
      ...(does.by === 'handle' && does.tells && { tells: does.tells.name }),
      ...('id' in does && does.id !== undefined && { idParam: does.id }),
      ...((does.by === 'command' || does.by === 'bulk') && { capability: does.command }),
      ...(does.by === 'command' && does.makes && { makes: { ...does.makes, kind: does.makes.kind.name } }),
      ...(does.by === 'command' && does.scope === 'project' && { inProject: does.command }),
      ...(does.by === 'bulk' && does.ids === 'uuids' && { ids: does.ids }),
      ...(does.by === 'download' && { capability: does.stream }),
      ...(does.by === 'handle' && does.capability !== undefined && { capability: does.capability, handled: true as const }),
      ...((does.by === 'live' || does.by === 'ticket') && { capability: does.live }),
    },
  ]),
);
