import { passwordMeter } from '@gantry/contract/wire/password';
import { ActionList, ActionListItem } from '@patternfly/react-core/dist/esm/components/ActionList';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useWatch, type FieldPath, type FieldValues, type PathValue } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/form/password-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { copy } from '../../ui/show/copy.ts';

/** Without signs that are taken for one another. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.!%+';
const LENGTH = 20;

/** A password that passes, each sign by chance. */
function generated(): string {
  for (;;) {
    const password = Array.from(crypto.getRandomValues(new Uint32Array(LENGTH)), (one) => SIGNS[one % SIGNS.length]).join('');
    if (passwordMeter(password).every((parts) => parts.every(({ there }) => there))) return password;
  }
}

/** A new password for somebody else: it can be made up, and copied to hand it over. */
export function NewPasswordField<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const name = 'password' as FieldPath<I>;
  const { t } = useTranslation('users');
  const [copied, setCopied] = useState<string>();
  const password = String(useWatch({ control: form.fields.control, name }) ?? '');
  const make = () => form.fields.setValue(name, generated() as PathValue<I, FieldPath<I>>, { shouldDirty: true, shouldValidate: true });
  return (
    <div>
      <PasswordField form={form} name={name} label={t('field.password')} rules required />
      <ActionList>
        <ActionListItem>
          <Button variant="secondary" size="sm" onClick={make}>
            {t('password.generate')}
          </Button>
        </ActionListItem>
        <ActionListItem>
          <Button
            variant="secondary"
            size="sm"
            isAriaDisabled={password === ''}
            onClick={() => void (password !== '' && copy(password).then((done) => done && setCopied(password)))}
          >
            {t('password.copy')}
          </Button>
        </ActionListItem>
      </ActionList>
      <output className="gantry-subtle">{copied !== undefined && copied === password && t('password.copied')}</output>
    </div>
  );
}
