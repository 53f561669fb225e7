/** Decides by the contract's table of rights and by what the engines can do (rule 10). */
import { calls } from '@gantry/contract';
import { allows, type Method } from '@gantry/contract/access/roles';
import { capabilityOf, type Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { isServedOn, type Side } from '@gantry/contract/wire/side';
import { standingOf, type Caller } from './caller.ts';

/** Whether some engine offers a command or live read. */
export type Offers = (capability: string) => boolean;

/** Refuses a call the caller has no right to: unauthorized, project_scope_required, forbidden, or not_supported where no engine can do it. */
export function authorise(call: Call, caller: Caller | undefined, offers: Offers): void {
  const { permission, method } = call;
  if (!allows(permission, method, caller && standingOf(caller))) {
    if (!caller) throw new GantryError('unauthorized');
    throw new GantryError(caller.scope.type === 'user' || needsProject(call, caller) ? 'project_scope_required' : 'forbidden');
  }
  if (caller && needsProject(call, caller)) throw new GantryError('project_scope_required');
  const capability = capabilityOf(call.does);
  if (capability !== undefined && !offers(capability)) throw new GantryError('not_supported');
}

const needsProject = ({ does }: Call, { scope }: Caller): boolean =>
  does.by === 'command' && does.scope === 'project' && scope.type !== 'project';

/** The body of `GET /api/v2/meta`: subjects with the methods the scope may use on a side, as far as an engine can do them. */
export function abilitiesOf(caller: Caller, offers: Offers, side: Side): Record<string, Method[]> {
  const found = new Map<string, Set<Method>>();
  for (const call of calls) {
    const { audience, subject } = call.permission;
    if (audience === 'public' || !isServedOn(side, call) || !isAllowed(call, caller, offers)) continue;
    found.set(subject, (found.get(subject) ?? new Set()).add(call.method));
  }
  return Object.fromEntries([...found].map(([subject, methods]) => [subject, [...methods].sort()]));
}

/** Subjects the scope may read; they gate events as they gate lists. */
export function readableSubjects(caller: Caller): Set<string> {
  const standing = standingOf(caller);
  return new Set(
    calls
      .filter(({ method, permission }) => method === 'GET' && allows(permission, method, standing))
      .map((call) => call.permission.subject),
  );
}

function isAllowed(call: Call, caller: Caller, offers: Offers): boolean {
  const capability = capabilityOf(call.does);
  return (
    allows(call.permission, call.method, standingOf(caller)) &&
    !needsProject(call, caller) &&
    (capability === undefined || offers(capability))
  );
}
