import { readUserData, type UserDataForm } from '@gantry/contract/nouns/servers/user-data';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What the forms are called everywhere. */
const NAMES: Readonly<Record<UserDataForm, string>> = {
  'cloud-config': '#cloud-config',
  'cloud-config-archive': '#cloud-config-archive',
  'cloud-boothook': '#cloud-boothook',
  'part-handler': '#part-handler',
  include: '#include',
  jinja: 'Jinja + cloud-init',
  powershell: 'PowerShell',
  batch: 'cmd.exe',
  script: '#!',
  mime: 'MIME multipart',
  ignition: 'Ignition',
  gzip: 'gzip',
};
const YAML: ReadonlySet<UserDataForm | undefined> = new Set(['cloud-config', 'cloud-config-archive']);

/** The first line of YAML that cannot be read; undefined where all can, or it is not known yet. */
function useBrokenLine(yaml: string | undefined): number | undefined {
  const [broken, setBroken] = useState<{ yaml: string; line: number | undefined }>();
  useEffect(() => {
    if (yaml === undefined) return undefined;
    let current = true;
    void import('yaml').then(({ parseDocument }) => {
      const [error] = parseDocument(yaml).errors;
      if (current) setBroken({ yaml, line: error && (error.linePos?.[0].line ?? 1) });
    });
    return () => {
      current = false;
    };
  }, [yaml]);
  return broken?.yaml === yaml ? broken?.line : undefined;
}

/** What user data looks like, and what a guest may not understand of it. Nothing of it is refused: the guest decides. */
export function UserDataNotes({ text: given }: { text: string }) {
  const { t } = useTranslation('servers');
  const { form, text, crlf, encoded } = useMemo(() => readUserData(given), [given]);
  const line = useBrokenLine(YAML.has(form) ? text : undefined);
  if (given.trim() === '') return null;
  const name = form && (encoded ? `${NAMES[form]} (base64)` : NAMES[form]);
  return (
    <HelperText isLiveRegion>
      {name === undefined ? (
        <HelperTextItem variant="warning">{t('wizard.script-unknown')}</HelperTextItem>
      ) : (
        <HelperTextItem>{t('wizard.script-form', { form: name })}</HelperTextItem>
      )}
      {crlf && <HelperTextItem variant="warning">{t('wizard.script-crlf')}</HelperTextItem>}
      {line !== undefined && <HelperTextItem variant="warning">{t('wizard.script-yaml', { line })}</HelperTextItem>}
    </HelperText>
  );
}
