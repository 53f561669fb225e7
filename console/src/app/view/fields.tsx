import type { ComponentType } from 'react';
import { useWatch, type FieldValues } from 'react-hook-form';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { NumberField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { ResourceField } from '../form/resource-field.tsx';
import { useOptions } from '../list/use-options.ts';
import type { NounName } from '../resource/noun-text.ts';
import { labelOf } from './columns.tsx';
import { useViewContext, type ViewContext } from './context.ts';
import type { AnyMember, Field, Place } from './members.ts';

type Own<T> = ComponentType<{ form: SchemaForm; item?: T }>;

/** A field of a form: its member, and what draws it where it draws itself. */
export interface LoadedField<T, N extends NounName> {
  member: AnyMember<T, N>;
  spec: Field<T, N, FieldValues>;
  Draws?: Own<T>;
}

/** The fields of one of the forms. */
export const fieldsAt = <T, N extends NounName>(members: readonly AnyMember<T, N>[], place: Place): LoadedField<T, N>[] =>
  members
    .filter(({ in: places, field }) => places?.includes(place) && field !== false)
    .map((member) => ({ member, spec: member.field || {} }));

/** The same with the chunks of those that draw themselves. */
export const loadFields = <T, N extends NounName>(members: readonly AnyMember<T, N>[], place: Place): Promise<LoadedField<T, N>[]> =>
  Promise.all(
    fieldsAt(members, place).map(async (field) => ({ ...field, ...(field.spec.own && { Draws: (await field.spec.own()) as Own<T> }) })),
  );

interface FieldsProps<T, N extends NounName> {
  noun: N;
  place: Place;
  fields: readonly LoadedField<T, N>[];
  /** Its fields go by the names of the members, which are checked where the table is written. */
  form: SchemaForm;
  /** What is changed; absent where one is made. */
  item?: T;
}

/** The fields of a form, in the order of the table. */
export function Fields<T, N extends NounName>({ noun, place, fields, form, item }: FieldsProps<T, N>) {
  const context = useViewContext(noun);
  return fields
    .filter(({ member: { when } }) => when?.(context, place) ?? true)
    .map((field) => {
      const { of, typed = of } = field.member;
      const props = { field, form, context, item };
      return field.spec.if ? <ConditionalField key={typed} {...props} /> : <MemberField key={typed} {...props} />;
    });
}

interface FieldProps<T, N extends NounName> {
  field: LoadedField<T, N>;
  form: SchemaForm;
  context: ViewContext<N>;
  item: T | undefined;
}

/** One that is asked for only as the rest is typed. */
function ConditionalField<T, N extends NounName>(props: FieldProps<T, N>) {
  const { field, form, item, context } = props;
  const draft = useWatch({ control: form.fields.control });
  return field.spec.if?.(draft, item, context) && <MemberField {...props} />;
}

function MemberField<T, N extends NounName>({ field: { member, spec, Draws }, form, context, item }: FieldProps<T, N>) {
  if (Draws) return <Draws form={form} {...(item !== undefined && { item })} />;
  const { of = '', typed = of, kind } = member;
  const { required, helper, unit = UNITS.find(({ same }) => same === kind), min = 0, max = Number.MAX_SAFE_INTEGER, options = [] } = spec;
  const { say } = context;
  const props = {
    form,
    name: typed,
    label: labelOf(member, context),
    ...(required && { required }),
    ...(helper && { helper: say(helper) }),
  };
  switch (spec.as ?? controlOf(member)) {
    case 'description':
      return <DescriptionField form={form} label={props.label} />;
    case 'lines':
      return <TextAreaField {...props} />;
    case 'number':
      return <NumberField {...props} min={min} max={max} {...(unit && { unit: say(unit) })} />;
    case 'check':
      return <CheckboxField {...props} />;
    case 'select':
      return <SelectField {...props} options={options.map(({ value, label }) => ({ value, label: say(label) }))} />;
    case 'radio': {
      const words = options.map((one) => ({
        value: String(one.value),
        label: say(one.label),
        ...(one.helper && { description: say(one.helper) }),
      }));
      return <RadioField {...props} options={words} />;
    }
    case 'secret':
      return <PasswordField {...props} />;
    case 'thing':
    case 'things':
      return <ThingField {...props} spec={spec} context={context} />;
    default:
      return <TextField {...props} />;
  }
}

/** Whether what is typed is a text, which may be empty. */
export const isText = <T, N extends NounName>(member: AnyMember<T, N>): boolean =>
  member.field !== false && !member.field?.own && ['text', 'lines', 'description'].includes(member.field?.as ?? controlOf(member));

const UNITS = [{ same: 'GiB' }, { same: 'MiB' }] as const;

/** The control of a member that says none. */
function controlOf<T, N extends NounName>({ of, kind = 'text' }: AnyMember<T, N>): NonNullable<Field<T, N, FieldValues>['as']> {
  if (of === 'description') return 'description';
  if (kind === 'flag' || kind === 'enabled') return 'check';
  return kind === 'number' || kind === 'GiB' || kind === 'MiB' || kind === 'bytes' ? 'number' : 'text';
}

interface ThingFieldProps<T, N extends NounName> {
  form: SchemaForm;
  name: string;
  label: string;
  helper?: string;
  spec: Field<T, N, FieldValues>;
  context: ViewContext<N>;
}

/** Chooses things of another noun. */
function ThingField<T, N extends NounName>({ spec, context, ...field }: ThingFieldProps<T, N>) {
  const { from, none, query, as } = spec;
  if (!from) throw new Error(`${field.name} does not say what it is chosen from`);
  const draft = useWatch({ control: field.form.fields.control });
  const options = useOptions(from, 'name:asc', 'name', query?.(draft));
  return <ResourceField {...field} options={options} cells={[]} several={as === 'things'} {...(none && { none: context.say(none) })} />;
}
