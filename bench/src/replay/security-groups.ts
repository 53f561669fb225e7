/** Security groups: each project has the one that Neutron makes when the project is first used, with the recorded one's rules. */
import { listed, type Item, type Json } from './recorded.ts';

interface Group extends Item {
  readonly security_group_rules: readonly Json[];
}

const MODEL = listed<Group>(/security-groups\?/, 'security_groups').find(({ name }) => name === 'default')!;

/** The same for the same project and number. */
const uuid = (projectId: string, n: number): string =>
  projectId.replaceAll('-', '').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{10}).*$/, `$1-$2-5$3-8$4-$5${n.toString(16).padStart(2, '0')}`);

/** Id of a project's default group. */
export const defaultGroupOf = (projectId: string): string => uuid(projectId, 0);

/** As `/security-groups` lists it. */
export function securityGroupOf(projectId: string): Group {
  const id = defaultGroupOf(projectId);
  const own = { project_id: projectId, tenant_id: projectId };
  const rules = MODEL.security_group_rules.map((rule, n) => ({
    ...rule,
    ...own,
    id: uuid(projectId, n + 1),
    security_group_id: id,
    remote_group_id: rule['remote_group_id'] === null ? null : id,
  }));
  return { ...MODEL, ...own, id, security_group_rules: rules };
}
