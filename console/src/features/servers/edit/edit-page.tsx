import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useItemId } from '../../../app/resource/use-item-id.ts';
import { Page as DetailsPage } from '../details/page.tsx';
import { DETAILS } from '../paths.ts';
import { Subject } from './subject.tsx';
import type { SubjectName } from './subjects.ts';

/** The page of one subject: its dialog over the details of the server. */
export function editPage(subject: SubjectName): () => React.ReactNode {
  return function Page() {
    const id = useItemId(api.servers.read);
    const server = useItem(api.servers.read, { serverId: id });
    const onClose = useClose(id);
    return (
      <>
        <DetailsPage />
        {server.data && <Subject name={subject} server={server.data} onClose={onClose} />}
      </>
    );
  };
}

/** Back to where the dialog was opened: the list with its page and filters, or the details. */
function useClose(serverId: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return useCallback(() => {
    if (canGoBack) router.history.back();
    else void navigate({ to: DETAILS, params: { serverId }, replace: true });
  }, [router, canGoBack, navigate, serverId]);
}
