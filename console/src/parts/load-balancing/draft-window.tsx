import { isSameTransport } from '@gantry/contract/nouns/load-balancer-pools/values';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { fieldErrorOf, partErrorsAt } from '../../ui/form/field-errors.ts';
import { ADD_BALANCER, WINDOW } from './paths.ts';
import { newPool, poolSchema, type PoolDraft } from './pool-draft.ts';
import { usePoolDrafts } from './pool-drafts.tsx';
import { PoolWindow } from './pool-window.tsx';
import { useLocalForm } from './use-local-form.ts';

/** Judges a pool beside the others that the balancer is made with: each port is taken once. */
const schemaBeside = (others: readonly PoolDraft[]) =>
  poolSchema.superRefine(({ protocol, protocol_port: port }, { addIssue }) => {
    if (others.some((one) => one.protocol_port === port && isSameTransport(one.protocol, protocol)))
      addIssue({ code: 'custom', path: ['protocol_port'], message: 'pool_port_taken' });
  });

/** The window over the form of a new balancer in which one of its pools is typed: a new one, or the one whose number the address says. */
export function DraftWindow() {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const navigate = useNavigate();
  const { pool: number } = useSearch({ strict: false }) as { pool?: unknown };
  const { pools, marks, networkId, onChange } = usePoolDrafts();
  const index = Number(number) - 1;
  const before = pools[index];
  const schema = useMemo(() => schemaBeside(pools.filter((one) => one !== before)), [pools, before]);
  const leave = () => void navigate({ to: ADD_BALANCER, replace: true, resetScroll: false });
  const form = useLocalForm<PoolDraft, unknown>({
    schema,
    defaults: before ?? newPool(),
    onDone: (draft) => {
      onChange(before ? pools.map((one) => (one === before ? draft : one)) : [...pools, draft]);
      leave();
    },
  });
  // What the server has found wrong with it stands at its fields.
  const { setError } = form.fields;
  useEffect(() => {
    const wrong = Map.groupBy(Object.entries(partErrorsAt(marks, index)), ([path]) => path.split('.')[0] ?? '');
    for (const [name, texts] of wrong)
      setError(
        name as FieldPath<PoolDraft>,
        fieldErrorOf(
          'server',
          texts.map(([path, said]) => [path.slice(name.length + 1), said] as const),
        ),
      );
    // As it is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <PoolWindow
      form={form}
      title={before ? t('drafts.edit', { name: before.name }) : text('title.add')}
      submitLabel={before ? t('window.apply') : text('title.add')}
      address={`${ADD_BALANCER}/${WINDOW}`}
      networkId={networkId}
      onCancel={leave}
    />
  );
}
