/** What a Ceph gateway takes and does nothing of: tried on 16.2 (lab/ceph), where each of these answers as if it had been done. */
import { ENCRYPTION_HEADER } from '../../objects/operations/headers.ts';
import type { OperationName } from '../../objects/operations/operation.ts';
import type { PassedOver } from '../../port/service.ts';

const CONDITIONS = ['if-match', 'if-none-match'];
const SOURCE_CONDITIONS = ['match', 'none-match', 'modified-since', 'unmodified-since'].map((name) => `x-amz-copy-source-if-${name}`);

export const PASSED_OVER: readonly (PassedOver & { operations: readonly OperationName[] })[] = [
  // A copy has the tags of its source, and is as plain as that.
  { operations: ['CopyObject'], names: [...CONDITIONS, 'x-amz-tagging', 'x-amz-tagging-directive', ENCRYPTION_HEADER] },
  { operations: ['CopyObject', 'UploadPartCopy'], names: SOURCE_CONDITIONS },
  { operations: ['CreateMultipartUpload'], names: ['x-amz-tagging'] },
  { operations: ['CompleteMultipartUpload'], names: [...CONDITIONS, 'x-amz-mp-object-size'] },
  { operations: ['ListBuckets'], names: ['prefix', 'max-buckets', 'continuation-token'] },
  // The object itself is the answer.
  { operations: ['GetObjectAttributes'] },
];
