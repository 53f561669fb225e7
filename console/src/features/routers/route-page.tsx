import type { Router } from '@gantry/contract/nouns/routers/entity';
import { addressIn } from '../../app/resource/routes.ts';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { CommandDialog } from '../../app/form/command-dialog.tsx';
import { OverPage } from '../../app/resource/over-page.tsx';
import { useItemId } from '../../app/resource/use-item-id.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { isSame, routeId, routeSchema, type Route } from './route-draft.ts';
import { section, tabOf } from './section.ts';
import { view } from './view.tsx';

/** The dialog that adds a static route, or changes the one that the address names, over the page of its router. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId?: string };
  const back = addressIn(tabOf('routes'))(useItemId(section.calls.read));
  return (
    <OverPage section={section} page={view.Details} back={back}>
      {(router, close) => {
        const before = router.routes.find((route) => routeId(route) === itemId);
        return (before !== undefined || itemId === undefined) && <RouteDialog router={router} before={before} onClose={close} />;
      }}
    </OverPage>
  );
}

interface RouteDialogProps {
  router: Router;
  before: Route | undefined;
  onClose(): void;
}

function RouteDialog({ router, before: given, onClose }: RouteDialogProps) {
  const { t } = useTranslation('routers');
  const text = useNounText('routers');
  // What it was when the dialog was opened: once it is accepted the router has the new one before the dialog closes.
  const [{ before, routes }] = useState(() => ({ before: given, routes: router.routes }));
  const schema = useMemo(() => routeSchema(router.routes, before), [router.routes, before]);
  const title = t(before ? 'route.edit' : 'route.add');
  return (
    <CommandDialog
      noun="routers"
      kind="router"
      item={router}
      call={api.routers.update}
      schema={schema}
      defaults={before ?? { destination: '', nexthop: '' }}
      label={title}
      submitLabel={before ? text('edit.submit') : title}
      marks={({ routes: sent = [] }) => sent.filter((route) => !routes.some((one) => isSame(one, route))).map(routeId)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="destination" label={t('field.destination')} required helper={t('route.destination-helper')} />
          <TextField form={form} name="nexthop" label={t('field.nexthop')} required helper={t('route.nexthop-helper')} />
        </>
      )}
    </CommandDialog>
  );
}
