/** The pages that have a name in the specification (S0 §2, S2 §2), and where they are: paths as the router writes them. */
const NAMES = {
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
} as const;

export type RouteName = keyof typeof NAMES;

/** Where the page of this name is. */
export const pathOf = (name: RouteName): string => NAMES[name];

/** The path that a name stands for; undefined where it is none. */
export const pathNamed = (name: string): string | undefined => (Object.hasOwn(NAMES, name) ? NAMES[name as RouteName] : undefined);

/** What a name fills its path with where nobody says another (decision D5). */
const FILLED: { readonly [N in RouteName]?: Readonly<Record<string, string>> } = {
  computeLoadBalancersDetails: { detailsTab: 'overview' },
};
export const filledBy = (name: string): Readonly<Record<string, string>> =>
  Object.hasOwn(FILLED, name) ? (FILLED[name as RouteName] ?? {}) : {};
