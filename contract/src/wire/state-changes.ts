import { z } from 'zod';
import { instant } from './values.ts';

/** Days that states are kept; the one that was there then stays as long as no later one takes its place. */
export const STATE_DAYS = 30;
/** Most of one thing that are told: the newest. */
export const STATES_MAX = 500;

/** The states of one thing in the order in which it had them, each from an instant until the next one, the last until now. */
export const stateChanges = z.object({ data: z.array(z.object({ status: z.string(), at: instant })).max(STATES_MAX) });
export type StateChanges = z.infer<typeof stateChanges>;
