import type { EngineType } from './define.ts';
import { embedded } from './embedded/index.ts';
import { openstack } from './openstack/index.ts';

/** The engines, one line each. */
export const engineTypes: Readonly<Record<string, EngineType>> = { embedded, openstack };

export type { EngineType };
