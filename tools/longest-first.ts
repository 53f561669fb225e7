import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './lib/files.ts';
import { keptDurations } from './outcomes/durations.ts';

/**
 * Begins with the files that took longest, then goes on in Vitest's own order. Vitest begins with the files of most text, and the long ones
 * are short: begun last, one of them would keep one worker busy for minutes while the others have nothing left to do.
 */
export class LongestFirst extends BaseSequencer {
  readonly #seconds = keptDurations();

  #secondsOf({ moduleId }: TestSpecification): number {
    return this.#seconds[relative(root, moduleId)] ?? 0;
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => this.#secondsOf(b) - this.#secondsOf(a));
  }
}
