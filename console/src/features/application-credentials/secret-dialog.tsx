import type { NewApplicationCredential } from '@gantry/contract/nouns/session/application-credentials';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useTranslation } from 'react-i18next';
import { SecretDialog as Dialog } from '../../parts/secrets/secret-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyButton } from '../../ui/show/copy-button.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';

const FILE = 'clouds.yaml';

/** Shows the secret of a new credential for the only time, and the file that the cloud's clients read: it closes once somebody says that it is kept. */
export function SecretDialog({ made, onClose }: { made: NewApplicationCredential; onClose(): void }) {
  const { t } = useTranslation('application-credentials');
  return (
    <Dialog title={t('secret.title', { name: made.name })} body={t('secret.body')} saved={t('secret.saved')} onClose={onClose}>
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
    </Dialog>
  );
}
