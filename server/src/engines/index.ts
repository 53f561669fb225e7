import type { EngineType } from './define.ts';
import { embedded } from './embedded/index.ts';
import { openstack } from './openstack/index.ts';
import { prometheus } from './prometheus/index.ts';

/** The engines, one line each. */
export const engineTypes: Readonly<Record<string, EngineType>> = { embedded, openstack, prometheus };

export type { EngineType };
