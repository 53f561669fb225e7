import { z } from 'zod';

/** On which sides a feature can be on: both, or only that of users (S2 §3). */
export const FEATURE_TARGETS = ['common', 'self-service'] as const;

/** The features that can be on or off. Each is off until an operator, or somebody for their own browser, turns it on. */
export const FEATURES = [{ id: 'tasks-notifications', target: 'common' }] as const satisfies readonly {
  id: string;
  target: (typeof FEATURE_TARGETS)[number];
}[];

/** A feature of the console and whether it is on (S2 §3). */
export const feature = z
  .object({ id: z.string(), enabled: z.boolean(), metadata: z.object({ target: z.enum(FEATURE_TARGETS) }) })
  .meta({ id: 'Feature' });
export type Feature = z.infer<typeof feature>;
