import type { Quota, QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import type { Call } from '@gantry/contract/wire/call';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiCall } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import type { ActionDialogProps } from '../../ui/action/action.ts';
import { NumberField } from '../../ui/form/fields.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { numberFormat } from '../../ui/format.ts';
import './quotas.css';
import { draftOf, limitsOf, schemaOf, type Draft, type Limit } from './quota-draft.ts';

const UNITS: Readonly<Record<string, string>> = { ram: 'GiB', gigabytes: 'GiB' };
const MOST = 2_147_483_647;

export interface LimitsDialogProps<C extends Call> extends ActionDialogProps<{ id: string; name: string }> {
  /** Whose limits they are. */
  noun: 'projects' | 'domains';
  kind: 'project' | 'domain';
  call: ApiCall<C>;
  /** Limits and usage as they were last read; undefined as long as they are not known. */
  quota: Quota | undefined;
}

/** Sets limits, each beside what is used of it. */
export function LimitsDialog<C extends Call>(props: LimitsDialogProps<C>) {
  // What is set meanwhile is not put under what somebody types.
  const [quota, setQuota] = useState<Quota>();
  if (quota === undefined && props.quota !== undefined) setQuota(props.quota);
  return quota && <Limits {...props} quota={quota} />;
}

function Limits<C extends Call>({ noun, kind, call, item, obstacle, onClose, quota }: LimitsDialogProps<C> & { quota: Quota }) {
  const { t } = useTranslation('projects');
  const text = useNounText('projects');
  const [limits] = useState(() => limitsOf(quota));
  const schema = useMemo(() => schemaOf(limits), [limits]);
  return (
    <CommandDialog
      noun={noun}
      kind={kind}
      item={item}
      call={call}
      schema={schema}
      defaults={draftOf(limits)}
      wide
      label={t('quotas.title', { name: item.name })}
      submitLabel={text('edit.submit')}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => (
        <div className="gantry-limits">
          {limits.map((limit) => (
            <LimitField key={limit.field} form={form} of={limit} />
          ))}
        </div>
      )}
    </CommandDialog>
  );
}

/** One limit: what is used, and how much there may be; empty is any number. */
function LimitField({ form, of }: { form: SchemaForm<Draft, QuotaUpdate>; of: Limit }) {
  const { t, i18n } = useTranslation('projects');
  const { t: shared } = useTranslation('resource');
  const limit = useWatch({ control: form.fields.control, name: of.field });
  const label = of.policy ? shared('quota.policy', { name: of.name }) : shared(`quota.${of.name as 'cores'}`);
  const unit = of.policy ? 'GiB' : UNITS[of.name];
  const count = numberFormat(i18n.language, { maximumFractionDigits: 1 }).format(of.used / of.factor);
  const used = unit === undefined ? count : `${count} ${unit}`;
  const isBelow = limit !== undefined && limit * of.factor < of.used;
  return (
    <NumberField
      form={form}
      name={of.field}
      label={label}
      min={0}
      max={MOST}
      placeholder={t('quotas.unlimited')}
      {...(of.factor > 1 && { step: 'any' as const })}
      helper={t(isBelow ? 'quotas.below' : 'quotas.used', { used })}
      {...(unit !== undefined && { unit })}
    />
  );
}
