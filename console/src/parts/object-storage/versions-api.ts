/** Versions of objects, as the S3 client asks for them. */
import { CopyObjectCommand, DeleteObjectCommand, HeadObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { encoded, plain } from './keys.ts';
import { MAX_KEYS, PAGE_SIZE } from './limits.ts';
import type { FolderPage, ListedObject } from './objects.ts';
import type { WithS3Errors } from './s3-error.ts';

/** One version of an object, or the marker of its deletion. */
export interface ObjectVersion {
  key: string;
  version: string;
}

type Next = Partial<ObjectVersion> | undefined;

/** Where the next page begins. A Ceph gateway encodes the names of a page, and not its marker, which is one of them. */
const markerIn = (marker = '', names: readonly (string | undefined)[], encoding: string | undefined): string =>
  names.includes(marker) ? marker : plain(marker, encoding);

/** As the storage has them, the first one first: by the bytes of keys, the newest version of each first. */
function inOrder(one: ListedObject, other: ListedObject): number {
  const [a, b] = [Array.from(one.Key ?? ''), Array.from(other.Key ?? '')];
  const at = a.findIndex((char, index) => char !== b[index]);
  if (at >= 0) return b[at] === undefined ? 1 : a[at]!.codePointAt(0)! - b[at].codePointAt(0)!;
  if (a.length !== b.length) return a.length - b.length;
  if (one.IsLatest !== other.IsLatest) return one.IsLatest === true ? -1 : 1;
  return (other.LastModified?.getTime() ?? 0) - (one.LastModified?.getTime() ?? 0);
}

export function versionsApi(client: S3Client, withS3Errors: WithS3Errors) {
  async function list(
    bucket: string,
    options: { prefix: string; delimiter?: '/'; after: Next; max: number; signal: AbortSignal | undefined },
  ): Promise<{ folders: ListedObject[]; versions: ListedObject[]; next: Next }> {
    const { prefix, delimiter, after, max, signal } = options;
    const command = new ListObjectVersionsCommand({
      Bucket: bucket,
      Prefix: prefix,
      Delimiter: delimiter,
      KeyMarker: after?.key,
      VersionIdMarker: after?.version,
      MaxKeys: max,
      EncodingType: 'url',
    });
    const answer = await withS3Errors(client.send(command, signal ? { abortSignal: signal } : {}));
    const {
      Versions = [],
      DeleteMarkers = [],
      CommonPrefixes = [],
      EncodingType,
      IsTruncated,
      NextKeyMarker,
      NextVersionIdMarker,
    } = answer;
    const key = (text: string | undefined): string => plain(text, EncodingType);
    const versions: ListedObject[] = [
      ...Versions.map(({ Key, VersionId, IsLatest, LastModified, ETag, Size }) => ({
        Key: key(Key),
        VersionId,
        IsLatest,
        LastModified,
        ETag,
        Size,
      })),
      ...DeleteMarkers.map(({ Key, VersionId, IsLatest, LastModified }) => ({
        Key: key(Key),
        VersionId,
        IsLatest,
        LastModified,
        isMarker: true,
      })),
    ];
    const folders = CommonPrefixes.map(({ Prefix }) => ({ Prefix: key(Prefix) }));
    const next = {
      key: markerIn(NextKeyMarker, [...versions.map(({ Key }) => Key), ...folders.map(({ Prefix }) => Prefix)], EncodingType),
      ...(NextVersionIdMarker !== undefined && { version: NextVersionIdMarker }),
    };
    return { folders, versions, next: IsTruncated === true ? next : undefined };
  }

  return {
    /** A page of all versions of all objects, and where the next one begins. Throws S3Error. */
    async versions(
      bucket: string,
      after?: Partial<ObjectVersion>,
      signal?: AbortSignal,
    ): Promise<{ versions: ObjectVersion[]; next: Next }> {
      const { versions, next } = await list(bucket, { prefix: '', after, max: MAX_KEYS, signal });
      return { versions: versions.map(({ Key = '', VersionId = '' }) => ({ key: Key, version: VersionId })), next };
    },
    /** A page of the versions in a folder, as `folder` of the client tells objects. */
    async folderVersions(
      bucket: string,
      prefix: string,
      { marker, after }: { marker?: string; after?: string } = {},
      signal?: AbortSignal,
    ): Promise<FolderPage> {
      const place = marker === undefined ? after && { key: after } : (JSON.parse(marker) as Next);
      const page = await list(bucket, { prefix, delimiter: '/', after: place || undefined, max: PAGE_SIZE, signal });
      const { folders, versions, next } = page;
      return {
        folders,
        objects: versions.toSorted(inOrder),
        count: folders.length + versions.length,
        is_truncated: next !== undefined,
        next_marker: next && JSON.stringify(next),
      };
    },
    /** Makes an older version the current one again: it is copied there, with its headers, tags and encryption. */
    async restoreVersion(bucket: string, { key, version }: ObjectVersion): Promise<void> {
      const CopySource = `${encoded(bucket)}/${key.split('/').map(encoded).join('/')}?versionId=${encoded(version)}`;
      const found = await withS3Errors(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: version })));
      const { ServerSideEncryption, SSEKMSKeyId } = found;
      await withS3Errors(client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource, ServerSideEncryption, SSEKMSKeyId })));
    },
    /** Deletes one version for ever, or a delete marker, behind which the object comes back. */
    async deleteVersion(bucket: string, { key, version }: ObjectVersion): Promise<void> {
      await withS3Errors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: version })));
    },
  };
}
