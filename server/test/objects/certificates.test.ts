import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf } from '../../src/engines/rgw/admin.ts';
import { storageSettings } from '../../src/engines/shared/holding-objects.ts';
import { probe, reasonOf } from '../../src/objects/remote/probe.ts';
import { makeCertificate } from '../support/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-ca-'));
const certificate = makeCertificate();
const pair = { access_key: 'KEY', secret_key: 'secret' };

const keep = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('the certificate of an object store elsewhere', () => {
  let server: Server;
  let endpoint: string;
  beforeAll(async () => {
    server = createServer(certificate, (_, response) => response.end('[]'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const settingsWith = (more: object) => storageSettings.safeParse({ endpoint, ...pair, ...more });

  it('an object store is trusted where ca_file names the authority of its certificate, at signs of life and by its administration', async () => {
    const { ca_file: ca } = settingsWith({ ca_file: keep('ca.pem', certificate.cert) }).data!;
    const { signal } = new AbortController();
    await expect(probe({ endpoint, ca }, 15_000, signal)).resolves.toBeUndefined();
    const other = makeCertificate({ hosts: ['other'] }).cert;
    for (const wrong of [undefined, other]) {
      const error = await probe({ endpoint, ca: wrong }, 15_000, signal).catch((refusal: unknown) => refusal);
      expect(reasonOf(error)).toMatch(/SELF_SIGNED|VERIFY/);
    }
    const keys = { accessKey: pair.access_key, secret: pair.secret_key };
    await expect(adminOf({ endpoint, region: 'us-east-1', ca }, keys)('GET', 'bucket', {})).resolves.toEqual([]);
    await expect(adminOf({ endpoint, region: 'us-east-1' }, keys)('GET', 'bucket', {})).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it.each([
    ['that is not there', join(folder, 'absent.pem'), /^cannot be read: ENOENT/],
    ['without a certificate', keep('empty.pem', 'nothing'), /^holds no certificate in PEM$/],
  ])('the settings of an object store refuse a ca_file %s', (_, file, problem) => {
    const [issue] = settingsWith({ ca_file: file }).error!.issues;
    expect(issue).toMatchObject({ path: ['ca_file'], message: expect.stringMatching(problem) });
  });
});
