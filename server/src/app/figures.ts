import type { Logger } from 'pino';
import type { FiguresOf } from '../port/engine.ts';

/** Figures that fail no list: where they cannot be told, rows go without, and the log says why. */
export const safeFigures =
  (name: string, measure: FiguresOf, log: Logger): FiguresOf =>
  async (entities, patience) => {
    try {
      return await measure(entities, patience);
    } catch (err) {
      log.error({ err, kind: name }, 'figures of rows could not be measured: they are shown without');
      return [];
    }
  };
