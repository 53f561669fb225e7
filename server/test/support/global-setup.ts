import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's database `postgres`. */
    postgresUrl: string;
  }
}

/** One PostgreSQL server for all test files; each test makes databases of its own (`databases.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url('postgres'));
  return () => server.stop();
}
