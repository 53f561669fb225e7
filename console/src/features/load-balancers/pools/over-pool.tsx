/** The windows that change a pool, each at an address of its own over its page (S2 §2). */
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { isPoolEditable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { OverPage } from '../../../app/resource/over-page.tsx';
import { useNounReason } from '../../../app/resource/reason-text.ts';
import { POOL } from '../../../parts/load-balancing/paths.ts';
import { poolSection } from '../../../parts/load-balancing/pool-section.ts';
import type { ActionDialogProps } from '../../../ui/action/action.ts';
import { CidrsDialog } from './cidrs-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { HealthDialog } from './health-dialog.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { useObstacle } from './use-obstacle.ts';
import { poolView } from './view.tsx';

type Dialog = ComponentType<ActionDialogProps<Pool>>;

function Opened({ pool, dialog: Shown, onClose }: { pool: Pool; dialog: Dialog; onClose(): void }) {
  const obstacle = useObstacle(isPoolEditable, pool, useNounReason('load-balancer-pools'));
  return <Shown item={pool} obstacle={obstacle} onClose={onClose} />;
}

const overPool = (dialog: Dialog) =>
  function OverPool() {
    const { loadBalancerId = '', loadBalancerPoolId = '' } = useParams({ strict: false }) as {
      loadBalancerId?: string;
      loadBalancerPoolId?: string;
    };
    const back = addressOfPool(loadBalancerId, loadBalancerPoolId);
    return (
      <OverPage section={poolSection} page={poolView.Details} back={back}>
        {(pool, close) => <Opened pool={pool} dialog={dialog} onClose={close} />}
      </OverPage>
    );
  };

const addressOfPool = (balancer: string, pool: string): string =>
  POOL.replace('$loadBalancerPoolId', encodeURIComponent(pool)).replace('$loadBalancerId', encodeURIComponent(balancer));

export const Edit = overPool(EditDialog);
export const Members = overPool(MembersDialog);
export const Health = overPool(HealthDialog);
export const Cidrs = overPool(CidrsDialog);
