import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';
import type { Options } from '../list/use-options.ts';

interface ResourceFieldProps<T, I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  name: FieldPath<I>;
  label: string;
  /** What is chosen from, by `useOptions`. */
  options: Options<T>;
  /** Absent: the name and where there is none the id. */
  nameOf?(one: T): string;
  /** Beside the name: what matters for the choice. */
  cells: readonly { label: string; of(one: T): ReactNode }[];
  /** What an empty choice means, where one may be made; absent: one has to be chosen. */
  none?: string;
  several?: boolean;
  hidesLabel?: boolean;
  helper?: ReactNode;
  /** Why one cannot be chosen. */
  obstacleOf?(one: T): string | undefined;
  /** What speaks against one without forbidding it. */
  noteOf?(one: T): string | undefined;
  /** For what else follows from a choice. */
  onPick?(one: T | undefined): void;
}

/** Chooses one or several things of a kind. */
export function ResourceField<T extends { id: string; name?: string }, I extends FieldValues, O>(props: ResourceFieldProps<T, I, O>) {
  const { options, nameOf = ({ id, name }) => name || id, cells, none, several = false, obstacleOf, noteOf, onPick, ...field } = props;
  const { t } = useTranslation('resource');
  const { answer, ...search } = options;
  const optionOf = (one: T): PickOption => ({
    id: one.id,
    name: nameOf(one),
    cells: cells.map(({ of }) => of(one)),
    obstacle: obstacleOf?.(one),
    note: noteOf?.(one),
  });
  return (
    <PickField
      {...search}
      {...field}
      several={several}
      required={none === undefined}
      headers={[t('field.name'), ...cells.map(({ label }) => label)]}
      options={answer && [...(none === undefined ? [] : [{ id: '', name: none, cells: [] }]), ...answer.data.map(optionOf)]}
      {...(onPick && { onPick: (id) => onPick(answer?.data.find((one) => one.id === id)) })}
    />
  );
}
