import type { Network } from '@gantry/contract/nouns/networks/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { Banner } from '../../ui/show/banner.tsx';
import { isOwn } from './deletion.ts';

const ConnectDialog = lazy(() => import('./connect-dialog.tsx').then(({ ConnectDialog: Dialog }) => ({ default: Dialog })));

/** Address of the form for a router. */
const NEW_ROUTER = '/compute/routers/add';

/** Says that a network leads nowhere, and offers the way to a router: one that is there, or a new one. */
export function Alone({ network }: { network: Network }) {
  const { t } = useTranslation('networks');
  const navigate = useNavigate();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { data } = useList(api.routers.list, { limit: 1 });
  const routers = data?.data;
  if (!routers) return null;
  const hasRouters = routers.length > 0;
  const offered = isOwn(network) && may(hasRouters ? api.routers.addInterface : api.routers.create);
  return (
    <>
      <Banner tone="info" title={t('alone.said')}>
        {offered && (
          <Button variant="link" isInline onClick={() => (hasRouters ? setOpen(true) : void navigate({ to: NEW_ROUTER }))}>
            {t(hasRouters ? 'alone.connect' : 'alone.create')}
          </Button>
        )}
      </Banner>
      {isOpen && (
        <Suspense fallback={null}>
          <ConnectDialog network={network} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
