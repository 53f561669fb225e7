import type { CertificateFacts, Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { forwardText, useMonitorText, useSeconds } from '../../../parts/load-balancing/pool-words.ts';
import { Details } from '../../../ui/show/details.tsx';
import { Instant } from '../../../ui/show/instant.tsx';
import { countsOf } from './health.ts';

/** What arrives, who gets it, how that is watched, and with which certificates. */
export function Overview({ pool }: { pool: Pool }) {
  const { t } = useTranslation('load-balancer-pools');
  const monitorText = useMonitorText();
  const seconds = useSeconds();
  const {
    members,
    healthmonitor: monitor,
    certificate,
    client_ca: authority,
    tls_enabled: tls,
    loadbalancer_id: id,
    loadbalancer_name: name,
  } = pool;
  return (
    <>
      <Card isCompact>
        <CardBody>
          <Details
            properties={[
              {
                label: t('field.balancer'),
                value: (
                  <ItemLink kind="load_balancer" id={id}>
                    {name ?? id}
                  </ItemLink>
                ),
              },
              { label: t('field.forward'), value: <bdi dir="ltr">{forwardText(pool)}</bdi> },
              { label: t('members.label'), value: t('members.healthy', { ...countsOf(members) }) },
              { label: t('monitor.label'), value: monitorText(monitor) },
              ...(monitor
                ? [
                    ...(monitor.url_path === null ? [] : [{ label: t('monitor.path'), value: <bdi dir="ltr">{monitor.url_path}</bdi> }]),
                    { label: t('monitor.timeout'), value: seconds(monitor.timeout) },
                    { label: t('monitor.max_retries'), value: monitor.max_retries },
                    { label: t('monitor.max_retries_down'), value: monitor.max_retries_down },
                  ]
                : []),
            ]}
          />
          {!monitor && <p className="gantry-subtle">{t('monitor.unknown-hint')}</p>}
        </CardBody>
      </Card>
      {(certificate || tls) && <Certificate title={t('tls.certificate')} facts={certificate} />}
      {authority && <Certificate title={t('tls.client-ca')} facts={authority} />}
    </>
  );
}

function Certificate({ title, facts }: { title: string; facts: CertificateFacts | null }) {
  const { t } = useTranslation('load-balancer-pools');
  const code = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return (
    <Card isCompact>
      <CardTitle component="h2">{title}</CardTitle>
      <CardBody>
        {facts === null && (
          <>
            <p>{t('tls.unknown')}</p>
            <p className="gantry-subtle">{t('tls.unknown-hint')}</p>
          </>
        )}
        {facts && (
          <Details
            properties={[
              { label: t('tls.subject'), value: code(facts.subject) },
              ...(facts.names.length > 0 ? [{ label: t('tls.names'), value: code(facts.names.join(', ')) }] : []),
              { label: t('tls.issuer'), value: code(facts.issuer) },
              { label: t('tls.from'), value: <Instant at={facts.not_before} /> },
              { label: t('tls.until'), value: <Instant at={facts.not_after} /> },
              { label: t('tls.fingerprint'), value: code(facts.fingerprint) },
            ]}
          />
        )}
      </CardBody>
    </Card>
  );
}
