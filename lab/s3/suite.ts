/** What ceph/s3-tests needs to run against the product: its configuration, which of its tests are the core, and what they say. */

/** A user of the suite. */
export interface SuiteUser {
  id: string;
  name: string;
  accessKey: string;
  secretKey: string;
}

/** Tests of what is no part of the core, by the suite's own marks. */
const OTHER_MARKS = `
  bucket_logging bucket_logging_cleanup bucket_policy tagging object_lock object_ownership storage_class encryption bucket_encryption
  sse_s3 lifecycle lifecycle_expiration lifecycle_transition versioning cloud_transition cloud_restore target_by_bucket s3website
  s3website_routing_rules s3website_redirect_location appendobject auth_aws2 iam_account iam_user iam_tenant delete_marker
`
  .trim()
  .split(/\s+/);
/** The same by words in their names, where they have no mark. */
const OTHER_WORDS = `
  acl grant anon public cors policy ownership version lock
  retention legal website logging notif tagging torrent post_object sse
  encrypt kms lifecycle storage_class restore payer requestpayment 100_cont multi_region
`
  .trim()
  .split(/\s+/);

/** The arguments of pytest that choose the core: buckets, objects, lists, copies, uploads in parts, conditions and checksums. */
export const CORE = ['-m', `not (${OTHER_MARKS.join(' or ')})`, '-k', `not (${OTHER_WORDS.join(' or ')})`];

const section = (name: string, values: Readonly<Record<string, string | number>>): string =>
  [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`), ''].join('\n');

/** The suite's configuration. It wants users of accounts, roles and tenants too, which no test of the core asks for. */
export function configuration(endpoint: string, { main, alt, tenant }: Record<'main' | 'alt' | 'tenant', SuiteUser>): string {
  const { hostname, port } = new URL(endpoint);
  const userOf = ({ id, name, accessKey, secretKey }: SuiteUser) => ({
    display_name: name,
    user_id: id,
    email: `${name}@example.org`,
    access_key: accessKey,
    secret_key: secretKey,
  });
  return [
    section('DEFAULT', { host: hostname, port, is_secure: 'False' }),
    section('fixtures', { 'bucket prefix': 'suite-{random}-' }),
    section('s3 main', { ...userOf(main), api_name: '' }),
    section('s3 alt', userOf(alt)),
    section('s3 tenant', { ...userOf(tenant), tenant: '' }),
    ...['iam', 'iam root', 'iam alt root'].map((name) => section(name, userOf(main))),
  ].join('\n');
}

export interface Outcome {
  test: string;
  passed: boolean;
  /** What pytest says in a line. */
  message: string;
}

/** Of what pytest prints with `-rA`. A test that passed and could not be cleaned up has failed. */
export function outcomesOf(printed: string): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const [, kind, test = '', message = ''] of printed.matchAll(/^(PASSED|FAILED|ERROR) \S+::(\S+)(?: - (.*))?$/gm))
    if (kind !== 'PASSED' || !outcomes.has(test)) outcomes.set(test, { test, passed: kind === 'PASSED', message });
  return [...outcomes.values()];
}
