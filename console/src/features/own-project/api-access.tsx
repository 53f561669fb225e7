import type { AccountProject } from '@gantry/contract/nouns/session/entity';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { underBase } from '../../app/base.ts';
import { useS3 } from '../../app/object-storage/use-s3.ts';
import { endpointOf } from '../../parts/object-storage/endpoint.ts';
import { Cards, TitledCard } from '../../ui/show/cards.tsx';
import { CopyText } from '../../ui/show/copy-text.tsx';
import { Details } from '../../ui/show/details.tsx';

/** Where programs find this API and the storage of objects, and what they show there that it is them. */
export function ApiAccess({ project }: { project: AccountProject }) {
  const { t, i18n } = useTranslation('own-project');
  const may = useMay();
  const { config } = useS3();
  const root = `${location.origin}${underBase('/api/v2')}`;
  const copied = (label: string, text: string) => ({ label, value: <CopyText text={text} label={label} /> });
  const link = (to: string, text: string) => <Link to={to}>{text}</Link>;
  const linked = (to: string, noun: string, label: string) => link(to, i18n.t(`nouns:menu.${noun}.${label}` as 'product'));
  return (
    <Cards>
      <TitledCard title={t('api.title')}>
        <Details
          narrow
          properties={[
            copied(t('api.address'), root),
            copied(t('api.project-id'), project.id),
            copied(t('api.domain-id'), project.domain_id),
            { label: t('api.reference'), value: <a href={underBase('/api/docs')}>{t('api.open-reference')}</a> },
            ...(may(api.session.createToken)
              ? [
                  { label: t('api.way-in'), value: linked('/account/tokens', 'personal-tokens', 'tokens') },
                  copied(t('api.example'), `curl -H "Authorization: Bearer $TOKEN" ${root}/compute/servers`),
                ]
              : []),
          ]}
        />
      </TitledCard>
      {may(api.session.createCredential) && (
        <TitledCard title={t('api.cloud')}>
          <p>{t('api.cloud-body')}</p>
          <p>{linked('/account/application-credentials', 'application-credentials', 'credentials')}</p>
        </TitledCard>
      )}
      {config && (
        <TitledCard title={t('api.objects')}>
          <Details
            narrow
            properties={[
              copied(t('api.address'), endpointOf(config)),
              copied(t('api.region'), config.region),
              { label: t('api.way-in'), value: link('/s3-storage/access', t('api.access-keys')) },
            ]}
          />
        </TitledCard>
      )}
    </Cards>
  );
}
