import type { NewPersonalToken } from '@gantry/contract/nouns/session/tokens';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { underBase } from '../../app/base.ts';
import { GenericDialog } from '../../ui/dialog/generic-dialog.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';
import { useUiText } from '../../ui/text.ts';

/** Shows a new token for the only time, and a line that tries it: it closes once somebody says that it is kept. */
export function SecretDialog({ made, onClose }: { made: NewPersonalToken; onClose(): void }) {
  const { t } = useTranslation('personal-tokens');
  const { t: ui } = useUiText();
  const id = useId();
  const [isSaved, setSaved] = useState(false);
  const curl = `curl -H 'Authorization: Bearer ${made.token}' ${window.location.origin}${underBase('/api/v2/accounts/whoami')}`;
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
          { label: t('secret.token'), value: <CopyText text={made.token} label={t('secret.token')} /> },
          { label: t('secret.try'), value: <CopyText text={curl} label={t('secret.try')} /> },
        ]}
      />
      <Checkbox id={`${id}-saved`} label={t('secret.saved')} isChecked={isSaved} onChange={(_, on) => setSaved(on)} />
    </GenericDialog>
  );
}
