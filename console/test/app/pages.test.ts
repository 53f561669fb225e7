import { describe, expect, it } from 'vitest';
import { pathNamed } from '../../src/app/router/names.ts';
import { features as product } from '../../src/features/index.ts';

const ADD_POOL = { subject: 'compute_load_balancing_pools', action: 'create', inProject: 'load_balancer_pool.create' };
const CHANGE_POOL = { subject: 'compute_load_balancing_pools', action: 'update' };

/** Who may open which page of the product (decision D3): read, where no action is said; `inProject`: also who chooses a project there, for that command. */
const RESTRICTIONS = {
  '/compute/floating-ips': { subject: 'compute_networks_floating_ips_list' },
  '/compute/floating-ips/add': { subject: 'compute_networks_floating_ips_list', action: 'create', inProject: 'floating_ip.create' },
  '/compute/floating-ips/$floatingIpId': { subject: 'compute_networks_floating_ips' },
  '/compute/floating-ips/$floatingIpId/assign': { subject: 'compute_networks_floating_ips', action: 'update' },
  '/compute/load-balancers': { subject: 'compute_load_balancers' },
  '/compute/load-balancers/add': { subject: 'compute_load_balancers', action: 'create', inProject: 'load_balancer.create' },
  '/compute/load-balancers/$loadBalancerId/pools': { subject: 'compute_load_balancer' },
  '/compute/load-balancers/$loadBalancerId/$detailsTab': { subject: 'compute_load_balancer' },
  '/compute/load-balancers/$loadBalancerId/edit': { subject: 'compute_load_balancer', action: 'update' },
  '/compute/load-balancers/$loadBalancerId/edit/$returnRoute': { subject: 'compute_load_balancer', action: 'update' },
  '/compute/load-balancers/add/add-pool': ADD_POOL,
  '/compute/load-balancers/add/add-pool/vms': ADD_POOL,
  '/compute/load-balancers/add/add-pool/healthmonitor': ADD_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/add-pool': ADD_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/add-pool/vms': ADD_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/add-pool/healthmonitor': ADD_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/$returnRoute': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/health': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/health/$returnRoute': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/members': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/members/$returnRoute': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/allowed-cidrs': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/edit/$loadBalancerPoolId/allowed-cidrs/$returnRoute': CHANGE_POOL,
  '/compute/load-balancers/$loadBalancerId/pools/$loadBalancerPoolId': { subject: 'compute_load_balancing_pools' },
  '/compute/load-balancers/$loadBalancerId/pools/$loadBalancerPoolId/$detailsTab': { subject: 'compute_load_balancing_pools' },
  '/compute/load-balancer-pools': { subject: 'compute_load_balancing_pools' },
  '/compute/load-balancer-pools/$loadBalancerPoolId': { subject: 'compute_load_balancing_pools' },
  '/compute/routers': { subject: 'compute_routers' },
  '/compute/routers/add': { subject: 'compute_routers', action: 'create', inProject: 'router.create' },
  '/compute/routers/$routerId': { subject: 'compute_routers_router' },
  '/compute/routers/$routerId/edit': { subject: 'compute_routers_router', action: 'update' },
  '/compute/routers/$routerId/interfaces': { subject: 'compute_routers_router' },
  '/compute/routers/$routerId/interfaces/$itemId/edit': { subject: 'compute_routers_router', action: 'update' },
  '/compute/routers/$routerId/interfaces/add': { subject: 'compute_routers_router', action: 'update' },
  '/compute/routers/$routerId/routes': { subject: 'compute_routers_router' },
  '/compute/routers/$routerId/routes/$itemId/edit': { subject: 'compute_routers_router', action: 'update' },
  '/compute/routers/$routerId/routes/add': { subject: 'compute_routers_router', action: 'update' },
  '/compute/routers/addInterface/$routerId': { subject: 'compute_routers_router', action: 'update' },
  '/compute/security-groups': { subject: 'compute_security_groups' },
  '/compute/security-groups/add': { subject: 'compute_security_groups', action: 'create', inProject: 'security_group.create' },
  '/compute/security-groups/$groupId': { subject: 'compute_security_group' },
  '/compute/security-groups/$groupId/edit': { subject: 'compute_security_group', action: 'update' },
  '/compute/security-groups/$groupId/edit/$returnRoute': { subject: 'compute_security_group', action: 'update' },
  '/compute/vpn': { subject: 'compute_vpn_ipsec_site_connections' },
  '/compute/vpn/add/{-$step}': { subject: 'compute_vpn_ipsec_site_connections', action: 'create', inProject: 'vpn_connection.create' },
  '/compute/vpn/$vpnId': { subject: 'compute_vpn_ipsec_site_connection' },
  '/compute/vpn/$vpnId/edit': { subject: 'compute_vpn_ipsec_site_connection', action: 'update' },
  '/compute/vpn/$vpnId/edit/$returnRoute': { subject: 'compute_vpn_ipsec_site_connection', action: 'update' },
  '/projects': { subject: 'domain_projects' },
  '/projects/add': { subject: 'domain_projects', action: 'create' },
  '/projects/$projectId': { subject: 'domain_project' },
  '/projects/$projectId/$detailsTab': { subject: 'domain_project' },
  '/projects/$projectId/assign': { subject: 'domain_user', action: 'update' },
  '/projects/$projectId/assign/$returnRoute': { subject: 'domain_user', action: 'update' },
  '/projects/$projectId/unassign': { subject: 'domain_user', action: 'update' },
  '/projects/$projectId/unassign/$returnRoute': { subject: 'domain_user', action: 'update' },
  '/projects/$projectId/edit': { subject: 'domain_project', action: 'update' },
  '/projects/$projectId/edit/$returnRoute': { subject: 'domain_project', action: 'update' },
  '/projects/$projectId/set-quotas': { subject: 'compute_quotas', action: 'create' },
  '/compute/nodes': { subject: 'compute_nodes' },
  '/compute/nodes/add': { subject: 'compute_nodes', action: 'update' },
  '/compute/nodes/$nodeId': { subject: 'compute_node' },
  '/compute/cluster': { subject: 'compute_nodes' },
  '/compute/cluster/deploy': { subject: 'compute_cluster', action: 'create' },
  '/project/members': { subject: 'project_members' },
  '/project/quotas': { subject: 'compute_quotas' },
  '/project/api': { subject: 'compute_quotas' },
  '/monitoring': { subject: 'compute_servers' },
  '/monitoring/audit-log': { subject: 'audit_log' },
  '/tasks/$taskId': { subject: 'task_detail' },
  '/compute/images': { subject: 'compute_images' },
  '/compute/images/add': { subject: 'compute_images', action: 'create', inProject: 'image.create' },
  '/compute/images/$imageId': { subject: 'compute_image' },
  '/compute/images/$imageId/create-volume': { subject: 'compute_volumes', action: 'create', inProject: 'volume.create' },
  '/compute/images/$imageId/create-volume/$returnRoute': { subject: 'compute_volumes', action: 'create', inProject: 'volume.create' },
  '/compute/flavors': { subject: 'compute_flavors' },
  '/compute/flavors/add': { subject: 'compute_flavors', action: 'create' },
  '/compute/flavors/$flavorId': { subject: 'compute_flavor' },
  '/compute/placements': { subject: 'compute_traits' },
  '/compute/placements/add': { subject: 'compute_traits', action: 'create' },
  '/compute/placements/$traitId': { subject: 'compute_trait' },
  '/compute/placements/$traitId/$detailsTab': { subject: 'compute_trait' },
  '/compute/placements/$traitId/edit': { subject: 'compute_trait', action: 'update' },
  '/compute/placements/$traitId/edit/$returnRoute': { subject: 'compute_trait', action: 'update' },
  '/compute/placements/$traitId/assign/$target': { subject: 'compute_trait', action: 'update' },
  '/compute/ssh-keys': { subject: 'compute_ssh_keys' },
  '/compute/ssh-keys/add': { subject: 'compute_ssh_keys', action: 'create' },
  '/compute/ssh-keys/$sshKeyId': { subject: 'compute_ssh_key' },
  '/compute/storage-policies': { subject: 'compute_storage_policies' },
  '/compute/storage-policies/add': { subject: 'compute_storage_policies', action: 'create' },
  '/compute/storage-policies/$policyId': { subject: 'compute_storage_policy' },
  '/compute/volume-snapshots': { subject: 'compute_volume_snapshots' },
  '/compute/volume-snapshots/add': { subject: 'compute_volume_snapshots', action: 'create' },
  '/compute/volume-snapshots/$snapshotId': { subject: 'compute_volume_snapshot' },
  '/s3-storage/buckets': { subject: 's3_enable' },
  '/s3-storage/buckets/$bucketId': { subject: 's3_enable' },
  '/s3-storage/buckets/files/$bucketName': { subject: 's3_enable' },
  '/s3-storage/buckets/files/$bucketName/add': { subject: 's3_enable' },
  '/s3-storage/buckets/files/$bucketName/$fileId': { subject: 's3_enable' },
  '/s3-storage/access': { subject: 's3_enable' },
  '/s3-storage/access/create-key': { subject: 's3_enable' },
  '/storage-services/s3/users': { subject: 's3_users' },
  '/users': { subject: 'domain_users' },
  '/users/add': { subject: 'domain_users', action: 'create' },
  '/users/groups': { subject: 'domain_groups' },
  '/users/groups/add': { subject: 'domain_groups', action: 'create' },
  '/users/groups/$groupId': { subject: 'domain_group' },
  '/users/groups/$groupId/$detailsTab': { subject: 'domain_group' },
  '/settings/domains': { subject: 'domains' },
  '/settings/domains/add': { subject: 'domains', action: 'create' },
  '/settings/domains/$domainId': { subject: 'domain' },
  '/settings/domains/$domainId/$detailsTab': { subject: 'domain' },
  '/settings/support': { subject: 'reports' },
  '/settings/support/add': { subject: 'reports', action: 'create' },
  '/settings/support/$reportId': { subject: 'report' },
  '/users/$userId': { subject: 'domain_user' },
  '/users/$userId/$detailsTab': { subject: 'domain_user' },
  '/users/$userId/assign': { subject: 'domain_user', action: 'update' },
  '/users/$userId/assign/$returnRoute': { subject: 'domain_user', action: 'update' },
  '/users/$userId/edit': { subject: 'domain_user', action: 'update' },
  '/users/$userId/edit/$returnRoute': { subject: 'domain_user', action: 'update' },
  '/compute/volumes': { subject: 'compute_volumes' },
  '/compute/volumes/add': { subject: 'compute_volumes', action: 'create', inProject: 'volume.create' },
  '/compute/volumes/$volumeId': { subject: 'compute_volume' },
  '/compute/volumes/$volumeId/$detailsTab': { subject: 'compute_volume' },
  '/compute/volumes/$volumeId/clone': { subject: 'compute_volume_clone', action: 'create', inProject: 'volume.clone' },
  '/compute/volumes/$volumeId/clone/$returnRoute': { subject: 'compute_volume_clone', action: 'create', inProject: 'volume.clone' },
  '/compute/volumes/$volumeId/image-add': { subject: 'compute_volume_upload_to_image', action: 'create' },
  '/compute/volumes/$volumeId/image-add/$returnRoute': { subject: 'compute_volume_upload_to_image', action: 'create' },
  '/compute/volumes/$volumeId/snapshots/$snapshotId/edit': { subject: 'compute_volume_snapshot', action: 'update' },
  '/compute/volumes/$volumeId/snapshots/$snapshotId/createImage': { subject: 'compute_volume_snapshot', action: 'create' },
  '/compute/volumes/$volumeId/snapshots/$snapshotId/createVolume': {
    subject: 'compute_volumes',
    action: 'create',
    inProject: 'volume.create',
  },
  '/compute/networks': { subject: 'compute_networks' },
  '/compute/networks/add': { subject: 'compute_private_networks', action: 'create', inProject: 'network.createPrivate' },
  '/compute/networks/$networkId': { subject: 'compute_network_details' },
  '/compute/networks/$networkId/access-edit': { subject: 'compute_network_details', action: 'update' },
  '/compute/networks/$networkId/editIPv4subnet/$subnetId': { subject: 'compute_network_details', action: 'update' },
  '/compute/networks/$networkId/editIPv6subnet/$subnetId': { subject: 'compute_network_details', action: 'update' },
  '/compute/instances': { subject: 'compute_servers' },
  '/compute/instances/add/{-$step}': { subject: 'compute_servers', action: 'create', inProject: 'server.create' },
  '/compute/instances/$serverId': { subject: 'compute_server' },
  '/compute/instances/$serverId/edit/flavor': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/metadata': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/name': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/networks': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/password': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/placement': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/ssh-key': { subject: 'compute_server', action: 'update' },
  '/compute/instances/$serverId/edit/volumes': { subject: 'compute_server', action: 'update' },
  '/tasks': { subject: 'tasks' },
  '/account/sessions': 'own',
  '/account/tokens': 'own',
  '/account/application-credentials': 'own',
  '/compute/servers/instances/$serverId/console': 'public',
  '/access-disabled': 'public',
  '/error': 'public',
  '/error-service-disabled': 'public',
  '/error403': 'public',
  '/error404': 'public',
  '/error500': 'public',
  '/error503': 'public',
  '/login': 'public',
  '/login/$domainName': 'public',
  '/no-service': 'public',
  '/service-unavailable': 'public',
  '/void': 'public',
};

