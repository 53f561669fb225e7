/** What can be done with a bucket and its objects, by S3's names: what operations ask for, and what policies allow. */

/** Actions on one object. */
const OBJECT_ACTIONS = [
  's3:GetObject',
  's3:GetObjectVersion',
  's3:GetObjectTagging',
  's3:GetObjectVersionTagging',
  's3:PutObject',
  's3:PutObjectTagging',
  's3:PutObjectVersionTagging',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:DeleteObjectTagging',
  's3:DeleteObjectVersionTagging',
  's3:AbortMultipartUpload',
  's3:ListMultipartUploadParts',
] as const;
/** Actions on all objects of a bucket whose keys begin with a prefix. */
const LIST_ACTIONS = ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads'] as const;
/** Actions on a bucket, whatever is in it. */
const BUCKET_ACTIONS = ['s3:GetBucketLocation', 's3:GetBucketVersioning'] as const;

export type ObjectAction = (typeof OBJECT_ACTIONS)[number];
type ListAction = (typeof LIST_ACTIONS)[number];
type BucketAction = (typeof BUCKET_ACTIONS)[number];
export type Action = ObjectAction | ListAction | BucketAction;

/** What is about to be done: to an object, to those that a list may show, or to the bucket. To find it is to list it, as S3 has it. */
export type Deed =
  { action: ObjectAction; key: string } | { action: ListAction; prefix: string } | { action: BucketAction | 's3:ListBucket' };

const OF_OBJECTS = new Set<string>(OBJECT_ACTIONS);
const ALL = new Set<string>([...OBJECT_ACTIONS, ...LIST_ACTIONS, ...BUCKET_ACTIONS]);

export const isAction = (name: string): name is Action => ALL.has(name);
export const isOfObjects = (action: Action): action is ObjectAction => OF_OBJECTS.has(action);

/** Whether it changes nothing. */
export const isReading = ({ action }: Deed): boolean => action.startsWith('s3:Get') || action.startsWith('s3:List');
