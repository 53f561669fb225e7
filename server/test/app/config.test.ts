import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/app/config.ts';
import { makeCertificate } from '../support/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

function yaml(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('configuration', () => {
  it('the configuration starts with nothing set: the embedded platform, SQLite, this machine only', () => {
    const config = readConfig({ HOME: '/nowhere' });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8800,
      adminPort: 8888,
      s3Port: 8480,
      auditDays: 365,
      secretKeys: [],
      session: { idleMinutes: 30, hours: 12 },
      engines: [{ id: 'embedded', type: 'embedded', settings: { sample: true, sampleServers: 12 } }],
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.dataFolder).toMatch(/\/data$/);
  });

  it('the configuration takes an empty variable as absent, port 0, and former secret keys', () => {
    const [current, former] = ['a'.repeat(32), 'b'.repeat(40)];
    const config = readConfig({
      GANTRY_PORT: '0',
      GANTRY_ADMIN_PORT: '0',
      GANTRY_S3_PORT: '0',
      GANTRY_HOST: '',
      GANTRY_SECRET_KEY: `${current},${former}`,
    });
    expect(config).toMatchObject({ port: 0, adminPort: 0, s3Port: 0, host: '127.0.0.1', secretKeys: [current, former] });
  });

  it('the configuration hands the variables of the embedded platform to it', () => {
    const env = { GANTRY_ADMIN_PASSWORD: 'one', GANTRY_SAMPLE: 'off', GANTRY_SAMPLE_PASSWORD: 'two', GANTRY_SAMPLE_SERVERS: '100000' };
    expect(readConfig(env).engines[0]?.settings).toMatchObject({
      adminPassword: 'one',
      sample: false,
      samplePassword: 'two',
      sampleServers: 100_000,
    });
  });

  it('the configuration lists every mistake at once', () => {
    const mistakes = mistakesOf({
      GANTRY_PORT: '99999',
      GANTRY_ADMIN_PORT: 'http',
      GANTRY_DATABASE_URL: 'mysql://x',
      GANTRY_SECRET_KEY: 'short',
      GANTRY_SAMPLE: 'maybe',
      GANTRY_SAMPLE_SERVERS: '2.5',
      GANTRY_AUDIT_DAYS: '0',
      GANTRY_METRICS_TOKEN: 'too short',
      GANTRY_DATABSE_URL: 'postgres://typo',
      GANTRY_CONFIG: join(folder, 'absent.yaml'),
    });
    for (const name of [
      'PORT',
      'ADMIN_PORT',
      'DATABASE_URL',
      'SECRET_KEY',
      'SAMPLE',
      'SAMPLE_SERVERS',
      'AUDIT_DAYS',
      'METRICS_TOKEN',
      'DATABSE_URL',
      'CONFIG',
    ])
      expect(
        mistakes.some((mistake) => mistake.startsWith(`GANTRY_${name} `)),
        name,
      ).toBe(true);
  });

  it('GANTRY_TRUST_PROXY takes addresses and networks of proxies, and anything else is a mistake', () => {
    expect(readConfig({}).trustProxy).toEqual([]);
    expect(readConfig({ GANTRY_TRUST_PROXY: '192.0.2.10, 10.0.0.0/8,::1' }).trustProxy).toEqual(['192.0.2.10', '10.0.0.0/8', '::1']);
    for (const wrong of ['true', '1', 'loopback', '10.0.0.1,', '0.0.0.0/0', 'nginx', '10.0.0.1 10.0.0.2'])
      expect(mistakesOf({ GANTRY_TRUST_PROXY: wrong }), wrong).toEqual([expect.stringMatching(/^GANTRY_TRUST_PROXY must be of addresses/)]);
  });

  it('the configuration takes a certificate and its key, and says in a line each what is wrong with them', () => {
    const [own, other] = [makeCertificate(), makeCertificate()];
    const [cert, key, wrong, text] = [
      yaml('cert.pem', own.cert),
      yaml('key.pem', own.key),
      yaml('other.pem', other.key),
      yaml('text.pem', 'no PEM'),
    ];
    const absent = join(folder, 'absent.pem');
    const sealed = createPrivateKey(own.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
      .toString();
    expect(readConfig({ GANTRY_TLS_CERT: cert, GANTRY_TLS_KEY: key }).tls).toEqual({ certFile: cert, keyFile: key });
    expect(readConfig({ GANTRY_TLS_CERT: '', GANTRY_TLS_KEY: '' }).tls).toBeUndefined();
    const of = (certFile: string, keyFile: string) => mistakesOf({ GANTRY_TLS_CERT: certFile, GANTRY_TLS_KEY: keyFile });
    expect(of(cert, '')).toEqual(['GANTRY_TLS_CERT needs GANTRY_TLS_KEY']);
    expect(of('', key)).toEqual(['GANTRY_TLS_KEY needs GANTRY_TLS_CERT']);
    expect(of(absent, absent)).toEqual([
      expect.stringMatching(/^GANTRY_TLS_CERT cannot be read: ENOENT/),
      expect.stringMatching(/^GANTRY_TLS_KEY cannot be read: ENOENT/),
    ]);
    expect(of(text, text)).toEqual([
      `GANTRY_TLS_CERT holds no PEM certificate: ${text}`,
      `GANTRY_TLS_KEY holds no PEM key that can be read without a passphrase: ${text}`,
    ]);
    expect(of(cert, yaml('sealed.pem', sealed))).toEqual([
      expect.stringMatching(/^GANTRY_TLS_KEY holds no PEM key that can be read without a passphrase: /),
    ]);
    expect(of(cert, wrong)).toEqual(['GANTRY_TLS_KEY does not fit the certificate in GANTRY_TLS_CERT']);
    const expired = makeCertificate({ days: -1 });
    expect(of(yaml('old.pem', expired.cert), yaml('old-key.pem', expired.key))).toEqual([]);
  });

  it('the configuration takes an object storage from the environment, and says what of it is missing or wrong', () => {
    const given = { GANTRY_S3_ENDPOINT: 'https://s3.example.org/', GANTRY_S3_ACCESS_KEY: 'AK', GANTRY_S3_SECRET_KEY: 'SK' };
    const settings = { endpoint: 'https://s3.example.org', region: 'us-east-1', access_key: 'AK', secret_key: 'SK' };
    expect(readConfig(given).engines.at(-1)).toEqual({ id: 'objects', type: 's3', settings });
    const gateway = readConfig({ ...given, GANTRY_S3_TYPE: 'rgw', GANTRY_S3_REGION: 'default' }).engines;
    expect(gateway.map(({ type }) => type)).toEqual(['embedded', 'rgw']);
    expect(gateway.at(-1)).toMatchObject({ settings: { region: 'default' } });
    expect(mistakesOf({ GANTRY_S3_TYPE: 'swift', GANTRY_S3_REGION: 'EU' })).toEqual(['GANTRY_S3_TYPE must be one of: s3, rgw']);
    expect(mistakesOf({ GANTRY_S3_ENDPOINT: 's3.example.org', GANTRY_S3_REGION: 'EU' })).toEqual([
      'GANTRY_S3_ENDPOINT must be an address that begins with http:// or https://',
      'GANTRY_S3_REGION must be the name of a region',
      'GANTRY_S3_ACCESS_KEY is needed',
      'GANTRY_S3_SECRET_KEY is needed',
    ]);
  });

  it('the configuration refuses the same port twice', () => {
    expect(mistakesOf({ GANTRY_PORT: '8888' })).toEqual(['GANTRY_PORT and GANTRY_ADMIN_PORT must differ']);
    expect(mistakesOf({ GANTRY_S3_PORT: '8888', GANTRY_PORT: '8888' })).toEqual([
      'GANTRY_PORT and GANTRY_ADMIN_PORT must differ',
      'GANTRY_PORT and GANTRY_S3_PORT must differ',
      'GANTRY_ADMIN_PORT and GANTRY_S3_PORT must differ',
    ]);
  });

  it('the configuration reads engines from a file, in which an entry wins over the variables', () => {
    const path = yaml('good.yaml', 'engines:\n  - { id: lab, type: embedded, sampleServers: 3, nodes: { count: 5 } }\nidentity: lab\n');
    const config = readConfig({ GANTRY_CONFIG: path, GANTRY_SAMPLE_SERVERS: '40' });
    expect(config.engines).toMatchObject([{ id: 'lab', type: 'embedded', settings: { sampleServers: 3, nodes: { count: 5 } } }]);
    expect(config.identity).toBe('lab');
  });

  it('the configuration names mistakes inside the file by their place, those of engines by the engine', () => {
    const bad = 'engines:\n  - { id: a, type: embedded, sampleServers: many }\n  - { id: a, type: openstack }\nidentity: b\ncompute: c\n';
    const mistakes = mistakesOf({ GANTRY_CONFIG: yaml('bad.yaml', bad) }).join('\n');
    expect(mistakes).toMatch(/engine id a is used twice/);
    expect(mistakes).toMatch(/identity: no engine has the id b/);
    expect(mistakes).toMatch(/compute: no engine has the id c/);
    expect(mistakes).toMatch(/engine a: sampleServers /);
    expect(mistakes).toMatch(/engine a: cloud /);
    expect(mistakesOf({ GANTRY_CONFIG: yaml('type.yaml', 'engines:\n  - { id: a, type: vmware }\n') }).join()).toMatch(
      /engines\[0\]\.type must be one of/,
    );
    expect(mistakesOf({ GANTRY_CONFIG: yaml('broken.yaml', 'engines: [}') }).length).toBeGreaterThan(0);
    expect(mistakesOf({ GANTRY_CONFIG: yaml('empty.yaml', 'engines: []') }).join()).toMatch(/at least one engine/);
  });
});
