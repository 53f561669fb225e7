/** Buckets that keep versions of their objects, and versions as requests and answers name them. */
import { NULL_VERSION, type BucketRow, type ObjectRow } from '../../port/store/objects.ts';
import { S3Error } from '../errors.ts';
import type { Answer, Exchange, Parts } from '../exchange.ts';
import { readXml } from '../wire/xml-reader.ts';
import { document } from '../wire/xml.ts';
import { bucketFor, ownBucket } from './reach.ts';

export const VERSION_HEADER = 'x-amz-version-id';
export const MARKER_HEADER = 'x-amz-delete-marker';

const BODY_BYTES = 64 * 1024;
const CONFIGURATION = { root: 'VersioningConfiguration', fields: ['Status', 'MfaDelete', 'MFADelete'] } as const;

/** Ids as the index makes them. */
const VERSION_ID = /^[\w-]{32}$/;
export const isVersionId = (text: string): boolean => text === NULL_VERSION || VERSION_ID.test(text);

/** The version that a query names; undefined where it names none. Throws InvalidArgument. */
export function versionOf(query: ReadonlyMap<string, string>): string | undefined {
  const version = query.get('versionId');
  if (version !== undefined && !isVersionId(version))
    throw new S3Error('InvalidArgument', 'Invalid version id specified', { ArgumentName: 'versionId', ArgumentValue: version });
  return version;
}

/** The version of an object as answers tell it; nothing in a bucket that never kept any. */
export const versionHeaders = (
  { versioning }: Pick<BucketRow, 'versioning'>,
  version: string,
  header = VERSION_HEADER,
): Record<string, string> => (versioning === null && version === NULL_VERSION ? {} : { [header]: version });

/**
 * An object as it is, or a version of it. Throws NoSuchKey and NoSuchVersion, and MethodNotAllowed for the version that is a delete marker.
 */
export async function objectIn({ index }: Pick<Parts, 'index'>, bucket: BucketRow, key: string, version?: string): Promise<ObjectRow> {
  const current = version === undefined ? await index.object(bucket.id, key) : undefined;
  if (current) return current;
  const found = version === undefined && bucket.versioning === null ? undefined : await index.version(bucket.id, key, version);
  if (found?.isMarker === false) return found;
  const headers = found ? { [MARKER_HEADER]: 'true', [VERSION_HEADER]: found.version } : {};
  if (version === undefined) throw new S3Error('NoSuchKey', undefined, { Key: key }, headers);
  if (!found) throw new S3Error('NoSuchVersion', undefined, { Key: key, VersionId: version });
  const modified = { 'last-modified': new Date(found.modifiedAt).toUTCString(), allow: 'DELETE' };
  throw new S3Error('MethodNotAllowed', undefined, { ResourceType: 'DeleteMarker' }, { ...headers, ...modified });
}

export async function bucketVersioning(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { versioning } = await bucketFor(parts, exchange, name, { action: 's3:GetBucketVersioning' });
  return { status: 200, body: document('VersioningConfiguration', { Status: versioning ?? undefined }) };
}

/** Throws IllegalVersioningConfigurationException, and NotImplemented where a second factor is to be asked for. */
export async function setVersioning(parts: Parts, exchange: Exchange, name: string): Promise<Answer> {
  const { id } = await ownBucket(parts, exchange, name);
  const { fields } = await readXml(exchange.body(BODY_BYTES).bytes, CONFIGURATION);
  const mfa = (fields.MfaDelete ?? fields.MFADelete)?.trim();
  if (mfa === 'Enabled') throw new S3Error('NotImplemented', 'Deletion with a second factor (MfaDelete) is not supported.');
  const status = fields.Status?.trim();
  if (mfa !== undefined && mfa !== 'Disabled') throw new S3Error('MalformedXML');
  if (status !== 'Enabled' && status !== 'Suspended') throw new S3Error('IllegalVersioningConfigurationException');
  if (!(await parts.index.setVersioning(id, status))) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
  return { status: 200 };
}
