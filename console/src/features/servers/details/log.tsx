import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import DownloadIcon from '@patternfly/react-icons/dist/esm/icons/download-icon';
import { useEffect, useRef, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { callApi } from '../../../app/api/request.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import { serverNow } from '../../../ui/clock.ts';
import type { Failure } from '../../../ui/failure.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { useUiText } from '../../../ui/text.ts';

/** Milliseconds between two readings while the tab shows. */
const READ_MS = 5000;

/** Pixels from the end that still count as the end. */
const NEAR = 8;

/** `web-1-2026-11-20.log`: the server's name, where it fits into a file name, and the day. */
export const logFileName = (name: string, now: Date): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}-${now.toISOString().slice(0, 10)}.log`;

/** What the server's console writes, read again and again while the tab shows. */
export function LogTab({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const { data, error, refetch } = useItem(api.servers.log, { serverId: server.id }, { refetchInterval: READ_MS });
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [refetch]);
  const log = data?.log;
  return (
    <>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {log === undefined && !error && <Skeleton height="16rem" screenreaderText={t('log.label')} />}
      {log === '' && <p>{t('log.empty')}</p>}
      {log !== undefined && log !== '' && <LogText server={server} log={log} cut={data?.cut === true} />}
    </>
  );
}

/** Saves all of the log that the cloud keeps, and not only the end that shows; where that may be not all, its first line says so. */
function useDownload({ id: serverId, name }: Server) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const download = async (): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      const { log, cut } = await callApi(api.servers.log, { params: { serverId }, query: { whole: true } }, { fresh: true });
      saveFile(logFileName(name, serverNow()), [...(cut ? [`# ${t('log.cut')}\n`] : []), log], 'text/plain;charset=utf-8');
    } catch (error) {
      setFailure(describe(error));
    } finally {
      setPending(false);
    }
  };
  return { download, pending, failure };
}

/** The text, kept at its end as long as the reader stays there. */
function LogText({ server, log, cut }: { server: Server; log: string; cut: boolean }) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const { download, pending, failure } = useDownload(server);
  const [follows, setFollows] = useState(true);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (follows && text.current) text.current.scrollTop = text.current.scrollHeight;
  }, [follows, log]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLTextAreaElement>) =>
    setFollows(scrollHeight - scrollTop - clientHeight < NEAR);
  return (
    <>
      <div className="gantry-tab-actions">
        <Button
          variant="secondary"
          icon={<DownloadIcon />}
          isLoading={pending}
          spinnerAriaLabel={ui('working')}
          onClick={() => void (pending || download())}
        >
          {t('log.download')}
        </Button>
        <Checkbox id="log-follows" label={t('log.follow')} isChecked={follows} onChange={(_, on) => setFollows(on)} />
      </div>
      {failure && <ErrorState failure={failure} retry={() => void download()} />}
      {cut && <p className="gantry-log-note gantry-subtle">{t('log.end-only')}</p>}
      <textarea
        ref={text}
        className="gantry-log"
        dir="ltr"
        readOnly
        rows={24}
        aria-label={t('log.label')}
        value={log}
        onScroll={onScroll}
      />
    </>
  );
}
