import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';
import { api } from '../api/calls.ts';
import { ApiError } from '../api/errors.ts';
import { callApi } from '../api/request.ts';
import { s3Store, type S3State } from './store.ts';

const UNKNOWN: Omit<S3State, 'scope'> = { isS3Available: undefined, isS3UserEnabled: true, config: undefined, failure: undefined };

/** Those who keep buckets, files or keys: they forget them where storage may not be used any more (S0 §4). */
const forgetting = new Set<() => void>();

/** @returns ends it */
export function onS3Reset(forget: () => void): () => void {
  forgetting.add(forget);
  return () => void forgetting.delete(forget);
}

function become(next: Partial<S3State>): void {
  const before = s3Store.get();
  s3Store.set(next);
  const { isS3Available, isS3UserEnabled } = s3Store.get();
  const hasTurned = (before.isS3Available !== false && isS3Available === false) || (before.isS3UserEnabled && !isS3UserEnabled);
  if (!hasTurned) return;
  s3Store.set({ config: undefined });
  for (const forget of forgetting) forget();
}

/** Takes over that the service was read. */
export const applyS3Config = (config: S3Config): void => become({ isS3Available: true, isS3UserEnabled: true, config, failure: undefined });

/** What the code of a refusal says of the flags (decision J6); any other failure leaves them as they are (decision J11). */
export function applyS3Failure(error: unknown): void {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 's3_disabled' || code === 's3_not_found') become({ isS3Available: false, failure: error });
  else if (code === 's3_user_disabled') become({ isS3Available: true, isS3UserEnabled: false, failure: error });
  else s3Store.set({ failure: error });
}

/** Reads the service for a user in a scope. Never rejects: what came of it is in the store. */
export async function readS3Service(scope: string): Promise<void> {
  if (s3Store.get().scope !== scope) s3Store.set({ ...UNKNOWN, scope });
  try {
    const config = await callApi(api.objectStorage.service);
    if (s3Store.get().scope === scope) applyS3Config(config);
  } catch (error) {
    if (s3Store.get().scope === scope) applyS3Failure(error);
  }
}
