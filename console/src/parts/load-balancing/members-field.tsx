import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useOptions } from '../../app/list/use-options.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { memberOf, placesOf, type MembersDraft, type Place } from './member-draft.ts';
import { MemberRows } from './member-rows.tsx';
import type { MemberDraft } from './pool-draft.ts';
import { usePart } from './use-part.ts';

interface MembersFieldProps<I extends FieldValues & MembersDraft, O> {
  form: SchemaForm<I, O>;
  /** Network of the balancer: its addresses come first. */
  networkId: string | null | undefined;
}

/** Chooses the servers that get what arrives, each with its address and its weight. */
export function MembersField<I extends FieldValues & MembersDraft, O>({ form, networkId }: MembersFieldProps<I, O>) {
  const { t } = useTranslation('load-balancer-pools');
  const text = useNounText('load-balancer-pools');
  const { answer, ...search } = useOptions(api.servers.list, 'name:asc');
  const { value: members, marks, onChange, onBlur } = usePart<MemberDraft[], I, O>(form, 'members' as FieldPath<I>);
  const serverOf = useServers(members, answer?.data ?? []);
  const pick = (server: Server | undefined) => {
    if (!server) return;
    const isThere = members.some(({ server_id: id }) => id === server.id);
    onChange(isThere ? members.filter(({ server_id: id }) => id !== server.id) : [...members, memberOf(server, networkId)]);
  };
  const optionOf = ({ id, name }: Server, [first]: readonly Place[]) => ({
    id,
    name: name || id,
    cells: [
      <bdi key="address" dir="ltr">
        {first?.ip}
      </bdi>,
    ],
    obstacle: first ? undefined : t('members.no-address'),
  });
  return (
    <>
      <PickField
        {...search}
        form={form}
        name={'servers' as FieldPath<I>}
        label={t('members.servers')}
        several
        headers={[text('field.name'), t('member.address')]}
        options={answer?.data.map((server) => optionOf(server, placesOf(server, networkId)))}
        onPick={(id) => pick(answer?.data.find((one) => one.id === id))}
      />
      <MemberRows members={members} marks={marks} serverOf={serverOf} networkId={networkId} onChange={onChange} onBlur={onBlur} />
    </>
  );
}

/** The servers of members: those that are listed, and others asked for by their ids. */
function useServers(members: readonly MemberDraft[], listed: readonly Server[]): (id: string) => Server | undefined {
  const ids = [...new Set(members.map(({ server_id: id }) => id))].filter((id) => !listed.some((one) => one.id === id));
  const { data } = useList(api.servers.list, { id: `in:${ids.join(',')}`, limit: 100 }, undefined, { enabled: ids.length > 0 });
  const all = [...listed, ...(ids.length > 0 ? (data?.data ?? []) : [])];
  return (id) => all.find((one) => one.id === id);
}
