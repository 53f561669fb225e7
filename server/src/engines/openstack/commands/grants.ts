/** Roles of ours as Keystone's assignments, by the configured table. */
import type { DomainPermission, SystemPermission } from '@gantry/contract/access/permissions';
import type { ProjectRole, Role } from '@gantry/contract/access/roles';
import type { Assign } from '@gantry/contract/nouns/users/bodies';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Row } from '../../../port/store/rows.ts';
import type { CommandContext } from '../../../port/engine.ts';
import { listAllGiven, type DirectAssignment, type Holder } from '../client/assignments.ts';
import { ignoreNotFound } from '../client/errors.ts';
import type { Held } from '../identity/roles.ts';
import type { RoleMapping } from '../settings.ts';
import { askKeystone } from './keystone.ts';
import type { Parts } from './parts.ts';

/** Where a role is held, and what that counts as. */
export interface Place {
  on: RoleMapping['on'];
  /** Of the project or domain; empty for the system. */
  id: string;
}

const kindOf = (holder: Holder) => ('user' in holder ? (['users', holder.user] as const) : (['groups', holder.group] as const));

/** Where an assignment stands: `/projects/{id}/users/{id}/roles/{id}`. */
function pathOf({ on, id }: Place, holder: Holder, roleId: string): string {
  const [kind, who] = kindOf(holder);
  const where = on === 'system' ? '/system' : `/${on === 'domain' ? 'domains' : 'projects'}/${encodeURIComponent(id)}`;
  return `${where}/${kind}/${encodeURIComponent(who)}/roles/${encodeURIComponent(roleId)}`;
}

const isAt = ({ scope: { project, domain, system } }: DirectAssignment, { on, id }: Place): boolean =>
  on === 'system' ? system?.all === true : (on === 'domain' ? domain?.id : project?.id) === id;

const notOffered = (field: string, detail: string): GantryError =>
  new GantryError('validation_failed', { detail, fields: { [field]: [{ code: 'unknown_id' }] } });

/** Id of the first of Keystone's roles that the table names for a role of ours. Throws validation_failed at the field where there is none. */
async function roleFor({ people, roles }: Parts, on: Place['on'], { role, readOnly }: Held, field: string): Promise<string> {
  const known = new Map([...(await people.roles())].map(([id, name]) => [name, id]));
  const id = roles
    .namesOf(on, role, readOnly)
    .map((name) => known.get(name))
    .find((found) => found !== undefined);
  if (id === undefined) throw notOffered(field, `no role of the cloud is configured as ${role}${readOnly ? ' that only reads' : ''}`);
  return id;
}

/**
 * Gives one role at a place, or with null none, and takes away others: those that the table reads there; where a project is left, all.
 * The new one comes first, so that who changes from one to another is never without.
 */
async function setRole(
  parts: Parts,
  context: CommandContext,
  holder: Holder,
  place: Place,
  { role, readOnly = false, field }: { role: Role | null; readOnly?: boolean; field: string },
): Promise<void> {
  const wanted = role === null ? undefined : await roleFor(parts, place.on, { role, readOnly }, field);
  const given = (await listAllGiven(parts.api, holder)).filter((one) => isAt(one, place)).map((one) => one.role.id);
  const [names, meaningful] = [await parts.people.roles(), parts.roles.meaningful(place.on)];
  const leaves = role === null && place.on === 'project';
  if (wanted !== undefined && !given.includes(wanted))
    await askKeystone(parts, context, { method: 'PUT', path: pathOf(place, holder, wanted) });
  for (const id of new Set(given))
    if (id !== wanted && (leaves || meaningful.has(names.get(id) ?? '')))
      await ignoreNotFound(askKeystone(parts, context, { method: 'DELETE', path: pathOf(place, holder, id) }));
}

/** Refuses a role in a project that would open the whole cloud, to all but its administrators. Throws validation_failed. */
async function assertNotCloud({ roles }: Parts, { actor }: CommandContext, projectId: string, field: string): Promise<void> {
  if (actor.scope.type !== 'system' && projectId === (await roles.cloudProject()))
    throw new GantryError('validation_failed', { fields: { [field]: [{ code: 'system_only' }] } });
}

