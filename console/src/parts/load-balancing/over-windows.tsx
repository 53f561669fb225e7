/** The windows over the form of a pool (S2 §2): what they hold goes into the form, and is sent with it. */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { membersDraftOf, type MembersDraft } from './member-draft.ts';
import { MembersField } from './members-field.tsx';
import { MonitorFields } from './monitor-fields.tsx';
import { kindOf, membersSchema, monitorSchema, type MonitorDraft, type PoolDraft } from './pool-draft.ts';
import { useBackToPool, usePoolWindow } from './pool-window.tsx';
import { useLocalForm } from './use-local-form.ts';

const AS_TYPED = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const;

interface OverProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** The field of the pool's form. */
  of: 'members' | 'healthmonitor';
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A window over the form of a pool. What the server has found wrong there stands at its place here. */
function Over<I extends FieldValues, O>({ form, of, title, onClose, children }: OverProps<I, O>) {
  const { t } = useTranslation('load-balancer-pools');
  const { form: pool } = usePoolWindow();
  const { setError } = form.fields;
  const { getFieldState } = pool.fields;
  useEffect(() => {
    const { error } = getFieldState(of);
    if (error) setError(of as never, { ...error, type: 'server' });
  }, [getFieldState, setError, of]);
  return (
    <FormDialog form={form} label={title} submitLabel={t('window.apply')} wide={of === 'members'} onCancel={onClose}>
      {children}
    </FormDialog>
  );
}

/** What is done with what was typed: it goes into the pool's form. */
function useIntoPool<N extends 'members' | 'healthmonitor'>(name: N): (value: PathValue<PoolDraft, N & Path<PoolDraft>>) => void {
  const { form } = usePoolWindow();
  const close = useBackToPool();
  return (value) => {
    form.fields.setValue(name as Path<PoolDraft>, value as never, AS_TYPED);
    close();
  };
}

/** Chooses the members. */
export function MembersWindow() {
  const { t } = useTranslation('load-balancer-pools');
  const { form: pool, networkId } = usePoolWindow();
  const close = useBackToPool();
  const into = useIntoPool('members');
  const form = useLocalForm<MembersDraft, unknown>({
    schema: membersSchema,
    defaults: membersDraftOf(pool.fields.getValues('members') ?? []),
    onDone: ({ members }) => into(members),
  });
  return (
    <Over form={form} of="members" title={t('members.label')} onClose={close}>
      <MembersField form={form} networkId={networkId} />
    </Over>
  );
}

/** Says how it is found out whether members work. */
export function MonitorWindow() {
  const { t } = useTranslation('load-balancer-pools');
  const { form: pool } = usePoolWindow();
  const close = useBackToPool();
  const into = useIntoPool('healthmonitor');
  const form = useLocalForm<{ healthmonitor: MonitorDraft | null }, unknown>({
    schema: monitorSchema,
    defaults: { healthmonitor: pool.fields.getValues('healthmonitor') ?? null },
    onDone: ({ healthmonitor }) => into(healthmonitor),
  });
  return (
    <Over form={form} of="healthmonitor" title={t('monitor.label')} onClose={close}>
      <MonitorFields form={form} kind={kindOf(pool.fields.getValues())} />
    </Over>
  );
}
