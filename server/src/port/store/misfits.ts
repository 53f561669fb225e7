import type { z } from 'zod';

/** Is told of a row that does not fit its schema, with what of it does not. */
export type Misfits = (kind: string, id: string, error: z.ZodError) => void;
