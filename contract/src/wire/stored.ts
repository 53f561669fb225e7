/** Whether what is stored of a resource is what its readers are promised. */
import { z } from 'zod';
import { fit, membersOf, unreadableOf } from './fit.ts';
import { isMembers, joinedIds, joinedPlaces, type Kind } from './kind.ts';

type Members = Record<string, unknown>;

/** What is stored of a resource: whose it is, and its document. */
export interface Stored {
  id: string;
  projectId: string | null;
  domainId: string | null;
  document: Readonly<Members>;
}

/** A stored document with whose it is, where its kind says so and the document does not: the row knows. */
export function ownedOf({ entity }: Kind, { projectId, domainId, document }: Stored): Readonly<Members> {
  const shape: Readonly<Members> = entity instanceof z.ZodObject ? entity.shape : {};
  const lacks = (member: string): boolean => shape[member] !== undefined && document[member] === undefined;
  const lacksProject = lacks('project_id');
  const lacksDomain = lacks('domain_id');
  // Each row that is read comes by here: nearly all lack neither, and are not copied.
  if (!lacksProject && !lacksDomain) return document;
  return { ...document, ...(lacksProject && { project_id: projectId }), ...(lacksDomain && { domain_id: domainId }) };
}

/** What of a stored resource does not fit the schema of its kind; undefined where all of it does. */
export const misfitOf = (kind: Kind, stored: Stored): z.ZodError | undefined => kind.entity.safeParse(promisedOf(kind, stored)).error;

/** A stored resource as it is compared with the schema of its kind. */
function promisedOf(kind: Kind, { id, projectId, domainId, document: stored }: Stored): Members {
  const document: Members = { project_id: projectId, domain_id: domainId, ...stored, id, revision: 1 };
  // Names of others are filled in when it is read; null is what stands there at the least. In a copy of those members: of all it is dear.
  const filled = new Set((kind.joins ?? []).map(({ at }) => at.split('.')[0]!));
  for (const member of filled) if (document[member] !== undefined) document[member] = copyOf(document[member]);
  for (const join of kind.joins ?? [])
    for (const place of joinedPlaces(document, join))
      for (const member of Object.keys(join.fields)) place[member] = join.many ? joinedIds(place, join).map(() => null) : null;
  return document;
}

/** The document of a resource that does not fit, with what takes the place of the members that do not. */
interface Fitting {
  document: Members;
  /** Names of those members, beside those that are marked in it already. */
  unreadable: string[];
  error: z.ZodError;
}

/** A stored resource as far as it fits the schema of its kind; undefined where all of it does. Whose it is, its row knows. */
export function fittingOf(kind: Kind, stored: Stored): Fitting | undefined {
  const promised = promisedOf(kind, stored);
  const { error } = kind.entity.safeParse(promised);
  if (!error) return undefined;
  const misfits = membersOf(error);
  const owner: Readonly<Record<string, string | null>> = { project_id: stored.projectId, domain_id: stored.domainId };
  const fitting = fit(kind.entity, { ...promised, ...pick(owner, misfits) });
  const replaced = pick(isMembers(fitting) ? fitting : {}, misfits);
  const fits = Object.entries(stored.document).filter(([member]) => !misfits.includes(member));
  return { document: { ...Object.fromEntries(fits), ...replaced }, unreadable: unreadableOf(error, stored.document), error };
}

const pick = (members: Readonly<Members>, names: readonly string[]): Members =>
  Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));

/** A copy of a JSON value; `structuredClone` takes five times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}
