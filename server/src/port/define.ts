import type { z } from 'zod';
import type { Engine, EngineContext } from './engine.ts';

/** A kind of engine: how its part of GANTRY_CONFIG looks, and how an instance is made. */
export interface EngineType<S extends z.ZodType = z.ZodType> {
  settings: S;
  create(context: EngineContext, settings: z.output<S>): Promise<Engine>;
}

/** Apart from the list of engines: that one imports every engine, and this is what every engine imports. */
export const defineEngine = <S extends z.ZodType>(type: EngineType<S>): EngineType<S> => type;
