import type { EngineType } from '../port/define.ts';
import { embedded } from './embedded/index.ts';
import { openstack } from './openstack/index.ts';
import { prometheus } from './prometheus/index.ts';
import { rgw } from './rgw/index.ts';
import { s3 } from './s3/index.ts';

/** The engines, one line each. */
export const engineTypes: Readonly<Record<string, EngineType>> = { embedded, openstack, prometheus, rgw, s3 };

export type { EngineType };
