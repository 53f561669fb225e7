import type { Router } from '@gantry/contract/nouns/routers/entity';
import { ROUTER_STATUSES } from '@gantry/contract/nouns/routers/statuses';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commonColumns, type SectionColumn } from '../../app/resource/columns.tsx';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText, useStatusText } from '../../app/resource/noun-text.ts';
import { section } from './section.ts';

const outsideOf = ({ external_gateway_info: gateway }: Router): string | null => gateway && (gateway.network_name ?? gateway.network_id);
const addressesOf = ({ external_gateway_info: gateway }: Router): string | null =>
  gateway?.external_fixed_ips.map(({ ip_address: ip }) => ip).join(', ') || null;

/** What there is to say about a router. */
export function useColumns(): SectionColumn<Router>[] {
  const { t } = useTranslation('routers');
  const text = useNounText(section.noun);
  const word = useStatusText(section.noun);
  return useMemo(
    () => [
      commonColumns.status(section.noun, ROUTER_STATUSES, text, word),
      {
        key: 'external',
        label: t('field.external'),
        value: outsideOf,
        render: (router) =>
          router.external_gateway_info && (
            <ItemLink kind="network" id={router.external_gateway_info.network_id}>
              {outsideOf(router)}
            </ItemLink>
          ),
      },
      {
        key: 'address',
        label: t('field.address'),
        kind: 'address',
        value: addressesOf,
        render: (router) => addressesOf(router) && <bdi dir="ltr">{addressesOf(router)}</bdi>,
      },
      {
        key: 'snat',
        label: 'SNAT',
        kind: 'flag',
        value: ({ external_gateway_info: gateway }) => gateway && text(gateway.enable_snat ? 'yes' : 'no'),
      },
      {
        key: 'networks',
        label: t('field.networks'),
        kind: 'number',
        value: ({ interfaces_info: interfaces }) => new Set(interfaces.map(({ network_id: id }) => id)).size,
      },
      commonColumns.created(text),
      commonColumns.id(text),
    ],
    [t, text, word],
  );
}
