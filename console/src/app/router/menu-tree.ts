import type { Side } from '../base.ts';
import type { ConsoleScope } from '../scope.ts';

/** The groups of the side menu. */
export type MenuGroup = 'compute' | 'storage' | 'network' | 'project' | 'tenants' | 'access' | 'activity';

/** Addresses of entries of one level, and groups of them. */
type MenuTree = readonly (string | { group: MenuGroup; entries: readonly string[] })[];

/** In domain mode exactly these two (S0 §2). */
const OF_DOMAIN: MenuTree = ['/users', '/projects'];

/** Where each page stands. What nobody may open, and what is not there, is left out when it is shown. */
const OF_SIDE: Readonly<Record<Side, MenuTree>> = {
  'self-service': [
    '/monitoring',
    { group: 'compute', entries: ['/compute/instances', '/compute/images'] },
    { group: 'storage', entries: ['/compute/volumes', '/s3-storage/buckets'] },
    {
      group: 'network',
      entries: [
        '/compute/networks',
        '/compute/routers',
        '/compute/floating-ips',
        '/compute/load-balancers',
        '/compute/vpn',
        '/compute/security-groups',
      ],
    },
    '/tasks',
    { group: 'project', entries: ['/project/members', '/project/quotas', '/project/api'] },
  ],
  administration: [
    '/monitoring',
    {
      group: 'compute',
      entries: ['/compute/cluster', '/compute/nodes', '/compute/flavors', '/compute/images', '/compute/placements'],
    },
    // Buckets in a project, also on this side.
    { group: 'storage', entries: ['/compute/storage-policies', '/storage-services/s3/users', '/s3-storage/buckets'] },
    {
      group: 'tenants',
      entries: [
        '/compute/instances',
        '/compute/volumes',
        '/compute/networks',
        '/compute/routers',
        '/compute/floating-ips',
        '/compute/load-balancers',
        '/compute/vpn',
      ],
    },
    { group: 'access', entries: ['/settings/domains', '/projects', '/users', '/users/groups'] },
    { group: 'activity', entries: ['/tasks', '/monitoring/audit-log', '/settings/support'] },
  ],
};

/** Lists that are tabs of an entry on one side, and have an entry of their own on the other. */
const TABS: Readonly<Record<Side, Readonly<Record<string, readonly string[]>>>> = {
  'self-service': {},
  administration: { '/compute/networks': ['/compute/security-groups'] },
};

/** The lists that are tabs of an entry on a side alone. */
export const tabsOf = (path: string, side: Side): readonly string[] => TABS[side][path] ?? [];

/** The tree of a side in a scope. */
export const treeOf = (side: Side, scope: ConsoleScope['type']): MenuTree => (scope === 'domain' ? OF_DOMAIN : OF_SIDE[side]);

const pathsOf = (tree: MenuTree): string[] => tree.flatMap((node) => (typeof node === 'string' ? node : node.entries));

/** Whether a page has its entry on the other side alone. */
export function isOfOtherSide(path: string, side: Side): boolean {
  const isIn = (tree: MenuTree): boolean => pathsOf(tree).includes(path);
  const isHere = isIn(OF_SIDE[side]) || isIn(OF_DOMAIN) || Object.values(TABS[side]).flat().includes(path);
  return !isHere && Object.values(OF_SIDE).some(isIn);
}

/** Groups that are folded until somebody opens them: what only some come for. */
export const FOLDED_AT_FIRST: readonly MenuGroup[] = ['tenants'];
