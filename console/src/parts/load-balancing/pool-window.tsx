import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useId, useMemo, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FieldShell } from '../../ui/form/field-shell.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { CidrField } from './cidr-field.tsx';
import { OVER_WINDOW } from './paths.ts';
import { kindOf, offersOf, type PoolDraft } from './pool-draft.ts';
import { BalanceFields, ForwardFields } from './pool-fields.tsx';
import { useMonitorText } from './pool-words.ts';
import { TlsFields } from './tls-fields.tsx';
import { usePart } from './use-part.ts';

type PoolForm = Pick<SchemaForm<PoolDraft>, 'fields'>;

/** What the windows over the form of a pool need of it. */
interface Window {
  form: PoolForm;
  networkId: LoadBalancer['network_id'] | undefined;
  /** Address of the form, to which they go back. */
  address: string;
}

const WindowContext = createContext<Window | undefined>(undefined);

/** The form under a window over it. Throws where there is none: that would be a mistake in the routes. */
export function usePoolWindow(): Window {
  const found = useContext(WindowContext);
  if (!found) throw new Error('this window stands over no form of a pool');
  return found;
}

interface PoolWindowProps<O> {
  form: SchemaForm<PoolDraft, O>;
  title: string;
  submitLabel: string;
  address: string;
  networkId: LoadBalancer['network_id'] | undefined;
  obstacle?: string | undefined;
  onCancel(): void;
}

/** The form of a pool in a window. Members and the check of their health have windows over it, each at an address of its own. */
export function PoolWindow<O>({ form, title, submitLabel, address, networkId, obstacle, onCancel }: PoolWindowProps<O>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const isCovered = useChildMatches().length > 0;
  const draft = useWatch({ control: form.fields.control }) as PoolDraft;
  const { fields } = form;
  const window = useMemo(
    (): Window => ({ form: { fields: fields as PoolForm['fields'] }, networkId, address }),
    [fields, networkId, address],
  );
  const hasTls = offersOf(kindOf(draft)).tls;
  return (
    <FormDialog
      form={form}
      label={title}
      submitLabel={submitLabel}
      obstacle={obstacle}
      wide
      over={{
        address,
        isOpen: isCovered,
        windows: (
          <WindowContext value={window}>
            <Outlet />
          </WindowContext>
        ),
      }}
      onCancel={onCancel}
    >
      <TextField form={form} name="name" label={text('field.name')} required />
      <ForwardFields form={form} />
      {hasTls && <TlsFields form={form} />}
      <Opener form={form} of="members" address={address} label={t('members.label')} open={t('members.choose')}>
        {(draft.members ?? []).length === 0
          ? t('members.none')
          : (draft.members ?? []).map((one) => one.address ?? one.server_id).join(', ')}
      </Opener>
      <Opener form={form} of="healthmonitor" address={address} label={t('monitor.label')} open={t('monitor.change')}>
        <MonitorFacts monitor={draft.healthmonitor} />
      </Opener>
      <BalanceFields form={form} way={draft} hasClientCa={hasTls && Boolean(draft.tls?.client_ca)} />
      <CidrField form={form} />
      <DescriptionField form={form} label={text('field.description')} />
    </FormDialog>
  );
}

function MonitorFacts({ monitor }: { monitor: PoolDraft['healthmonitor'] }) {
  const text = useMonitorText();
  return text(monitor && { type: monitor.type, delay: monitor.delay ?? 0 });
}

const OPENS = { members: OVER_WINDOW.members, healthmonitor: OVER_WINDOW.monitor } as const;

interface OpenerProps<O> {
  form: SchemaForm<PoolDraft, O>;
  of: keyof typeof OPENS;
  address: string;
  label: string;
  /** Of the button. */
  open: string;
  children: ReactNode;
}

/** A part of a pool that is typed in a window of its own: what it is, and what is wrong with it. */
function Opener<O>({ form, of, address, label, open, children }: OpenerProps<O>) {
  const id = useId();
  const navigate = useNavigate();
  const { marks } = usePart(form, of);
  const [wrong] = Object.values(marks);
  return (
    <FieldShell id={id} label={label} required={false} error={wrong} groupRole="group">
      <p>
        <bdi>{children}</bdi>
      </p>
      <Button variant="secondary" onClick={() => void navigate({ to: `${address}/${OPENS[of]}`, search: true, resetScroll: false })}>
        {open}
      </Button>
    </FieldShell>
  );
}

/** Leaves a window over the form, for that. */
export function useBackToPool(): () => void {
  const navigate = useNavigate();
  const { address } = usePoolWindow();
  return useCallback(() => void navigate({ to: address, search: true, replace: true, resetScroll: false }), [navigate, address]);
}
