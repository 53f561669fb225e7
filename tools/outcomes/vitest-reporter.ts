import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import { reasonOf, type Outcome } from './outcome.ts';
import { durationsReport, vitestReport } from './paths.ts';

/** Writes every test's outcome, and how long each file took, to files of their own. Vitest's own JSON leaves out whether a test was retried. */
export default class OutcomeReporter implements Reporter {
  #root = process.cwd();

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcomes = modules.flatMap((module) => this.#outcomesOf(module));
    // Errors outside any test fail the run as well.
    for (const error of unhandled)
      outcomes.push({ file: '', title: 'an error outside of all tests', state: 'failed', reason: reasonOf(error.stack ?? error.message) });
    const path = vitestReport();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(outcomes));
    writeFileSync(
      durationsReport(),
      JSON.stringify(Object.fromEntries(modules.map((module) => [this.#fileOf(module), secondsOf(module)]))),
    );
  }

  #fileOf({ moduleId }: TestModule): string {
    return relative(this.#root, moduleId);
  }

  #outcomesOf(module: TestModule): Outcome[] {
    const file = this.#fileOf(module);
    const outcomes = [...module.children.allTests()].map((test): Outcome => ({
      file,
      title: test.name,
      state: stateOf(test),
      ...because(test.result().errors),
    }));
    if (module.errors().length > 0) outcomes.push({ file, title: 'the file itself', state: 'failed', ...because(module.errors()) });
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) outcomes.push({ file, title: `around ${suite.name}`, state: 'failed', ...because(suite.errors()) });
    return outcomes;
  }
}

/** From the import of a file to the end of its last test. */
function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

const because = (errors: readonly { message: string }[] | undefined): Pick<Outcome, 'reason'> =>
  errors?.[0] ? { reason: reasonOf(errors[0].message) } : {};

function stateOf(test: TestCase): Outcome['state'] {
  const { state } = test.result();
  if (state !== 'passed') return state === 'failed' ? 'failed' : 'skipped';
  return (test.diagnostic()?.retryCount ?? 0) > 0 ? 'retried' : 'passed';
}