/** Projects that a body assigns: of that domain, and known. Throws validation_failed. */
export async function assertAssignable(
  parts: Parts,
  context: CommandContext,
  domainId: string | null,
  wanted: readonly { project_id: string }[],
  field: string,
): Promise<void> {
  for (const { project_id: id } of wanted) {
    const project = await context.store.read.get({ engine: parts.engine, kind: 'project', id });
    const code = !project ? 'unknown_id' : project.domainId === domainId ? undefined : 'other_domain';
    if (code) throw new GantryError('validation_failed', { fields: { [field]: [{ code }] } });
    await assertNotCloud(parts, context, id, field);
  }
}

/** What bodies say of rights beyond projects. */
export interface RightsBody {
  role?: Role | undefined;
  system_permissions?: readonly SystemPermission[] | undefined;
  domain_permissions?: readonly DomainPermission[] | undefined;
}

/** What a body wants of the two rights that a cloud knows beyond projects; undefined: as it is. Throws validation_failed for any other. */
export function rightsWanted({ role, system_permissions: system, domain_permissions: domain }: RightsBody): {
  system: boolean | undefined;
  domain: boolean | undefined;
} {
  if (role === 'service_account') throw notOffered('role', 'the cloud has no such role');
  const other = domain?.find((one) => one !== 'domain_admin');
  if (other !== undefined) throw notOffered('domain_permissions', `the cloud has no permission ${other}`);
  const further = system?.find((one) => one !== 'admin');
  if (further !== undefined) throw notOffered('system_permissions', `the cloud has no permission ${further}`);
  return {
    system: role === undefined ? system && system.length > 0 : role === 'system_admin',
    domain: role === undefined ? domain && domain.length > 0 : role === 'domain_admin',
  };
}

/** Gives and takes the rights that a body wants. */
export async function setRights(
  parts: Parts,
  context: CommandContext,
  holder: Holder,
  domainId: string,
  { system, domain }: ReturnType<typeof rightsWanted>,
): Promise<void> {
  if (domain !== undefined)
    await setRole(parts, context, holder, { on: 'domain', id: domainId }, { role: domain ? 'domain_admin' : null, field: 'role' });
  if (system !== undefined) await setSystem(parts, context, holder, system);
}

/** Administration of the whole cloud: by its project, whose tokens every service understands, where the table knows it so. */
async function setSystem(parts: Parts, context: CommandContext, holder: Holder, wanted: boolean): Promise<void> {
  const cloudProject = await parts.roles.cloudProject();
  const places: Place[] = [
    ...(cloudProject === undefined ? [] : [{ on: 'cloud_project', id: cloudProject } as const]),
    { on: 'system', id: '' },
  ];
  const best = places.find(({ on }) => parts.roles.namesOf(on, 'system_admin').length > 0) ?? places[0]!;
  for (const place of wanted ? [best] : places)
    await setRole(parts, context, holder, place, { role: wanted ? 'system_admin' : null, field: 'role' });
}

/** Roles in several projects, or none there any more. */
export async function assignAll(
  parts: Parts,
  context: CommandContext,
  holder: Holder,
  wanted: readonly { project_id: string; role: ProjectRole | null; read_only?: boolean | undefined }[],
): Promise<void> {
  for (const { project_id: id, role, read_only: readOnly = false } of wanted)
    await setRole(parts, context, holder, { on: 'project', id }, { role, readOnly, field: 'role' });
}

type Assigned = readonly { project_id: string; role: Role; read_only: boolean }[];

/** The roles in projects that a user or group has as such, as they were read last. */
export const assignedOf = ({ document }: Pick<Row, 'document'>): Assigned => document['assigned_projects'] as Assigned;

/** Who may only look in a project goes on so with another role there, unless the body says otherwise. */
export const stillReading = (held: Assigned, wanted: Assign): Assign => ({
  ...wanted,
  read_only: wanted.read_only ?? held.find(({ project_id: id }) => id === wanted.project_id)?.read_only ?? false,
});
