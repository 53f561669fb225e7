import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { Title } from '@patternfly/react-core/dist/esm/components/Title';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailure } from '../../../app/errors/failure.ts';
import type { Actions } from '../../../ui/action/use-actions.tsx';
import { AsTable } from '../../../ui/show/as-table.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import type { Nic } from '../attachments/nics.ts';
import { ReachabilityTable } from './reachability-table.tsx';
import { useHops, type Hop } from './use-hops.tsx';
import { useReachability, type WayIn } from './use-reachability.ts';
import './reachability.css';

interface ReachabilityProps {
  server: Server;
  nics: readonly Nic[];
  /** What can be done to interfaces: the next step may be one of these. */
  actions: Actions<Nic>;
}

/** How a server is reached from the internet: each interface as a row of boxes from outside to the machine, with the next step where one is missing. */
export function Reachability({ server, nics, actions }: ReachabilityProps) {
  const { t } = useTranslation('servers');
  const describe = useFailure();
  const { isOffered, ways, error, refetch } = useReachability(server, nics);
  if (!isOffered) return null;
  return (
    <section className="gantry-tab" aria-label={t('reachability.title')}>
      <Title headingLevel="h2" size="lg">
        {t('reachability.title')}
      </Title>
      {error && <ErrorState failure={describe(error)} retry={refetch} />}
      {!ways && !error && <Skeleton height="8rem" screenreaderText={t('reachability.title')} />}
      {ways?.map((one) => (
        <Fragment key={one.nic.id}>
          <Way server={server} way={one} actions={actions} />
        </Fragment>
      ))}
      {ways && <AsTable title={t('reachability.title')}>{() => <ReachabilityTable ways={ways} />}</AsTable>}
    </section>
  );
}

function Way({ server, way: one, actions }: { server: Server; way: WayIn; actions: Actions<Nic> }) {
  const { t } = useTranslation('servers');
  const hops = useHops(server, one, actions);
  const { floating, ip, gaps } = one.way;
  const address = floating?.floating_ip_address ?? ip ?? '';
  const said = gaps.length === 0 ? t('reachability.reached', { address }) : t('reachability.not-reached');
  return (
    <div className="gantry-way">
      <p>{said}</p>
      <ol aria-label={`${t('reachability.title')}: ${one.nic.name}`}>
        {hops.map((hop) => (
          <HopBox key={hop.key} hop={hop} />
        ))}
      </ol>
    </div>
  );
}

const HopBox = ({ hop: { label, isMissing, lines, step } }: { hop: Hop }) => (
  <li {...(isMissing && { 'data-missing': '' })}>
    <div className="gantry-hop">
      <span className="gantry-hop-label">{label}</span>
      {lines.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
      {step && <div className="gantry-hop-step">{step}</div>}
    </div>
  </li>
);
