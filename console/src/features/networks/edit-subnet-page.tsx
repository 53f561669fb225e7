import { subnetUpdateBody, type Subnet } from '@gantry/contract/nouns/networks/subnets';
import { subnetProblems } from '@gantry/contract/nouns/networks/subnet-rules';
import { newProblems } from '@gantry/contract/validation/new-problems';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { OverPage } from '../../app/resource/over-page.tsx';
import { section } from './section.ts';
import { changesOf, draftOf, type SubnetDraft } from './subnet-draft.ts';
import { SubnetForm } from './subnet-form.tsx';
import { view } from './view.tsx';

/** What can be changed of a subnet, judged against its network address, which stays. */
const schemaOf = ({ cidr, gateway_ip, allocation_pools }: Subnet, before: SubnetDraft) =>
  z
    .custom<SubnetDraft>()
    .transform((draft): unknown => changesOf(draft, before))
    .pipe(
      subnetUpdateBody.superRefine((body, { addIssue }) => {
        for (const { path, code, params } of newProblems(subnetProblems, { cidr, ...body }, { cidr, gateway_ip, allocation_pools }))
          addIssue({ code: 'custom', path, message: code, params: params ?? {} });
      }) as z.ZodType<unknown, unknown>,
    );

/** The dialog that changes a subnet, over the page of its network. */
export function Page() {
  const { subnetId } = useParams({ strict: false }) as { subnetId?: string };
  return (
    <OverPage section={section} page={view.Details}>
      {({ subnets }, close) => {
        const subnet = subnets.find(({ id }) => id === subnetId);
        return subnet && <EditSubnet key={subnet.id} subnet={subnet} onClose={close} />;
      }}
    </OverPage>
  );
}

function EditSubnet({ subnet, onClose }: { subnet: Subnet; onClose(): void }) {
  const { t } = useTranslation('networks');
  const text = useNounText('networks');
  const [before] = useState(() => draftOf(subnet));
  const schema = useMemo(() => schemaOf(subnet, before), [subnet, before]);
  return (
    <CommandDialog
      noun="networks"
      kind="network"
      item={subnet}
      call={api.networks.updateSubnet}
      params={{ subnetId: subnet.id }}
      schema={schema}
      defaults={before}
      label={t('subnet.edit', { cidr: subnet.cidr })}
      submitLabel={text('edit.submit')}
      onClose={onClose}
    >
      {(form) => <SubnetForm form={form} isThere />}
    </CommandDialog>
  );
}
