/** The lives of all nouns whose specimen tells one, one after the other on one running server. */
import { afterAll, beforeAll, describe } from 'vitest';
import { SPECIMENS } from '../nouns/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { anyDatabase } from '../support/databases.ts';

describe.each(anyDatabase)('on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '1' } });
  });
  afterAll(() => app.close());

  for (const { life } of Object.values(SPECIMENS)) life?.(() => app);
});
