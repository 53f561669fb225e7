import type { S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { useUiText } from '../../ui/text.ts';

/** Shows a new pair of keys, the secret for the only time: it closes once somebody says that it is kept. */
export function SecretDialog({ newKey, onClose }: { newKey: S3NewKey; onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const { t: ui } = useUiText();
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const { acc_key: accessKey, sec_key: secret } = newKey;
  const save = () => saveFile(`${accessKey}.txt`, [`access_key = ${accessKey}\nsecret_key = ${secret}\n`], 'text/plain');
  const close = () => {
    if (isSaved) onClose();
  };
  return (
    <GenericDialog title={t('secret.title')} actions={{ end: [{ label: ui('close'), disabled: !isSaved, run: close }] }} onClose={close}>
      <p>{t('secret.body')}</p>
      <Details
        narrow
        properties={[
          { label: t('key.access'), value: <CopyText text={accessKey} label={t('key.access')} /> },
          { label: t('key.secret'), value: <CopyText text={secret} label={t('key.secret')} /> },
        ]}
      />
      <div>
        <Button variant="secondary" onClick={save}>
          {t('secret.download')}
        </Button>
      </div>
      <Checkbox id={`${id}-saved`} label={t('secret.saved')} isChecked={isSaved} onChange={(_, on) => setSaved(on)} />
    </GenericDialog>
  );
}
