import { useTranslation } from 'react-i18next';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { Details, type Property } from '../../../ui/show/details.tsx';
import { localRangesOf, rangesOf, type PolicyKind, type VpnDraft } from '../draft.ts';
import { PeerFileButton } from '../peer-file-button.tsx';
import { usePeerFacts } from '../use-peer-facts.ts';
import { algorithmsOf } from '../algorithms.ts';

const typed = (text: string) => (text.trim() === '' ? null : <bdi dir="ltr">{text.trim()}</bdi>);

/** What was said of a policy. */
export function PolicyProperties({ draft, kind }: { draft: VpnDraft; kind: PolicyKind }) {
  const { t } = useTranslation('vpn');
  const text = useNounText('vpn');
  const isNew = draft[kind] === 'new';
  const facts = usePeerFacts(draft)[kind];
  const properties: Property[] = [
    { label: t('policy.choice'), value: t(`policy.${draft[kind]}`) },
    { label: text('field.name'), value: isNew ? typed(draft[`${kind}_name`]) : facts && <bdi>{facts.name}</bdi> },
    { label: t('field.version'), value: kind === 'ike' ? facts?.version : null },
    { label: t('policy.algorithms'), value: facts && algorithmsOf(facts) },
    { label: t('field.lifetime'), value: facts?.lifetime && t('seconds', { number: facts.lifetime }) },
  ];
  return <Details narrow properties={properties} />;
}

/** What is connected. */
export function EndpointProperties({ draft }: { draft: VpnDraft }) {
  const { t } = useTranslation('vpn');
  const { router_id: routerId = '' } = draft;
  const { data: router } = useItem(api.routers.read, { routerId }, { enabled: routerId !== '' });
  const properties: Property[] = [
    { label: t('field.router'), value: router && <bdi>{router.name}</bdi> },
    { label: t('field.local'), value: typed(localRangesOf(draft).join(', ')) },
    { label: t('field.remote'), value: typed(rangesOf(draft).join(', ')) },
  ];
  return <Details narrow properties={properties} />;
}

/** The two sides, and what the other one needs to know. */
export function ConnectionProperties({ draft }: { draft: VpnDraft }) {
  const { t } = useTranslation('vpn');
  const text = useNounText('vpn');
  const facts = usePeerFacts(draft);
  const properties: Property[] = [
    { label: text('field.name'), value: draft.name === '' ? null : <bdi>{draft.name}</bdi> },
    { label: t('field.peer'), value: typed(draft.peer_address) },
    { label: t('field.psk'), value: draft.psk === '' ? null : '••••••••' },
    { label: t('field.initiator'), value: draft.initiator === '' ? null : t(`initiator.${draft.initiator as 'bi-directional'}`) },
    { label: t('field.dpd'), value: t(`dpd.${draft.dpd_action as 'hold'}`) },
  ];
  return (
    <>
      <Details narrow properties={properties} />
      <PeerFileButton facts={facts} />
    </>
  );
}
