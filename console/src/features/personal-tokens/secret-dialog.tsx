import type { NewPersonalToken } from '@gantry/contract/nouns/session/tokens';
import { useTranslation } from 'react-i18next';
import { underBase } from '../../app/base.ts';
import { SecretDialog as Dialog } from '../../parts/secrets/secret-dialog.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';

/** Shows a new token for the only time, and a line that tries it: it closes once somebody says that it is kept. */
export function SecretDialog({ made, onClose }: { made: NewPersonalToken; onClose(): void }) {
  const { t } = useTranslation('personal-tokens');
  const curl = `curl -H 'Authorization: Bearer ${made.token}' ${window.location.origin}${underBase('/api/v2/accounts/whoami')}`;
  return (
    <Dialog title={t('secret.title', { name: made.name })} body={t('secret.body')} saved={t('secret.saved')} onClose={onClose}>
      <Details
        narrow
        properties={[
          { label: t('secret.token'), value: <CopyText text={made.token} label={t('secret.token')} /> },
          { label: t('secret.try'), value: <CopyText text={curl} label={t('secret.try')} /> },
        ]}
      />
    </Dialog>
  );
}
