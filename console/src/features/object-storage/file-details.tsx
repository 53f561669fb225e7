import { previewOf } from '@gantry/contract/nouns/object-storage/previews';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { detailsOptions } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { Size } from '../../ui/show/size.tsx';
import { useUiText } from '../../ui/text.ts';
import { useS3Failure } from './use-s3-failure.ts';

interface FileDetailsProps {
  bucket: string;
  name: string;
  objectKey: string;
  onClose(): void;
  onLink(key: string): void;
  onPreview(key: string): void;
}

/** What there is to know of one object, beside the list. */
export function FileDetails({ bucket, name, objectKey, onClose, onLink, onPreview }: FileDetailsProps) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const describe = useS3Failure();
  const { data, error, refetch } = useQuery(detailsOptions(useScopeKey(), bucket, objectKey));
  const place = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  // Where there is no room beside the list they are below it, out of sight.
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  return (
    <aside ref={place} aria-label={t('files.details-of', { name })}>
      <div className="gantry-objects-bar">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <Button variant="plain" size="sm" icon={<TimesIcon />} aria-label={ui('close')} onClick={onClose} />
      </div>
      {error && <ErrorState failure={describe(error)} retry={() => void refetch()} />}
      {!data && !error && <Spinner size="md" aria-label={t('files.loading')} />}
      {data && (
        <>
          <Details
            narrow
            properties={[
              { label: t('files.key'), value: <CopyText text={objectKey} label={t('files.key')} /> },
              { label: t('files.size'), value: <Size bytes={data.size} /> },
              { label: t('files.modified'), value: data.modified && <Instant at={data.modified} /> },
              { label: t('files.content-type'), value: data.type && <bdi>{data.type}</bdi> },
              { label: 'ETag', value: <CopyText text={data.etag} label="ETag" /> },
              ...Object.entries(data.headers).map(([label, value]) => ({ label, value: <bdi>{value}</bdi> })),
              ...Object.entries(data.metadata).map(([label, value]) => ({ label: `x-amz-meta-${label}`, value: <bdi>{value}</bdi> })),
            ]}
          />
          <div className="gantry-objects-bar">
            {previewOf({ key: objectKey, contentType: data.type }) && (
              <Button variant="secondary" onClick={() => onPreview(objectKey)}>
                {t('files.preview')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => onLink(objectKey)}>
              {t('files.link')}
            </Button>
          </div>
        </>
      )}
    </aside>
  );
}
