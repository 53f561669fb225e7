import type { NewApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyButton } from '../../ui/show/copy-button.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { useUiText } from '../../ui/text.ts';

const FILE = 'clouds.yaml';

/** Shows the secret of a new credential for the only time, and the file that the cloud's clients read: it closes once somebody says that it is kept. */
export function SecretDialog({ made, onClose }: { made: NewApplicationCredential; onClose(): void }) {
  const { t } = useTranslation('application-credentials');
  const { t: ui } = useUiText();
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const close = () => {
    if (isSaved) onClose();
  };
  return (
    <GenericDialog
      title={t('secret.title', { name: made.name })}
      actions={{ end: [{ label: ui('close'), disabled: !isSaved, run: close }] }}
      onClose={close}
    >
      <p>{t('secret.body')}</p>
      <Details
        narrow
        properties={[
          { label: t('field.id'), value: <CopyText text={made.id} label={t('field.id')} /> },
          { label: t('secret.secret'), value: <CopyText text={made.secret} label={t('secret.secret')} /> },
        ]}
      />
      <p>{t('secret.file')}</p>
      <TextArea
        aria-label={FILE}
        className="gantry-code"
        dir="ltr"
        rows={made.clouds_yaml.trimEnd().split('\n').length}
        spellCheck={false}
        value={made.clouds_yaml}
        readOnly
        readOnlyVariant="default"
      />
      <div>
        <CopyButton text={made.clouds_yaml} label={FILE} />{' '}
        <Button variant="secondary" onClick={() => saveFile(FILE, [made.clouds_yaml], 'application/yaml')}>
          {t('secret.download')}
        </Button>
      </div>
      <Checkbox id={`${id}-saved`} label={t('secret.saved')} isChecked={isSaved} onChange={(_, on) => setSaved(on)} />
    </GenericDialog>
  );
}
