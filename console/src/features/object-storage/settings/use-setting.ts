import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useScopeKey } from '../../../app/session/use-session.ts';
import type { S3Api } from '../../../parts/object-storage/client.ts';
import { settingOptions, type Setting } from '../../../parts/object-storage/queries.ts';
import { s3 } from '../../../parts/object-storage/s3.ts';

/** Changes a setting of a bucket, which is read again then. Rejects as the client does. */
export function useChangeSetting(bucket: string, setting: Setting) {
  const queryClient = useQueryClient();
  const { queryKey } = settingOptions(useScopeKey(), bucket, setting);
  return useMutation({
    mutationFn: async (change: (client: S3Api) => Promise<void>) => change(await s3()),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
