import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { simulated } from '../metrics/simulated.ts';
import { serverMetrics } from './entity.ts';
import { DEFAULT_STAT_RANGE, STAT_RANGE_NAMES, STAT_SERIES_NAMES, STAT_UNITS } from './statistics.ts';

export const statQuery = z.strictObject({ range: z.enum(STAT_RANGE_NAMES).default(DEFAULT_STAT_RANGE) });

/** Statistics of a server. What its cloud does not measure is no series; what it did not measure at a time is null there. */
export const serverStat = z
  .object({
    at: instant,
    range: z.enum(STAT_RANGE_NAMES),
    metrics: serverMetrics,
    series: z.array(
      z.object({
        name: z.enum(STAT_SERIES_NAMES),
        unit: z.enum(STAT_UNITS),
        /** Milliseconds since 1970 and value, oldest first. */
        points: z.array(z.tuple([z.number().int(), z.number().nullable()])),
      }),
    ),
    simulated,
  })
  .meta({ id: 'ServerStat' });
export type ServerStat = z.infer<typeof serverStat>;
