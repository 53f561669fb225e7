/** Drawn domains, projects, groups and users for the model of rights; their ids are the same in each realm, so that one takes the other's place. */
import type { Draw } from '../../http/fuzz/draw.ts';
import type { Given, Place, Realm, Somebody } from './rights-model.ts';

const DOMAINS = ['d1', 'd2', 'd3'];
const PROJECTS = ['p1', 'p2', 'p3', 'p4', 'p5'];
const GROUPS = ['g1', 'g2', 'g3', 'g4'];
const USERS = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8'];

const SYSTEM = [
  'admin',
  'superuser',
  'abgw',
  'cluster',
  'compute',
  'iscsi',
  'login',
  'network',
  'nfs',
  's3',
  'ssh',
  'updates',
  'viewer',
  'debug',
];
const DOMAIN = ['domain_admin', 'image_upload', 'quota_manager'];

const some = <T>(draw: Draw, list: readonly T[], probability: number): T[] => list.filter(() => draw.chance(probability));

/** @param rare how often it is more than nothing: most people hold little */
function given(draw: Draw, rare: number): Given {
  const role = draw.chance(rare) ? draw.pick(['domain_admin', 'system_admin', 'service_account'] as const) : 'project_member';
  const assigned = some(draw, PROJECTS, 0.25).map((projectId) => ({
    projectId,
    role: draw.pick(['project_admin', 'project_user'] as const),
    readOnly: draw.chance(0.25),
  }));
  return {
    role,
    system: draw.chance(rare) ? some(draw, SYSTEM, 0.1) : [],
    domain: draw.chance(2 * rare) ? some(draw, DOMAIN, 0.4) : [],
    assigned,
  };
}

export function drawnRealm(draw: Draw): Realm {
  const domains = DOMAINS.map((id) => ({ id, enabled: draw.chance(0.9) }));
  const projects = PROJECTS.map((id) => ({ id, domainId: draw.pick(DOMAINS), enabled: draw.chance(0.9) }));
  const groups = GROUPS.map((id) => ({ id, domainId: draw.pick(DOMAINS), ...given(draw, 0.3) }));
  const users = USERS.map((id): Somebody => {
    const domainId = draw.pick(DOMAINS);
    const around = groups.filter((group) => group.domainId === domainId).map((group) => group.id);
    return { id, domainId, enabled: draw.chance(0.95), groupIds: some(draw, around, 0.4), ...given(draw, 0.25) };
  });
  return { domains, projects, groups, users };
}

/** Mostly a scope that there is, now and then a project under a foreign domain. */
export function drawnPlace(draw: Draw, { domains, projects }: Realm): Place {
  const kind = draw.pick(['system', 'domain', 'project', 'project'] as const);
  if (kind === 'system') return { type: 'system' };
  if (kind === 'domain') return { type: 'domain', domainId: draw.pick(domains).id };
  const { id, domainId } = draw.pick(projects);
  return { type: 'project', projectId: id, domainId: draw.chance(0.95) ? domainId : draw.pick(domains).id };
}
