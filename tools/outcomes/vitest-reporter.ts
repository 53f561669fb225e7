import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { isFull } from '../lib/tier.ts';
import { reasonOf, type Outcome } from './outcome.ts';
import { vitestReport } from './paths.ts';
import type { Entry } from './vitest.ts';

/** Milliseconds between two lines on how far the run has come. */
const TELL_EVERY = 60_000;

/**
 * Writes every test's outcome, and how long each file took, as soon as a file has ended (vitest.ts), and tells once a minute how far the run
 * has come: who keeps only the end of a run's output still sees where it stood.
 */
export default class OutcomeReporter implements Reporter {
  readonly #path = vitestReport();
  readonly #underWay = new Set<string>();
  #root = process.cwd();
  #planned = 0;
  #ended = 0;
  #failed = 0;
  #timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    rmSync(this.#path, { force: true });
    this.#planned = specifications.length;
    this.#write({ planned: specifications.map(({ moduleId }) => this.#fileOf(moduleId)) });
    const began = performance.now();
    this.#timer = setInterval(() => this.#tell(Math.round((performance.now() - began) / 60_000)), TELL_EVERY);
    this.#timer.unref();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    const file = this.#fileOf(moduleId);
    this.#underWay.add(file);
    this.#write({ began: file });
  }

  onTestModuleEnd(module: TestModule): void {
    const file = this.#fileOf(module.moduleId);
    const outcomes = outcomesOf(module, file);
    this.#underWay.delete(file);
    this.#ended += 1;
    if (outcomes.some(({ state }) => state !== 'passed')) this.#failed += 1;
    const { cpu = 0 } = module.meta() as { cpu?: number };
    this.#write({ file, seconds: secondsOf(module), cpu, outcomes });
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    clearInterval(this.#timer);
    // Errors outside any test fail the run as well. Most are known to be of a file, which is then run again alone.
    const ended = unhandled.map((error): Outcome => {
      const path: unknown = error['VITEST_TEST_PATH'];
      return {
        file: typeof path === 'string' ? this.#fileOf(path) : '',
        title: 'an error outside of all tests',
        state: 'failed',
        reason: reasonOf(error.stack ?? error.message),
      };
    });
    this.#write({ ended });
  }

  #tell(minutes: number): void {
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    console.log(`${minutes} min: ${this.#ended} of ${this.#planned} files${failed}; under way: ${[...this.#underWay].join(', ')}`);
  }

  #write(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
  }

  #fileOf(moduleId: string): string {
    return relative(this.#root, moduleId);
  }
}

function outcomesOf(module: TestModule, file: string): Outcome[] {
  const outcomes = [...module.children.allTests()].filter(isOfTier).map((test): Outcome => ({
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

/** Whether the tier runs it: else it was skipped as it should be (lib/tier.ts). */
const isOfTier = ({ tags }: TestCase): boolean => isFull || !tags.includes('full');

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
