/** What well-known clients have to be told, ready to be pasted; the secret is left for its owner to fill in. */
export const CLIENTS = ['awscli', 'rclone', 's3cmd', 'sdk'] as const;
export type Client = (typeof CLIENTS)[number];

export interface Connection {
  endpoint: string;
  region: string;
  keyId: string;
}

/** Stands where the secret goes, which is known to its owner only. */
const SECRET = 'SECRET_KEY';

/** The AWS CLI before 2.13 reads no address from its profile: each command has it. */
const TEXTS: Readonly<Record<Client, (connection: Connection & { host: string; secure: boolean }) => string>> = {
  awscli: ({ endpoint, region, keyId }) => `aws configure set aws_access_key_id ${keyId} --profile gantry
aws configure set aws_secret_access_key ${SECRET} --profile gantry
aws configure set region ${region} --profile gantry
aws configure set s3.addressing_style path --profile gantry
aws s3 ls --endpoint-url ${endpoint} --profile gantry
`,
  rclone: ({ endpoint, region, keyId }) => `[gantry]
type = s3
provider = Other
access_key_id = ${keyId}
secret_access_key = ${SECRET}
region = ${region}
endpoint = ${endpoint}
force_path_style = true
`,
  s3cmd: ({ region, keyId, host, secure }) => `[default]
access_key = ${keyId}
secret_key = ${SECRET}
bucket_location = ${region}
host_base = ${host}
host_bucket = ${host}
use_https = ${secure ? 'True' : 'False'}
`,
  sdk: ({ endpoint, region, keyId }) => `import { S3Client } from '@aws-sdk/client-s3';

const s3 = new S3Client({
  endpoint: '${endpoint}',
  region: '${region}',
  forcePathStyle: true,
  credentials: { accessKeyId: '${keyId}', secretAccessKey: '${SECRET}' },
});
`,
};

export function configOf(client: Client, connection: Connection): string {
  const { host, protocol } = new URL(connection.endpoint);
  return TEXTS[client]({ ...connection, host, secure: protocol === 'https:' });
}
