import { ALL_PROJECTS } from '@gantry/contract/nouns/networks/bodies';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useProjects } from '../../app/resource/use-projects.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import { useNamesMet } from '../../ui/form/use-names-met.ts';
import { ACCESS, type Access, type AccessRow } from './access-draft.ts';

interface Rows {
  rows: readonly AccessRow[];
  onChange(rows: AccessRow[]): void;
}

/**
 * The projects that a network can be opened to, as a field of a form chooses several of them (`PickField`); each has its row of access. Undefined
 * for who does not see which projects there are. @param owner id of the project that the network belongs to
 */
export function useProjectPick({ rows, onChange }: Rows, owner: string | null) {
  const { t } = useTranslation('networks');
  const sees = useMay()(api.projects.list);
  const { projects, ...asked } = useProjects(sees);
  const names = useNamesMet(
    projects,
    rows.map(({ target }) => target),
  );
  if (!sees) return undefined;
  const others = projects?.filter(({ id }) => id !== owner);
  const onPick = (id: string) => {
    const isThere = rows.some(({ target }) => target === id);
    onChange(isThere ? rows.filter(({ target }) => target !== id) : [...rows, { target: id, access: 'direct' }]);
  };
  return {
    pick: {
      ...asked,
      label: t('access.projects'),
      several: true,
      headers: [t('access.name'), t('access.domain')],
      options: others?.map(({ id, name, domain }) => ({ id, name: name || id, cells: [domain] })),
      onPick,
    },
    nameOf: ({ target }: AccessRow) => names.get(target) || (projects && asked.search === '' ? target : undefined),
  };
}

interface AccessRowsProps extends Rows {
  error: string | undefined;
  /**
   * What a project is called, where projects are chosen by name: its id where it is known to have none, undefined until that is known. Absent: ids
   * are typed.
   */
  nameOf: ((row: AccessRow) => string | undefined) | undefined;
  onBlur(): void;
}

/** One row for each project that has access; all of them together only for administrators. */
export function AccessRows({ rows, onChange, error, nameOf, onBlur }: AccessRowsProps) {
  const { t } = useTranslation('networks');
  const id = useId();
  const may = useMay();
  const isSystem = !useScopeKey().startsWith('project:') || may(api.networks.createPublic);
  const hasAll = rows.some(({ target }) => target === ALL_PROJECTS);
  const set = (index: number, change: Partial<AccessRow>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const add = (target: string) => onChange([...rows, { target, access: 'direct' }]);
  const titleOf = (row: AccessRow, index: number) =>
    row.target === ALL_PROJECTS ? t('access.shared') : (nameOf?.(row) ?? t('access.row', { number: index + 1 }));
  const adding = (label: string, target: string) => (
    <div>
      <Button variant="link" isInline icon={<PlusCircleIcon />} onClick={() => add(target)}>
        {label}
      </Button>
    </div>
  );
  return (
    <FieldShell id={id} label={t('field.access')} required={false} error={error} groupRole="group">
      <div className="gantry-pairs">
        {rows.length === 0 && <p>{t('access.nobody')}</p>}
        {rows.map((row, index) => (
          // A row has no name of its own while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="gantry-pair">
            {nameOf || row.target === ALL_PROJECTS ? (
              <bdi>{titleOf(row, index)}</bdi>
            ) : (
              <TextInput
                dir="ltr"
                value={row.target}
                aria-label={`${titleOf(row, index)}: ${t('access.project')}`}
                placeholder={t('access.project')}
                onChange={(_, target) => set(index, { target })}
                onBlur={onBlur}
              />
            )}
            <FormSelect
              aria-label={`${titleOf(row, index)}: ${t('field.access')}`}
              value={row.access}
              onChange={(_, access) => set(index, { access: access as Access })}
            >
              {ACCESS.map((access) => (
                <FormSelectOption key={access} value={access} label={t(`access.by-${access}`)} />
              ))}
            </FormSelect>
          </div>
        ))}
        {!nameOf && adding(t('access.add'), '')}
        {isSystem && !hasAll && adding(t('access.add-all'), ALL_PROJECTS)}
      </div>
    </FieldShell>
  );
}
