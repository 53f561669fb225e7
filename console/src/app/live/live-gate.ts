import { ENGINE_ENTITY, type Change } from '@gantry/contract/wire/events';
import { abilityStore } from '../abilities/abilities.ts';
import { callTable } from '../api/call-table.ts';

const reads = Object.values(callTable).flatMap(({ kind, tells, idParam, subject }) => {
  const announced = kind ?? tells;
  return announced === undefined ? [] : [{ kind: announced, idParam, subject }];
});

/** Kinds with the right to read one thing of them, or a list of what has no page: `server` → `compute_server`. */
const subjects = new Map([...reads, ...reads.filter(({ idParam }) => idParam !== undefined)].map(({ kind, subject }) => [kind, subject]));

/**
 * Whether a change concerns this user: the rights that gate calls gate what the socket tells as well (S0 §6). A kind that the console does
 * not know is logged, and nothing comes of it (S0 §8).
 */
export function isForUs(change: Change): boolean {
  const { entity } = change;
  if (entity === ENGINE_ENTITY) return true;
  const subject = subjects.get(entity);
  if (subject === undefined) console.error(`The socket tells of an unknown kind of thing: ${entity}`, change);
  return subject !== undefined && abilityStore.get().ability.can('read', subject);
}
