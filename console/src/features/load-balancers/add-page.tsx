import { LOAD_BALANCER_QUOTA } from '@gantry/contract/nouns/load-balancers/quota';
import { takenBy } from '@gantry/contract/wire/taken';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { CreateForm } from '../../app/create/create-form.tsx';
import { useDraftForm, useDraftKey } from '../../app/create/use-draft-form.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useReturn } from '../../app/router/use-return.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { PoolDrafts, PoolWindows } from '../../parts/load-balancing/pool-drafts.tsx';
import { forwardText } from '../../parts/load-balancing/pool-words.ts';
import { CreationSide } from '../../parts/quotas/creation-side.tsx';
import { DescriptionField } from '../../ui/form/description-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FlavorFields } from './add/flavor-fields.tsx';
import { NetworkFields } from './add/network-fields.tsx';
import { EMPTY, keep, schema, type BalancerDraft } from './balancer-draft.ts';
import { section } from './section.ts';

/** Makes a load balancer with its pools, each of which is typed in a window over this page (S2 §2). */
export function Page() {
  const text = useNounText('load-balancers');
  const may = useMay();
  const leave = useReturn(section.path, section.addressOf);
  const { form, draft, restored, startOver } = useDraftForm({
    key: useDraftKey('add-load-balancers'),
    empty: EMPTY,
    keep,
    noun: 'load-balancers',
    part: 'load-balancer-pools',
    kind: section.kind,
    call: section.calls.create,
    schema,
    onDone: ({ id }) => leave(id),
  });
  return (
    <PoolWindows form={form} name="pools" networkId={draft.network_id}>
      <PageHeading>{text('title.add')}</PageHeading>
      <CreateForm
        form={form}
        label={text('title.add')}
        submitLabel={text('submit')}
        draft={{ restored, onStartOver: startOver }}
        onCancel={() => leave(null)}
        side={<Side draft={draft} />}
      >
        <TextField form={form} name="name" label={text('field.name')} required />
        <NetworkFields form={form} draft={draft} />
        <FlavorFields form={form} draft={draft} />
        {may(api.loadBalancerPools.create) && <PoolDrafts />}
        <DescriptionField form={form} label={text('field.description')} />
      </CreateForm>
    </PoolWindows>
  );
}

/** What it will be, and what it takes of the quota. */
function Side({ draft: { name, topology, pools } }: { draft: BalancerDraft }) {
  const { t } = useTranslation('load-balancers');
  return (
    <CreationSide
      noun="load-balancers"
      name={name}
      said={[
        t(`topology.${topology}`),
        ...pools.map((pool) => (
          <bdi key="forward" dir="ltr">
            {forwardText(pool)}
          </bdi>
        )),
      ]}
      takes={{ amounts: takenBy(LOAD_BALANCER_QUOTA, [{}]) }}
    />
  );
}
