import { isComputeConfigured } from '@gantry/contract/nouns/compute-cluster/statuses';

/** Where one begins in a project (S0 §4). Undefined as long as that depends on what is not known yet. */
export function landingOf(cluster: { status: string }, isS3Available: boolean | undefined): string | undefined {
  if (isComputeConfigured(cluster)) return '/monitoring';
  if (isS3Available === undefined) return undefined;
  return isS3Available ? '/s3-storage/buckets' : '/no-service';
}
