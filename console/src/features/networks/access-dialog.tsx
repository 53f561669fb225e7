import { ALL_PROJECTS } from '@gantry/contract/nouns/networks/bodies';
import type { Network } from '@gantry/contract/nouns/networks/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { ACCESS, accessSchema, draftOf, type Access, type AccessDraft, type AccessRow } from './access-draft.ts';

/** Changes who else may use a network. */
export function AccessDialog({ item: network, obstacle, onClose }: ActionDialogProps<Network>) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const [before] = useState(() => draftOf(network));
  return (
    <CommandDialog
      noun="networks"
      kind="network"
      item={network}
      call={api.networks.update}
      schema={accessSchema}
      defaults={before}
      label={t('access.title', { name: network.name || network.id })}
      intro={t('access.intro')}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <Policies form={form} />}
    </CommandDialog>
  );
}

/** One row for each project that has access; all of them together only for administrators. */
function Policies<O>({ form }: { form: SchemaForm<AccessDraft, O> }) {
  const { t } = useTranslation('networks');
  const id = useId();
  const isSystem = !useScopeKey().startsWith('project:');
  const { field, fieldState } = useController({ control: form.fields.control, name: 'rbac_policies' });
  const rows: readonly AccessRow[] = field.value;
  const hasAll = rows.some(({ target }) => target === ALL_PROJECTS);
  const set = (index: number, change: Partial<AccessRow>) =>
    field.onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const add = (target: string) => field.onChange([...rows, { target, access: 'direct' }]);
  const nameOf = ({ target }: AccessRow, index: number) =>
    target === ALL_PROJECTS ? t('access.shared') : t('access.row', { number: index + 1 });
  return (
    <FieldShell id={id} label={t('field.access')} required={false} error={fieldState.error?.message} groupRole="group">
      <div className="gantry-pairs">
        {rows.length === 0 && <p>{t('access.nobody')}</p>}
        {rows.map((row, index) => (
          // A row has no name of its own while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="gantry-pair">
            <TextInput
              dir="ltr"
              value={row.target === ALL_PROJECTS ? t('access.shared') : row.target}
              aria-label={`${nameOf(row, index)}: ${t('access.project')}`}
              placeholder={t('access.project')}
              {...(row.target === ALL_PROJECTS && { readOnlyVariant: 'default' as const })}
              onChange={(_, target) => set(index, { target })}
              onBlur={field.onBlur}
            />
            <FormSelect
              aria-label={`${nameOf(row, index)}: ${t('field.access')}`}
              value={row.access}
              onChange={(_, access) => set(index, { access: access as Access })}
            >
              {ACCESS.map((access) => (
                <FormSelectOption key={access} value={access} label={t(`access.by-${access}`)} />
              ))}
            </FormSelect>
          </div>
        ))}
        <div>
          <Button variant="link" isInline icon={<PlusCircleIcon />} onClick={() => add('')}>
            {t('access.add')}
          </Button>
        </div>
        {isSystem && !hasAll && (
          <div>
            <Button variant="link" isInline icon={<PlusCircleIcon />} onClick={() => add(ALL_PROJECTS)}>
              {t('access.add-all')}
            </Button>
          </div>
        )}
      </div>
    </FieldShell>
  );
}