/** Pages by their names as the specification prints them, and the addresses that it gives them. */
const NAMED: Record<string, string> = {
  errorAccessDisabled: '/access-disabled',
  noService: '/no-service',
  computeSshKeyAdd: '/compute/ssh-keys/add',
  computeSshKeyDetails: '/compute/ssh-keys/$sshKeyId',
  volumeAdd: '/compute/volumes/add',
  volumeDetails: '/compute/volumes/$volumeId/{-$detailsTab}',
  volumeSnapshotEdit: '/compute/volumes/$volumeId/snapshots/$snapshotId/edit',
  volumeSnapshotCreateImage: '/compute/volumes/$volumeId/snapshots/$snapshotId/createImage',
  volumeSnapshotCreateVolume: '/compute/volumes/$volumeId/snapshots/$snapshotId/createVolume',
  volumeClone: '/compute/volumes/$volumeId/clone/{-$returnRoute}',
  volumeImageAdd: '/compute/volumes/$volumeId/image-add/{-$returnRoute}',
  computeRouters: '/compute/routers',
  routerCreate: '/compute/routers/add',
  routerEdit: '/compute/routers/$routerId/edit',
  routerAddInterface: '/compute/routers/addInterface/$routerId',
  virtualRouterDetails: '/compute/routers/$routerId',
  routerDetails: '/compute/routers/$routerId/$tab',
  routerCreateChild: '/compute/routers/$routerId/$tab/add',
  routerEditChild: '/compute/routers/$routerId/$tab/$itemId/edit',
  computeLoadBalancers: '/compute/load-balancers',
  computeLoadBalancersAdd: '/compute/load-balancers/add',
  computeLoadBalancer: '/compute/load-balancers/$loadBalancerId',
  computeLoadBalancerPools: '/compute/load-balancers/$loadBalancerId/pools',
  computeLoadBalancersDetails: '/compute/load-balancers/$loadBalancerId/$detailsTab',
  computeLoadBalancersEdit: '/compute/load-balancers/$loadBalancerId/edit/{-$returnRoute}',
  computeLoadBalancersAddPool: '/compute/load-balancers/add/add-pool',
  computeLoadBalancersPoolVms: '/compute/load-balancers/add/add-pool/vms',
  computeLoadBalancersPoolMonitorParams: '/compute/load-balancers/add/add-pool/healthmonitor',
  computeLoadBalancersPoolAdd: '/compute/load-balancers/$loadBalancerId/pools/add-pool',
  computeLoadBalancersPoolDetails: '/compute/load-balancers/$loadBalancerId/pools/$loadBalancerPoolId/{-$detailsTab}',
  DomainUsers: '/users',
  DomainUserAdd: '/users/add',
  DomainUserDetails: '/users/$userId/{-$detailsTab}',
  DomainUserEdit: '/users/$userId/edit/{-$returnRoute}',
  DomainUserAssignProjects: '/users/$userId/assign/{-$returnRoute}',
  DomainProjects: '/projects',
  DomainsProjectAdd: '/projects/add',
  DomainProjectDetails: '/projects/$projectId/{-$detailsTab}',
  DomainsProjectEditMember: '/projects/$projectId/$editType/{-$returnRoute}',
  DomainsProjectEdit: '/projects/$projectId/edit/{-$returnRoute}',
  DomainsProjectQuotasEditDialog: '/projects/$projectId/set-quotas',
  s3Buckets: '/s3-storage/buckets',
  s3BucketsDetails: '/s3-storage/buckets/$bucketId',
  s3BucketFileManager: '/s3-storage/buckets/files/$bucketName',
  s3BucketFileManagerAddFolder: '/s3-storage/buckets/files/$bucketName/add',
  s3BucketFileManagerDetails: '/s3-storage/buckets/files/$bucketName/$fileId',
  s3Access: '/s3-storage/access',
  s3CreateKey: '/s3-storage/access/create-key',
};

