/** Addresses of the section (S2 §2). */
export const BUCKETS = '/s3-storage/buckets';
export const FILES = `${BUCKETS}/files`;
export const ACCESS = '/s3-storage/access';
/** On the administration side (decision D2). */
export const USERS = '/storage-services/s3/users';
