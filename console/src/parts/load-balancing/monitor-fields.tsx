import { LISTENER_KINDS, MONITOR_TYPES, POOL_LIMITS, type ListenerKind } from '@gantry/contract/nouns/load-balancer-pools/values';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { PartNumber, PartText } from './part-controls.tsx';
import { newMonitor, type MonitorDraft } from './pool-draft.ts';
import { usePart } from './use-part.ts';

interface MonitorFieldsProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  kind: ListenerKind;
}

/** How it is found out whether members work, or that it is not. */
export function MonitorFields<I extends FieldValues, O>({ form, kind }: MonitorFieldsProps<I, O>) {
  const { t } = useTranslation('load-balancer-pools');
  const id = useId();
  const { value: monitor, marks, onChange } = usePart<MonitorDraft | null, I, O>(form, 'healthmonitor' as FieldPath<I>);
  const change = (part: Partial<MonitorDraft>) => monitor && onChange({ ...monitor, ...part });
  const seconds = (member: 'delay' | 'timeout') => (
    <PartNumber
      label={t(`monitor.${member}`)}
      {...(member === 'timeout' && { helper: t('monitor.timeout-helper') })}
      unit={t('monitor.seconds')}
      min={1}
      max={POOL_LIMITS.seconds}
      value={monitor?.[member]}
      error={marks[member]}
      onChange={(value) => change({ [member]: value })}
    />
  );
  const threshold = (member: 'max_retries' | 'max_retries_down') => (
    <PartNumber
      label={t(`monitor.${member}`)}
      helper={t(`monitor.${member}-helper`)}
      min={1}
      max={POOL_LIMITS.thresholds}
      value={monitor?.[member]}
      error={marks[member]}
      onChange={(value) => change({ [member]: value })}
    />
  );
  // The one that the other side speaks comes first.
  const fits: readonly string[] = LISTENER_KINDS[kind].monitors;
  const isAsking = monitor?.type === 'HTTP' || monitor?.type === 'HTTPS';
  return (
    <>
      <Checkbox
        id={`${id}-on`}
        label={t('monitor.on')}
        description={t('monitor.on-helper')}
        isChecked={monitor !== null}
        onChange={(_, on) => onChange(on ? newMonitor(kind) : null)}
      />
      {monitor && (
        <>
          <FieldShell id={id} label={t('monitor.type')} required helper={t('monitor.type-helper')} error={marks['type']}>
            <FormSelect id={id} value={monitor.type} onChange={(_, type) => change({ type: type as MonitorDraft['type'] })}>
              {MONITOR_TYPES.map((type) => (
                <FormSelectOption key={type} value={type} label={type} isDisabled={!fits.includes(type)} />
              ))}
            </FormSelect>
          </FieldShell>
          {isAsking && (
            <PartText
              label={t('monitor.path')}
              value={monitor.url_path ?? ''}
              error={marks['url_path']}
              onChange={(path) => change({ url_path: path })}
            />
          )}
          {seconds('delay')}
          {seconds('timeout')}
          {threshold('max_retries')}
          {threshold('max_retries_down')}
        </>
      )}
    </>
  );
}
