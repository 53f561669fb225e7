import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Fragment, useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Failure } from '../failure.ts';
import { SearchBox } from '../list/search-box.tsx';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import { FieldShell } from './field-shell.tsx';
import type { FieldProps } from './fields.tsx';
import './pick-field.css';
import { useControlled } from './use-controlled.ts';
import { useNamesMet } from './use-names-met.ts';

/** So many options are found at a glance; more can be searched. */
const SEARCHED = 5;

export interface PickOption {
  id: string;
  name: string;
  /** Cells after the name; none where nothing is to be said but the name. */
  cells: readonly ReactNode[];
  /** Why it cannot be chosen. */
  obstacle?: string | undefined;
  /** What speaks against it without forbidding it. */
  note?: string | undefined;
  /** Heading over it and those of the same that follow. */
  group?: string;
}

interface PickFieldProps<I extends FieldValues, O> extends FieldProps<I, O> {
  several?: boolean;
  /** What stands over the field says the same. */
  hidesLabel?: boolean;
  /** Headers: of the name, then of the cells; a single one is not shown, as the label says it. */
  headers: readonly string[];
  options: readonly PickOption[] | undefined;
  failure?: Failure | undefined;
  onRetry(): void;
  /** There are more than are shown: the search narrows them down. */
  more: boolean;
  search: string;
  onSearch(text: string): void;
  /** For what else follows from a choice. */
  onPick?(id: string): void;
}

/** Chooses one or several things of a list of the server, with what matters for the choice beside each. */
export function PickField<I extends FieldValues, O>(props: PickFieldProps<I, O>) {
  const {
    form,
    name,
    label,
    required = false,
    helper,
    several = false,
    hidesLabel,
    headers,
    options,
    failure,
    onRetry,
    more,
    search,
    onSearch,
    onPick,
  } = props;
  const { t } = useUiText();
  const id = useId();
  const { field, fieldState } = useControlled({ form, name });
  // Where nothing has to be chosen, an option with an empty id stands for nothing.
  const nothing = required ? [] : [''];
  const chosen: readonly string[] = several ? (field.value ?? []) : field.value ? [field.value] : nothing;
  const names = useNamesMet(options, chosen);
  const choose = ({ id: option }: PickOption, on: boolean) => {
    if (!several) field.onChange(option === '' ? undefined : option);
    else field.onChange(on ? [...chosen, option] : chosen.filter((one) => one !== option));
    onPick?.(option);
  };
  // A search leaves the window as high as it is: what is found would else move its buttons away from under the pointer.
  const choices = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>();
  const find = (text: string) => {
    setRoom(text === '' ? undefined : (room ?? choices.current?.offsetHeight));
    onSearch(text);
  };
  const hidden = chosen.filter((one) => one !== '' && options !== undefined && !options.some((option) => option.id === one));
  const named = hidden.flatMap((one) => names.get(one) ?? []);
  // Of what no list has shown, the number is all that there is to say.
  const unnamed = hidden.length - named.length;
  const hiddenNames = [...named, ...(unnamed > 0 ? [`+${unnamed}`] : [])].join(', ');
  const Control = several ? Checkbox : Radio;
  const groupRole = several ? 'group' : 'radiogroup';
  // Only who leaves the group is told that something is missing: told while the pointer is down on another choice, the window would grow
  // and move that choice away from under it.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.closest(`[role="${groupRole}"]`)?.contains(relatedTarget)) field.onBlur();
  };
  return (
    <FieldShell
      id={id}
      label={label}
      hidesLabel={hidesLabel}
      required={required}
      groupRole={groupRole}
      error={fieldState.error?.message}
      helper={hidden.length > 0 ? t('pick.hidden', { names: hiddenNames }) : helper}
    >
      <div className="gantry-pick-room">
        {(more || search !== '' || (options?.length ?? 0) > SEARCHED) && (
          <div className="gantry-pick-search">
            <SearchBox label={t('pick.search', { label })} value={search} onSearch={find} />
          </div>
        )}
        <div ref={choices} className="gantry-pick-choices" style={{ minBlockSize: room }}>
          {failure && <ErrorState failure={failure} retry={onRetry} />}
          {!failure && options === undefined && <Skeleton height="6rem" screenreaderText={t('loading')} />}
          {options?.length === 0 && <p className="gantry-subtle">{search === '' ? t('pick.none') : t('filtered-empty.title')}</p>}
          {options !== undefined && options.length > 0 && (
            // The keyboard scrolls it by what can be chosen; where nothing can, by itself.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
            <div className="gantry-pick" tabIndex={options.every(({ obstacle }) => obstacle !== undefined) ? 0 : -1}>
              <table aria-label={label}>
                {headers.length > 1 && (
                  <thead>
                    <tr>
                      {headers.map((header) => (
                        <th key={header} scope="col">
                          {header}
                        </th>
                      ))}
                    </tr>
                  </thead>
                )}
                <tbody>
                  {options.map((option, index) => (
                    <Fragment key={option.id}>
                      {option.group !== undefined && option.group !== options[index - 1]?.group && (
                        <tr>
                          <th colSpan={headers.length} scope="rowgroup">
                            {option.group}
                          </th>
                        </tr>
                      )}
                      <tr>
                        <td
                          {...(headers.length > 1 && { 'data-label': headers[0] })}
                          {...(option.cells.length === 0 && { colSpan: headers.length })}
                        >
                          <Control
                            id={`${id}-${option.id}`}
                            name={`${id}-pick`}
                            label={<bdi>{option.name}</bdi>}
                            description={option.obstacle ?? option.note}
                            isChecked={chosen.includes(option.id)}
                            isDisabled={option.obstacle !== undefined}
                            onChange={(_, on) => choose(option, on)}
                            onBlur={leave}
                          />
                        </td>
                        {option.cells.map((cell, place) => (
                          <td key={headers[place + 1]} data-label={headers[place + 1]}>
                            <div>{cell}</div>
                          </td>
                        ))}
                      </tr>
                    </Fragment>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {more && <p className="gantry-subtle">{t('pick.more')}</p>}
        </div>
      </div>
    </FieldShell>
  );
}
