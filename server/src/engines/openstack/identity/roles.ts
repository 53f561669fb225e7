import type { Role } from '@gantry/contract/access/roles';
import type { Placed } from '../client/assignments.ts';
import type { RoleMapping } from '../settings.ts';

/** A role of ours in one place. */
export interface Held {
  role: Role;
  readOnly: boolean;
}

/** On the whole cloud, and by which kind of token it is used: that of the cloud project, or of the system scope. */
type SystemRight = Held & { by: 'cloud_project' | 'system' };

/** What a user holds, in terms of ours. */
export interface Rights {
  system: SystemRight | null;
  /** By domain id. */
  domains: ReadonlyMap<string, Held>;
  /** By project id. */
  projects: ReadonlyMap<string, Held>;
}

/** Turns Keystone's assignments into roles of ours by the configured table. */
export class RoleMapper {
  readonly #table: readonly RoleMapping[];
  readonly #cloudProject: () => Promise<string | undefined>;

  /** @param cloudProject id of the cloud administration project; undefined where there is none: then it gives nothing */
  constructor(table: readonly RoleMapping[], cloudProject: () => Promise<string | undefined>) {
    this.#table = table;
    this.#cloudProject = cloudProject;
  }

  /** A reading of one user's assignments. @param names role names by id */
  async reader(names: ReadonlyMap<string, string>): Promise<(assignments: readonly Placed[]) => Rights> {
    const cloudProject = await this.#cloudProject();
    return (assignments) => rightsOf(this.#table, cloudProject, assignments, names);
  }

  /** Id of the project whose administrators administer the cloud; undefined where there is none. */
  cloudProject(): Promise<string | undefined> {
    return this.#cloudProject();
  }

  /** Names of Keystone's roles that give a role of ours at a place, the first of the table first. */
  namesOf(on: RoleMapping['on'], role: Role, readOnly = false): string[] {
    const fitting = this.#table.filter((entry) => entry.on === on && entry.role === role && entry.read_only === readOnly);
    return fitting.map((entry) => entry.keystone_role);
  }

  /** Names of all of Keystone's roles that mean something at a place. */
  meaningful(on: RoleMapping['on']): ReadonlySet<string> {
    return new Set(this.#table.filter((entry) => entry.on === on).map((entry) => entry.keystone_role));
  }
}

/** What assignments are worth. Each place gives its own rights only: an administrator of a project is nothing outside it. */
export function rightsOf(
  table: readonly RoleMapping[],
  cloudProject: string | undefined,
  assignments: readonly Placed[],
  names: ReadonlyMap<string, string>,
): Rights {
  let system: Rights['system'] = null;
  const domains = new Map<string, Held>();
  const projects = new Map<string, Held>();
  for (const { role, scope } of assignments) {
    const name = names.get(role.id);
    const held = (on: RoleMapping['on']): Held[] =>
      table
        .filter((entry) => entry.keystone_role === name && entry.on === on)
        .map(({ role: ours, read_only: readOnly }) => ({ role: ours, readOnly }));
    if (scope.system?.all) for (const item of held('system')) system = best<SystemRight>(system, { ...item, by: 'system' });
    if (scope.domain) for (const item of held('domain')) domains.set(scope.domain.id, best(domains.get(scope.domain.id), item));
    if (scope.project) {
      const { id } = scope.project;
      for (const item of held('project')) projects.set(id, best(projects.get(id), item));
      if (id === cloudProject)
        for (const item of held('cloud_project')) system = best<SystemRight>(system, { ...item, by: 'cloud_project' });
    }
  }
  return { system, domains, projects };
}

const RANK: Readonly<Partial<Record<Role, number>>> = { project_user: 1, project_admin: 2, domain_admin: 3, system_admin: 4 };

/** The stronger of two: more rights first, then the one that may change things, then the one whose token every service understands. */
function best<T extends Held & { by?: string }>(one: T | null | undefined, other: T): T {
  const weight = (held: T) => [RANK[held.role] ?? 0, held.readOnly ? 0 : 1, held.by === 'cloud_project' ? 1 : 0];
  if (!one) return other;
  const [a, b] = [weight(one), weight(other)];
  const index = a.findIndex((value, place) => value !== b[place]);
  return index >= 0 && a[index]! < b[index]! ? other : one;
}

/** The roles a user has as such (decision G16); what is held in projects comes with the projects. */
export function ownRoles(rights: Rights, domainId: string): Role[] {
  const roles: Role[] = [];
  if (rights.system) roles.push('system_admin');
  if (rights.domains.has(domainId)) roles.push('domain_admin');
  return roles.length > 0 ? roles : ['project_member'];
}
