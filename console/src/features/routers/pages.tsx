import type { Router } from '@gantry/contract/nouns/routers/entity';
import { isRouterDeletable } from '@gantry/contract/nouns/routers/rules';
import RhUiRouteIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-route-icon';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { SectionDetails, SectionList } from '../../app/resource/section-pages.tsx';
import { useEditAction } from '../../app/resource/use-edit-action.ts';
import type { Action } from '../../ui/action/action.ts';
import { Interfaces } from './interfaces.tsx';
import { Routes } from './routes.tsx';
import { section, TABS } from './section.ts';
import { useColumns } from './use-columns.tsx';

/** What both pages share. */
function useShared() {
  const edit = useEditAction<Router>(
    'routers',
    api.routers.update,
    () => true,
    () => import('./edit-dialog.tsx').then(({ EditDialog }) => EditDialog),
  );
  return { section, icon: RhUiRouteIcon, columns: useColumns(), actions: [edit], deletable: { rule: isRouterDeletable } };
}

/** The routers of the scope. */
export function List() {
  const { t } = useTranslation('routers');
  const may = useMay();
  const shared = useShared();
  // On the page of one, its interfaces have the button.
  const connect: Action<Router> = {
    id: 'routers.addInterface',
    label: t('interface.add'),
    offered: may(api.routers.addInterface),
    rule: () => true,
    dialog: () => import('./interface-dialog.tsx').then(({ InterfaceDialog }) => InterfaceDialog),
  };
  return <SectionList<Router> {...shared} actions={[...shared.actions, connect]} />;
}

/** One of them: where it leads. */
export const Details = () => (
  <SectionDetails<Router>
    {...useShared()}
    body={(router, properties) => (
      <>
        {properties}
        <RouterTabs router={router} />
      </>
    )}
  />
);

function RouterTabs({ router }: { router: Router }) {
  const { t } = useTranslation('routers');
  const { pathname } = useLocation();
  const place = section.addressOf(router.id);
  const [tab] = pathname.slice(pathname.indexOf(place) + place.length + 1).split('/');
  return (
    <PathTabs
      label={t('tab.label')}
      active={TABS.find((one) => one === tab) ?? 'interfaces'}
      tabs={[
        {
          key: 'interfaces',
          title: t('tab.interfaces'),
          address: `${place}/interfaces`,
          content: () => <Interfaces router={router} />,
        },
        { key: 'routes', title: t('tab.routes'), address: `${place}/routes`, content: () => <Routes router={router} /> },
      ]}
    />
  );
}
