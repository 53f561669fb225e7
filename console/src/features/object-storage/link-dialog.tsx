import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { nameOf } from '../../parts/object-storage/objects.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { NoteDialog } from '../../ui/dialog/note-dialog.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Instant } from '../../ui/show/instant.tsx';
import { useS3Failure } from './use-s3-failure.ts';

/** Seconds that a link may be made for; the first is what is meant unless something else is said (S0 §9). */
const LIFETIMES = { hour: 3600, day: 86_400, week: 604_800 } as const;
const CHOICES = ['hour', 'day', 'week'] as const;

interface LinkDialogProps {
  bucket: string;
  objectKey: string;
  /** Whether the storage can take links back. */
  revocable: boolean;
  onClose(): void;
}

/** Makes a link that downloads an object for whoever has it, until it ends; and takes back all that were ever made. */
export function LinkDialog({ bucket, objectKey, revocable, onClose }: LinkDialogProps) {
  const { t } = useTranslation('object-storage');
  const describe = useS3Failure();
  const id = useId();
  const [lifetime, setLifetime] = useState<(typeof CHOICES)[number]>('hour');
  const [isRevoking, setRevoking] = useState(false);
  const create = useCommand(api.objectStorage.createLink);
  const revoke = useCommand(api.objectStorage.revokeLinks);
  const link = create.data;
  const endRevoking = () => {
    setRevoking(false);
    create.reset();
  };
  const question = isRevoking && (
    <ConfirmDialog
      title={t('link.revoke-title')}
      body={t('link.revoke-body')}
      confirm={t('link.revoke')}
      danger
      pending={revoke.isPending}
      failure={revoke.error ? describe(revoke.error) : undefined}
      onConfirm={() => revoke.mutate({}, { onSuccess: endRevoking })}
      onClose={() => setRevoking(false)}
    />
  );
  return (
    <NoteDialog title={t('link.title', { name: nameOf(objectKey) })} onClose={onClose} question={question}>
      <p>{t('link.body')}</p>
      <fieldset>
        <legend>{t('link.lifetime')}</legend>
        {CHOICES.map((one) => (
          <Radio
            key={one}
            id={`${id}-${one}`}
            name={id}
            label={t(`link.for.${one}`)}
            isChecked={lifetime === one}
            onChange={() => setLifetime(one)}
          />
        ))}
      </fieldset>
      <div>
        <Button
          variant={link ? 'secondary' : 'primary'}
          isLoading={create.isPending}
          onClick={() => create.mutate({ body: { bucket, key: objectKey, expires: LIFETIMES[lifetime] } })}
        >
          {t('link.create')}
        </Button>
      </div>
      {create.error && <ErrorState failure={describe(create.error)} />}
      {link && (
        <>
          <CopyText text={link.url} label={t('files.link')} />
          <p>
            {t('link.until')} <Instant at={link.expires_at} />
          </p>
        </>
      )}
      {revoke.isSuccess && !link && <output>{t('link.revoked')}</output>}
      {revocable && (
        <div>
          <Button variant="link" isInline isDanger onClick={() => setRevoking(true)}>
            {t('link.revoke')}
          </Button>
        </div>
      )}
    </NoteDialog>
  );
}
