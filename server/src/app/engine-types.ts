import { embeddedOf } from '../engines/embedded/index.ts';
import { openstackOf } from '../engines/openstack/index.ts';
import { prometheus } from '../engines/prometheus/index.ts';
import { rgw } from '../engines/rgw/index.ts';
import { s3 } from '../engines/s3/index.ts';
import { platformNouns } from '../nouns/embedded.ts';
import { NOUNS } from '../nouns/openstack.ts';
import { withReach } from '../nouns/servers/shared/reachable.ts';
import type { EngineType } from '../port/define.ts';
import { begin } from '../seed/begin.ts';
import { sampleDomain } from '../seed/sample-domain.ts';

export const embedded = embeddedOf({ ...platformNouns, begin, sampleDomain });
export const openstack = openstackOf({ nouns: NOUNS, composed: withReach });

/** The engines, one line each. */
export const engineTypes: Readonly<Record<string, EngineType>> = { embedded, openstack, prometheus, rgw, s3 };

export type { EngineType };
