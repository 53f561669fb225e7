/** How the platform measures what it has. */
import type { Kind } from '@gantry/contract/wire/kind';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Row } from '../../../port/store/rows.ts';

/** One metric. */
export interface Series {
  kind: Kind & { name: 'volume' | 'server' | 'load_balancer' };
  /** Label with the id of the thing. */
  label: string;
  /** Whether it is a counter: then `of` tells how fast it grows, and rates of it are all that can be asked for. */
  isCounter?: boolean;
  /** How it is measured on one of them. */
  of(platform: Platform, row: Row): Promise<Measured>;
}