describe('the pages of the product', () => {
  const pages = product.flatMap(({ routes }) => routes);

  it('each page of the product is public, of the user alone, or holds its listed restriction [choice.route-restrictions, choice.users-add-restriction]', () => {
    const restrictions = pages.map((page) => [page.path, 'public' in page ? 'public' : 'own' in page ? 'own' : page.restriction]);
    expect(Object.fromEntries(restrictions)).toEqual(RESTRICTIONS);
  });

  it('the page to create a VPN connection asks for the right to create VPN connections [choice.vpn-add-resource]', () => {
    const add = pages.find(({ path }) => path === '/compute/vpn/add/{-$step}');
    expect(add && 'restriction' in add && add.restriction).toMatchObject({
      subject: 'compute_vpn_ipsec_site_connections',
      action: 'create',
    });
  });

  it('pages of the product use only read, create and update as actions [permissions.actions]', () => {
    const actions = pages.flatMap((page) => ('public' in page || 'own' in page ? [] : [page.restriction.action ?? 'read']));
    expect(['read', 'create', 'update']).toEqual(expect.arrayContaining(actions));
  });

  it('pages of the product have a parent that exists, and paths of their own', () => {
    const paths = pages.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(pages.flatMap(({ parent }) => parent ?? [])));
  });

  it('the pages that the specification names are found by their names, with each value that an address of theirs may have', () => {
    const paths = [...pages.map(({ path }) => path), ...product.flatMap(({ redirects = [] }) => redirects.map(({ from }) => from))];
    const enumerated: Record<string, string[]> = { $tab: ['interfaces', 'routes'], $editType: ['assign', 'unassign'] };
    for (const [name, path] of Object.entries(NAMED)) {
      expect(pathNamed(name), name).toBe(path);
      const [word = '', values = ['']] = Object.entries(enumerated).find(([key]) => path.includes(key)) ?? [];
      const filled = values.map((value) => (word ? path.replace(word, value) : path));
      for (const one of filled) {
        const optional = /\{-(\$\w+)\}$/.exec(one)?.[1];
        const all = optional === undefined ? [one] : [one.replace(/\/\{.*/, ''), one.replace(/\{.*/, optional)];
        expect(paths, name).toEqual(expect.arrayContaining(all));
      }
    }
    for (const unknown of ['toString', 'nothing', '/users', '']) expect(pathNamed(unknown)).toBeUndefined();
  });
});
