import type { Server } from '@gantry/contract/nouns/servers/entity';
import { List, ListItem } from '@patternfly/react-core/dist/esm/components/List';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePoolsOf } from '../use-pools-of.ts';

/** The pools of load balancers that lose a member when a server is deleted; nothing where there are none. */
export function LeftPools({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const id = useId();
  const pools = usePoolsOf(server);
  if (pools.length === 0) return null;
  return (
    <fieldset className="gantry-confirm-choices">
      <legend id={id}>{t('confirm.delete-pools')}</legend>
      <List aria-labelledby={id}>
        {pools.map((pool) => (
          <ListItem key={pool.id}>
            <bdi>{pool.name}</bdi> (<bdi>{pool.loadbalancer_name ?? pool.loadbalancer_id}</bdi>)
          </ListItem>
        ))}
      </List>
    </fieldset>
  );
}
