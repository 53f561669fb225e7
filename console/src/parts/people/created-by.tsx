import type { ApiCall } from '../../app/api/calls.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { Dash } from '../../ui/show/dash.tsx';

/** The calls that create what the audit log can tell the creator of: users, and what they are in. */
type Creation = 'users.create' | 'groups.create' | 'projects.create' | 'domains.create';

/** Who created one, as the audit log has it, which holds a year; a dash where it does not know. */
function CreatedBy({ creation, id }: { creation: Creation; id: string }) {
  const query = { activity: creation, target: id, result: 'accepted', limit: 1 };
  const { data, isLoading } = useList(api.auditLog.list, query);
  if (isLoading) return null;
  const entry = data?.data[0];
  const name = entry && (entry.user_name ?? entry.user_id);
  if (!entry || name === null || name === undefined) return <Dash />;
  return (
    <ItemLink kind="user" id={entry.user_id}>
      {name}
    </ItemLink>
  );
}

/** The property that says who created one, for those who may read the audit log: a member of the noun's table. */
export const createdBy = (creation: Creation) => ({
  key: 'creator',
  label: 'field.created-by' as const,
  in: ['details'] as const,
  when: ({ may }: { may(call: ApiCall): boolean }) => may(api.auditLog.list),
  value: () => null,
  details: ({ id }: { id: string }) => <CreatedBy creation={creation} id={id} />,
});
