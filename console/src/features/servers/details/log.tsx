import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon';
import SyncAltIcon from '@patternfly/react-icons/dist/esm/icons/sync-alt-icon';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { ErrorState } from '../../../ui/show/error-state.tsx';

/** `web-1-2026-11-20.log`: the server's name, where it fits into a file name, and the day. */
export const logFileName = (name: string, now: Date): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}-${now.toISOString().slice(0, 10)}.log`;

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** What the server's console has written, as the cloud keeps it. Read when the tab is opened and on request. */
export function LogTab({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const { data, error, isFetching, refetch } = useItem(api.servers.log, { serverId: server.id });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  const log = data?.log;
  return (
    <>
      <div className="gantry-tab-actions">
        <Button variant="secondary" icon={<SyncAltIcon />} isAriaDisabled={isFetching} onClick={() => void refetch()}>
          {t('log.refresh')}
        </Button>
        <Button
          variant="secondary"
          icon={<DownloadIcon />}
          isAriaDisabled={!log}
          onClick={() => log && download(logFileName(server.name, new Date()), log)}
        >
          {t('log.download')}
        </Button>
      </div>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {log === undefined && !error && <Skeleton height="16rem" screenreaderText={t('log.label')} />}
      {log === '' && <p>{t('log.empty')}</p>}
      {log !== undefined && log !== '' && (
        <textarea className="gantry-log" dir="ltr" readOnly rows={24} aria-label={t('log.label')} value={log} />
      )}
    </>
  );
}
