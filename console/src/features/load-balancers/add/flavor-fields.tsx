import { TOPOLOGIES, type Topology } from '@gantry/contract/nouns/load-balancers/availability';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { RadioChoice } from '../../../ui/form/radio-choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { BalancerDraft, BalancerForm } from '../balancer-draft.ts';

/** As many as a page of a list has: clouds have a few. */
const MOST = 1000;

/** Whether it goes on where an instance fails, and in which flavor it comes, where several are so. */
export function FlavorFields({ form, draft: { topology, flavor_id: chosen } }: { form: BalancerForm; draft: BalancerDraft }) {
  const { t } = useTranslation('load-balancers');
  const id = useId();
  const may = useMay();
  const { data } = useList(api.loadBalancerFlavors.list, { limit: MOST, sort: 'name:asc' }, undefined, {
    enabled: may(api.loadBalancerFlavors.list),
  });
  const offered = data?.data.filter(({ enabled }) => enabled) ?? [];
  const of = (wanted: Topology) => offered.filter(({ flavor_data: built }) => built?.loadbalancer_topology === wanted);
  const topologies = TOPOLOGIES.filter((one) => of(one).length > 0);
  const fitting = of(topologies.includes(topology) ? topology : (topologies[0] ?? topology));
  const { setValue, resetField } = form.fields;
  // What is chosen until somebody chooses is no change of the form.
  const [first] = fitting;
  const isOther = first !== undefined && !fitting.some((one) => one.id === chosen);
  useEffect(() => {
    if (isOther) resetField('flavor_id', { defaultValue: first.id });
  }, [isOther, first, resetField]);
  if (topologies.length === 0) return null;
  return (
    <>
      <RadioChoice
        id={id}
        label={t('field.ha')}
        value={topology}
        onChange={(next) => setValue('topology', next, { shouldDirty: true })}
        options={topologies.map((value) => ({ value, label: t(`topology.${value}`), description: t(`topology.${value}-helper`) }))}
      />
      {fitting.length > 1 && (
        <SelectField
          form={form}
          name="flavor_id"
          label={t('field.flavor')}
          required
          options={fitting.map((flavor) => ({ value: flavor.id, label: flavor.name || flavor.id }))}
        />
      )}
    </>
  );
}
