import { ALGORITHMS, LISTENER_KIND_NAMES, POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import { useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { NumberField } from '../../ui/form/fields.tsx';
import { RadioChoice } from '../../ui/form/radio-choice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { HeaderFields } from './header-fields.tsx';
import { kindOf, offersOf, withKind, type PoolDraft, type Way } from './pool-draft.ts';
import { wayText } from './pool-words.ts';

type AnyForm<O> = SchemaForm<PoolDraft, O>;

const PORT = { min: 1, max: 65_535 } as const;
/** Fields that are there, or mean what they do, by the way that is chosen. */
const OF_WAY: FieldPath<PoolDraft>[] = [
  'protocol_port',
  'backend_protocol_port',
  'sticky_session',
  'proxy_protocol_enabled',
  'insert_headers',
  'tls',
  'healthmonitor',
];
const AS_TYPED = { shouldDirty: true, shouldTouch: true } as const;

/** What arrives, what is spoken to servers, and the ports of both: said once, when the pool is made. */
export function ForwardFields<O>({ form }: { form: AnyForm<O> }) {
  const { t } = useTranslation('load-balancer-pools');
  const id = useId();
  const can = useCapabilities();
  const kinds = LISTENER_KIND_NAMES.filter((kind) => !offersOf(kind).tls || can.has('load_balancer_pool.create:tls'));
  const { control, getValues, setValue, clearErrors } = form.fields;
  const draft = useWatch({ control }) as PoolDraft;
  const choose = (kind: (typeof LISTENER_KIND_NAMES)[number]) => {
    const before = getValues();
    // What was wrong with another way is judged anew: a field that is no longer there would keep the form from being sent.
    clearErrors(OF_WAY);
    for (const [name, value] of Object.entries(withKind(before, kind)))
      if (value !== before[name as keyof PoolDraft]) setValue(name as FieldPath<PoolDraft>, value as never, AS_TYPED);
  };
  return (
    <>
      <RadioChoice
        id={id}
        label={t('field.way')}
        required
        options={kinds.map((kind) => ({
          value: kind,
          label: wayText(kind),
          ...((kind === 'https_https' || kind === 'https_http') && { description: t(`way.${kind}`) }),
        }))}
        value={kindOf(draft)}
        onChange={choose}
      />
      <NumberField form={form} name="protocol_port" label={t('field.port')} required {...PORT} />
      <NumberField form={form} name="backend_protocol_port" label={t('field.backend-port')} required {...PORT} />
    </>
  );
}

interface BalanceFieldsProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** What can be chosen follows from it. */
  way: Way;
  /** The pool asks clients for certificates. */
  hasClientCa: boolean;
  /** It is there already: what cannot be changed is not asked for. */
  isThere?: boolean;
}

/** How servers are chosen, and what they are told. */
export function BalanceFields<I extends FieldValues, O>({ form, way, hasClientCa, isThere = false }: BalanceFieldsProps<I, O>) {
  const { t } = useTranslation('load-balancer-pools');
  const offers = offersOf(kindOf(way));
  const of = (name: keyof PoolDraft) => ({ form, name: name as FieldPath<I> });
  return (
    <>
      <SelectField
        {...of('lb_algorithm')}
        label={t('field.algorithm')}
        required
        options={ALGORITHMS.map((value) => ({ value, label: t(`algorithm.${value}`) }))}
      />
      {offers.sticky && <CheckboxField {...of('sticky_session')} label={t('field.sticky')} helper={t('field.sticky-helper')} />}
      <NumberField
        {...of('connection_limit')}
        label={t('field.limit')}
        required
        helper={t('field.limit-helper')}
        min={-1}
        max={POOL_LIMITS.connections}
      />
      {offers.proxy && !isThere && (
        <CheckboxField {...of('proxy_protocol_enabled')} label={t('field.proxy')} helper={t('field.proxy-helper')} />
      )}
      {offers.headers && <HeaderFields form={form} hasTls={offers.tls} hasClientCa={hasClientCa} />}
    </>
  );
}
