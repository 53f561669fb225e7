/** Shapes of the documents the platform keeps. What is joined on read from another kind is null in them. */
import type { Documents, Row } from '../../../port/store/rows.ts';

/** The kinds that the platform keeps; the tasks are the server's own. */
export type KindName = Exclude<keyof Documents, 'task'>;

export type DomainDocument = Documents['domain'];
export type ProjectDocument = Documents['project'];
export type UserDocument = Documents['user'];
export type GroupDocument = Documents['group'];
export type NodeDocument = Documents['node'];
export type ComputeClusterDocument = Documents['compute_cluster'];
export type FlavorDocument = Documents['flavor'];
export type ImageDocument = Documents['image'];
export type NetworkDocument = Documents['network'];
export type VolumeDocument = Documents['volume'];
export type TraitDocument = Documents['trait'];
export type SnapshotDocument = Documents['volume_snapshot'];
export type PolicyDocument = Documents['storage_policy'];
export type SecurityGroupDocument = Documents['security_group'];
export type RouterDocument = Documents['router'];
export type FloatingIpDocument = Documents['floating_ip'];
export type LoadBalancerDocument = Documents['load_balancer'];
export type PoolDocument = Documents['load_balancer_pool'];
export type VpnConnectionDocument = Documents['vpn_connection'];
export type VpnServiceDocument = Documents['vpn_service'];
export type IkePolicyDocument = Documents['vpn_ike_policy'];
export type IpsecPolicyDocument = Documents['vpn_ipsec_policy'];
export type ServerDocument = Documents['server'];

/** The document of a row that an engine's port hands over: the compiler does not know of which kind that is. */
export const documentOf = <K extends KindName>(_kind: K, row: Row): Documents[K] => row.document as Documents[K];

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
