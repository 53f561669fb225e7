import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take some twenty seconds and more on a quiet machine, the longest first. Vitest begins with the files of most text, and these are
 * short: begun last, one of them would keep one worker busy for minutes while the other has nothing left to do.
 */
const LONG = [
  'server/test/crash/random.test.ts',
  'server/test/http/fuzz-postgres.test.ts',
  'server/test/http/fuzz-sqlite.test.ts',
  'server/test/crash/chosen.test.ts',
  'server/test/visibility/foreign.test.ts',
  'server/test/visibility/http.test.ts',
  'server/test/crash/openstack.test.ts',
  'server/test/replicas/takeover.test.ts',
  'server/test/engines/openstack/answers.test.ts',
  'server/test/ops/stop.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? LONG.length : place;
};

/** The order of Vitest, after the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
