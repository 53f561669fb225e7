import { describe, expect, it } from 'vitest';
import { CLIENTS, configOf } from '../../../src/features/object-storage/client-texts.ts';
import { endpointOf } from '../../../src/parts/object-storage/endpoint.ts';

const connection = { endpoint: 'https://s3.example.com:8480', region: 'us-east-1', keyId: 'KEY1' };

describe('the configuration of a client', () => {
  it('the configuration of each S3 client is given letter by letter, with a placeholder for the secret', () => {
    expect(Object.fromEntries(CLIENTS.map((client) => [client, configOf(client, connection)]))).toEqual({
      awscli: `aws configure set aws_access_key_id KEY1 --profile gantry
aws configure set aws_secret_access_key SECRET_KEY --profile gantry
aws configure set region us-east-1 --profile gantry
aws configure set s3.addressing_style path --profile gantry
aws s3 ls --endpoint-url https://s3.example.com:8480 --profile gantry
`,
      rclone: `[gantry]
type = s3
provider = Other
access_key_id = KEY1
secret_access_key = SECRET_KEY
region = us-east-1
endpoint = https://s3.example.com:8480
force_path_style = true
`,
      s3cmd: `[default]
access_key = KEY1
secret_key = SECRET_KEY
bucket_location = us-east-1
host_base = s3.example.com:8480
host_bucket = s3.example.com:8480
use_https = True
`,
      sdk: `import { S3Client } from '@aws-sdk/client-s3';

const s3 = new S3Client({
  endpoint: 'https://s3.example.com:8480',
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'KEY1', secretAccessKey: 'SECRET_KEY' },
});
`,
    });
  });

  it('the configuration of s3cmd tells host and encryption apart', () => {
    expect(configOf('s3cmd', connection)).toContain('host_base = s3.example.com:8480\nhost_bucket = s3.example.com:8480\nuse_https = True');
    expect(configOf('s3cmd', { ...connection, endpoint: 'http://10.0.0.1:8480' })).toContain('use_https = False');
  });
});

describe('the address of the storage', () => {
  it.each([
    [{ endpoint: 'https://s3.example.com/', port: null }, 'https://s3.example.com'],
    [{ endpoint: null, port: 8480 }, `${location.protocol}//${location.hostname}:8480`],
    [{ endpoint: null, port: null }, location.origin],
  ])('the address of the storage of %j is %s', (config, address) => {
    expect(endpointOf(config)).toBe(address);
  });
});
