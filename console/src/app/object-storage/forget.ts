import type { QueryClient } from '@tanstack/react-query';

/** What is read of buckets and files, by the second part of its key. */
export const NAME = 's3';
/** Whether calls of that name tell what buckets hold. */
export const isUsage = (name: unknown): boolean => name === 'objectStorage.buckets' || name === 'objectStorage.bucket';

/** Buckets, files and keys are forgotten, in whatever scope (S0 §4). */
export const forgetObjectStorage = (queryClient: QueryClient): void =>
  queryClient.removeQueries({
    predicate: ({ queryKey: [, name] }) =>
      name === NAME || name === 'objectStorage.user' || name === 'objectStorage.users' || isUsage(name),
  });
