import { previewOf } from '@gantry/contract/nouns/object-storage/previews';
import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../parts/object-storage/objects.ts';
import { detailsOptions, previewOptions } from '../../parts/object-storage/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { useUiText } from '../../ui/text.ts';
import { useS3Failure } from './use-s3-failure.ts';
import './object-storage.css';

interface PreviewDialogProps {
  bucket: string;
  objectKey: string;
  onClose(): void;
}

/** Shows a picture, a film, sound or text. Nothing of an object is ever a page here: markup is shown as the text that it is. */
export function PreviewDialog({ bucket, objectKey, onClose }: PreviewDialogProps) {
  const { t: ui } = useUiText();
  const name = nameOf(objectKey);
  return (
    <GenericDialog title={name} testId="object-preview" wide actions={{ end: [{ label: ui('close'), run: onClose }] }} onClose={onClose}>
      <Shown bucket={bucket} objectKey={objectKey} name={name} />
    </GenericDialog>
  );
}

function Shown({ bucket, objectKey, name }: { bucket: string; objectKey: string; name: string }) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const scope = useScopeKey();
  const details = useQuery(detailsOptions(scope, bucket, objectKey));
  const preview = details.data && previewOf({ key: objectKey, contentType: details.data.type });
  const shown = useQuery({ ...previewOptions(scope, bucket, objectKey, preview?.as === 'text'), enabled: preview !== undefined });
  const error = details.error ?? shown.error;
  if (error) return <ErrorState failure={describe(error)} />;
  if (details.data && !preview) return <p>{t('preview.none')}</p>;
  if (!shown.data || !details.data) return <Spinner size="md" aria-label={t('files.loading')} />;
  const { address, text, bytes } = shown.data;
  const wrong = <p>{t('preview.broken')}</p>;
  if (preview?.as === 'image') return <img className="gantry-objects-preview" src={address} alt={name} />;
  if (preview?.as === 'video')
    return (
      <video className="gantry-objects-preview" src={address} controls aria-label={name}>
        <track kind="captions" />
        {wrong}
      </video>
    );
  if (preview?.as === 'audio')
    return (
      <audio className="gantry-objects-preview" src={address} controls aria-label={name}>
        <track kind="captions" />
        {wrong}
      </audio>
    );
  return (
    <>
      {bytes < details.data.size && <p>{t('preview.beginning')}</p>}
      <textarea className="gantry-objects-config gantry-objects-text" dir="auto" rows={20} readOnly aria-label={name} value={text} />
    </>
  );
}
