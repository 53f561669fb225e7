import type { S3Config } from '@gantry/contract/nouns/object-storage/entity';
import { createStore } from '../store.ts';

/** What is known of object storage for who is signed in, in the scope (S0 §3). */
export interface S3State {
  /** User and scope. */
  scope: string | undefined;
  /** Undefined until it is known. */
  isS3Available: boolean | undefined;
  isS3UserEnabled: boolean;
  config: S3Config | undefined;
  /** Why it is not known: neither a yes nor a no (decision J11). */
  failure: unknown;
}

/** Apart from what fills it (`state.ts`): the menu is there before that. */
export const s3Store = createStore<S3State>({
  scope: undefined,
  isS3Available: undefined,
  isS3UserEnabled: true,
  config: undefined,
  failure: undefined,
});
