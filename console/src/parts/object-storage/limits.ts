/** Objects that a page of a folder has (S0 §9). */
export const PAGE_SIZE = 36;
/** Most keys that one request lists or deletes (S0 §9). */
export const MAX_KEYS = 1000;
/** Seconds that a presigned address is good for (S0 §9). */
export const PRESIGN_SECONDS = 3600;
/** Largest object that one request may bring (decision J3). Bytes. */
export const SINGLE_PUT_MAX = 5 * 1024 ** 3;
/** Largest object there can be, and most parts that it is sent in, as S3 has it. */
export const OBJECT_MAX = 5 * 1024 ** 4;
export const PARTS_MAX = 10_000;
/** Bytes of a part, unless that would make too many of them: what is sent again at most when the connection is lost. */
export const PART_BYTES = 64 * 1024 ** 2;
