import type { FieldValues, PathValue, Path } from 'react-hook-form';
import { TextAreaField, type FieldProps } from './fields.tsx';
import { FileButton, type FileButtonProps } from './file-button.tsx';

const AS_TYPED = { shouldDirty: true, shouldTouch: true, shouldValidate: true };

/** A text for a machine that is typed, or read from a file. */
export function FileTextField<I extends FieldValues, O>({ file, ...props }: FieldProps<I, O> & { file: Omit<FileButtonProps, 'onText'> }) {
  const take = (text: string) => props.form.fields.setValue(props.name, text as PathValue<I, Path<I>>, AS_TYPED);
  return (
    <>
      <TextAreaField {...props} code />
      <FileButton {...file} onText={take} />
    </>
  );
}
