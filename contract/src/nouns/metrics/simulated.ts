import { z } from 'zod';

/** True: nothing was measured, the values are made up by a platform whose guests are simulated. Absent: they are measured. */
export const simulated = z.literal(true).optional();
