import type { Router } from '@gantry/contract/nouns/routers/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { SubButton, SubTable } from '../../app/resource/sub-list.tsx';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { isSame, routeId, type Route } from './route-draft.ts';
import { addTo, editIn } from './section.ts';

/** A route goes by where it leads. */
type Row = Route & { id: string; name: string };

/** The static routes of a router. */
export function Routes({ router }: { router: Router }) {
  const { t } = useTranslation('routers');
  const may = useMay();
  const openOver = useOpenOver();
  const rows = router.routes.map((route): Row => ({ ...route, id: routeId(route), name: route.destination }));
  const actions = useRouteActions(router, rows);
  return (
    <>
      <SubTable
        name="routes"
        tools={
          may(api.routers.update) && <SubButton label={t('route.add')} onClick={() => openOver(addTo('routes'), { routerId: router.id })} />
        }
        empty={t('route.none')}
        label={t('tab.routes')}
        items={rows}
        nameOf={(row) => row.name}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'destination',
            kind: 'name',
            sort: 'destination',
            label: t('field.destination'),
            value: ({ destination }) => destination,
            render: ({ destination }) => <bdi dir="ltr">{destination}</bdi>,
          },
          {
            key: 'nexthop',
            kind: 'address',
            sort: 'nexthop',
            label: t('field.nexthop'),
            value: ({ nexthop }) => nexthop,
            render: ({ nexthop }) => <bdi dir="ltr">{nexthop}</bdi>,
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}

/** A route that is taken away can be put back: nothing is asked before. */
function useRouteActions(router: Router, items: readonly Row[]) {
  const { t } = useTranslation('routers');
  const text = useNounText('routers');
  const may = useMay();
  const openOver = useOpenOver();
  const refresh = useRefresh('router');
  const change = useCommand(api.routers.update);
  const params = { routerId: router.id };
  const put = (routes: Route[]) => change.mutateAsync({ params, body: { routes } }).then(refresh);
  return useResourceActions<Row>({
    kind: 'router',
    reasonText: useNounReason('routers'),
    describe: useNounFailure('routers'),
    items,
    actions: [
      {
        id: 'routers.editRoute',
        label: text('edit.action'),
        offered: may(api.routers.update),
        rule: () => true,
        run: ({ id }) => openOver(editIn('routes'), { ...params, itemId: id }),
      },
      {
        id: 'routers.removeRoute',
        label: t('route.remove'),
        offered: may(api.routers.update),
        rule: () => true,
        danger: true,
        run: (row) => put(router.routes.filter((route) => !isSame(route, row))),
        undo: ({ destination, nexthop }) =>
          put([...router.routes.filter((route) => !isSame(route, { destination, nexthop })), { destination, nexthop }]),
      },
    ],
  });
}
