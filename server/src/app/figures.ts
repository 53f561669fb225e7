import type { Logger } from 'pino';
import { kinds } from '@gantry/contract';
import { fitting } from '@gantry/contract/wire/fitting';
import type { FiguresOf } from '../port/engine.ts';

/**
 * Figures that fail no list. Rows with values that do not fit their schema are measured by what is shown in the place of those; where figures
 * cannot be told all the same, rows go without, and the log says why.
 */
export const safeFigures =
  (name: string, measure: FiguresOf, log: Logger): FiguresOf =>
  async (entities, patience) => {
    try {
      return await measure(entities, patience);
    } catch (cause) {
      const kind = kinds.get(name);
      if (!kind) throw cause;
      const fit = entities.map((entity) => fitting(kind.entity, entity));
      return measure(fit, patience).catch((err: unknown) => {
        log.error({ err, kind: name }, 'figures of rows could not be measured: they are shown without');
        return [];
      });
    }
  };
