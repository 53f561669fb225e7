import { worksOnSystem } from '@gantry/contract/access/holder';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session/use-session.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

/** Whether all projects use an image: for administrators of the whole system, in whichever scope they work. */
export function PublicField<I extends FieldValues & { isPublic: boolean }, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('images');
  const isSystem = useSession(({ currentUser }) => currentUser !== null && worksOnSystem(currentUser));
  return isSystem ? <CheckboxField form={form} name={'isPublic' as FieldPath<I>} label={t('field.public')} /> : null;
}
