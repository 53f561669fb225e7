import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config.ts';
import { STORE_FILE } from '../../src/store/store-file.ts';
import { direct } from '../support/direct.ts';

describe('a start at a port that is taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-ports-'));
  const busy = createServer();
  let taken: string;
  beforeAll(async () => {
    await once(busy.listen(0, '127.0.0.1'), 'listening');
    taken = String((busy.address() as AddressInfo).port);
  });
  afterAll(() => {
    busy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['GANTRY_PORT', 'GANTRY_ADMIN_PORT', 'GANTRY_S3_PORT'])(
    'a start at a port that is taken says so before the store is filled (%s)',
    async (variable) => {
      const data = join(folder, variable);
      const free = { GANTRY_PORT: '0', GANTRY_ADMIN_PORT: '0', GANTRY_S3_PORT: '0' };
      const config = readConfig({ GANTRY_DATA: data, GANTRY_SAMPLE_SERVERS: '5', GANTRY_HOST: '127.0.0.1', ...free, [variable]: taken });
      await expect(startApp(config, { log: pino({ level: 'silent' }) })).rejects.toThrow(
        `${variable}: port ${taken} of 127.0.0.1 is in use`,
      );
      const [rows] = await direct({ url: undefined, file: join(data, STORE_FILE) }, 'select count(*) as resources from resources');
      expect(rows).toEqual({ resources: 0 });
    },
  );
});
