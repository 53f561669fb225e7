/** The security groups that Neutron makes when a project is first used, with the recorded one's rules. */
import { Collection } from './collection.ts';
import { answerTo, listed, now, type Item, type Json } from './recorded.ts';

/** A security group as Neutron shows it. */
export interface Group extends Item {
  readonly project_id: string;
  readonly security_group_rules: readonly (Json & { id: string })[];
}

const MODEL = listed<Group>(/security-groups\?/, 'security_groups').find(({ name }) => name === 'default')!;
/** One that was made, as recorded. */
export const MADE = answerTo<{ security_group: Group }>('POST', /\/security-groups$/).security_group;

/** The same for the same project and number. */
const uuid = (projectId: string, n: number): string =>
  projectId.replaceAll('-', '').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{10}).*$/, `$1-$2-5$3-8$4-$5${n.toString(16).padStart(2, '0')}`);

/** Id of a project's default group. */
export const defaultGroupOf = (projectId: string): string => uuid(projectId, 0);

/** The model's rules as those of another group. */
export const rulesFor = (model: Group, own: Json, id: string, idOf: (place: number) => string) =>
  model.security_group_rules.map((rule, place) => ({
    ...rule,
    ...own,
    id: idOf(place),
    security_group_id: id,
    remote_group_id: rule['remote_group_id'] === null ? null : id,
  }));

/** The default group of a project. */
function defaultGroup(projectId: string): Group {
  const id = defaultGroupOf(projectId);
  const own = { project_id: projectId, tenant_id: projectId };
  return { ...MODEL, ...own, id, security_group_rules: rulesFor(MODEL, own, id, (place) => uuid(projectId, place + 1)) };
}

/** All groups at first: the default ones. */
export const firstGroups = (projects: readonly { id: string }[]): Collection =>
  new Collection({
    members: ['security_groups', 'security_group'],
    items: projects.map(({ id }) => defaultGroup(id)),
    make: () => ({ ...MADE, created_at: now(), updated_at: now() }),
  });
