import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './lib/files.ts';
import { keptDurations } from './outcomes/durations.ts';

/**
 * Begins with the files that took longest: begun last, one of them would keep one worker busy for minutes while the others have nothing left
 * to do. Vitest would begin with those of most text, and the long ones are short. Files that share a process with others of their project
 * stand together behind those that have one of their own, for a worker that meets a file of another project ends.
 */
export class LongestFirst extends BaseSequencer {
  readonly #seconds = keptDurations();

  #secondsOf({ moduleId }: TestSpecification): number {
    return this.#seconds[relative(root, moduleId)] ?? 0;
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = (await super.sort(files)).toSorted((a, b) => this.#secondsOf(b) - this.#secondsOf(a));
    const projects = Map.groupBy(longest, ({ project }) => (project.config.isolate ? '' : project.name));
    return [...(projects.get('') ?? []), ...[...projects].flatMap(([name, some]) => (name === '' ? [] : some))];
  }
}
