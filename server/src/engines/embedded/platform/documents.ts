/** Shapes of the documents the platform keeps. What is joined on read from another kind is null in them. */
import type { Entities } from '@gantry/contract';
import type { Row } from '../../../store/port/rows.ts';

/** Document of each kind the platform keeps; the tasks are the server's own. */
export type Documents = { [K in Exclude<keyof Entities, 'task'>]: Omit<Entities[K], 'revision'> };
export type KindName = keyof Documents;

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
export type ServerDocument = Documents['server'];

/** The document of a row that the platform wrote itself, hence of known shape. */
export const documentOf = <K extends KindName>(_kind: K, row: Row): Documents[K] => row.document as Documents[K];

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
