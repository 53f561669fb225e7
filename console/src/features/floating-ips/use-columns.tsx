import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { FLOATING_IP_STATUSES } from '@gantry/contract/nouns/floating-ips/statuses';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useItem } from '../../app/api/hooks.ts';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { section } from './section.ts';

const targetOf = ({ attachment }: FloatingIp): string | null => attachment && (attachment.object_name || attachment.object_id);

/** The router that an address leads through, by its name. */
function RouterLink({ id }: { id: string }) {
  const may = useMay();
  const { data } = useItem(api.routers.read, { routerId: id }, { enabled: may(api.routers.read) });
  return (
    <ItemLink kind="router" id={id}>
      {data?.name || id}
    </ItemLink>
  );
}

/** What there is to say about a floating IP. */
export function useColumns(): SectionColumn<FloatingIp>[] {
  const { t } = useTranslation('floating-ips');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  return useMemo(
    () => [
      commonColumns.status(section.noun, FLOATING_IP_STATUSES, text, word),
      {
        key: 'target',
        label: t('field.target'),
        value: targetOf,
        render: (one) =>
          one.attachment && (
            <ItemLink kind="server" id={one.attachment.object_id}>
              {targetOf(one)}
            </ItemLink>
          ),
      },
      {
        key: 'fixed',
        label: t('field.fixed'),
        kind: 'address',
        value: ({ fixed_ip_address: ip }) => ip,
        render: ({ fixed_ip_address: ip }) => ip && <bdi dir="ltr">{ip}</bdi>,
      },
      {
        key: 'network',
        label: t('field.network'),
        value: ({ floating_network_id: id, floating_network_name: name }) => name ?? id,
        render: ({ floating_network_id: id, floating_network_name: name }) => (
          <ItemLink kind="network" id={id}>
            {name ?? id}
          </ItemLink>
        ),
      },
      {
        key: 'router',
        label: t('field.router'),
        value: ({ router_id: id }) => id,
        render: ({ router_id: id }) => id !== null && <RouterLink id={id} />,
        on: 'details',
      },
      commonColumns.created(text),
      commonColumns.description(text),
      commonColumns.id(text),
    ],
    [t, text, word],
  );
}
