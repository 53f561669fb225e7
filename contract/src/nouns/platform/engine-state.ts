import { z } from 'zod';
import { statusNames } from '../../wire/statuses.ts';
import { SERVICE_PROBLEMS } from './engine-statuses.ts';

/** How an engine is, and each service that it asks (S0 §2). Instants; null where there is nothing to say. */
export const engineState = z
  .object({
    id: z.string(),
    /** `embedded`, `openstack`, `prometheus`, … */
    type: z.string(),
    /** Whether its rows mirror a cloud; else they are the truth. */
    mirrors: z.boolean(),
    reachable: z.boolean(),
    /** When its servers were last in step with the cloud. */
    as_of: z.iso.datetime().nullable(),
    down_since: z.iso.datetime().nullable(),
    /** By their names. `problem` null: it answers as it should. */
    services: z.array(
      z.object({
        name: z.string(),
        problem: z.enum(statusNames(SERVICE_PROBLEMS)).nullable(),
        down_since: z.iso.datetime().nullable(),
        answered_at: z.iso.datetime().nullable(),
      }),
    ),
    /** Kinds whose rows are kept although the cloud's answers cannot be believed. */
    doubts: z.array(z.object({ kind: z.string(), problem: z.enum(['shrunk', 'unreadable']), since: z.iso.datetime() })),
  })
  .meta({ id: 'EngineState' });
export type EngineState = z.infer<typeof engineState>;
