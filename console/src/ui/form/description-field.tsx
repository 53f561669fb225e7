import type { FieldPath, FieldValues } from 'react-hook-form';
import { useUiText } from '../text.ts';
import { TextAreaField, type FieldProps } from './fields.tsx';

/** What somebody says of a thing, in several lines: its field `description`, which others read. */
export function DescriptionField<I extends FieldValues & { description?: string | undefined }, O>({
  form,
  label,
}: Pick<FieldProps<I, O>, 'form' | 'label'>) {
  const { t } = useUiText();
  return <TextAreaField form={form} name={'description' as FieldPath<I>} label={label} helper={t('description-helper')} />;
}
