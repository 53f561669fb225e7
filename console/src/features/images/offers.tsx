import type { Image } from '@gantry/contract/nouns/images/entity';
import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { linkColumn, SubTable } from '../../app/resource/sub-list.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { plainActions, type PlainOffer } from '../../ui/action/plain-actions.ts';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Size } from '../../ui/show/size.tsx';
import { section } from './section.ts';

/** Milliseconds between two readings: no event tells of a new offer. */
const OFFERS_MS = 60_000;

/** The offers, which are read again whenever an image changes: one that was accepted may be rejected in the list. */
const useOffers = () =>
  useQuery({
    ...readOptions(useScopeKey(), api.images.offers),
    meta: { kind: 'image', id: undefined },
    staleTime: 0,
    refetchInterval: OFFERS_MS,
  });

/** Images that others offer to the project: in no list until they are accepted. Nothing where there are none. */
export function Offers() {
  const { t } = useTranslation('images');
  const text = useNounText(section.noun);
  const may = useMay();
  const describe = useFailure();
  const refresh = useRefresh('image');
  const { data } = useOffers();
  const accept = useCommand(api.images.accept);
  const reject = useCommand(api.images.reject);
  const offers = (data?.data ?? []).filter(({ offer }) => offer === 'pending' || offer === 'rejected');
  if (offers.length === 0) return null;
  const error = accept.error ?? reject.error;
  const nameOf = ({ id, name }: Image) => name || id;
  const answer = (which: 'accept' | 'reject', image: Image) => {
    accept.reset();
    reject.reset();
    (which === 'accept' ? accept : reject).mutate({ params: { imageId: image.id } }, { onSuccess: () => void refresh() });
  };
  const isAnswering = accept.isPending || reject.isPending;
  const offerOf = (which: 'accept' | 'reject', image: Image): PlainOffer => ({
    id: `images.${which}`,
    label: t(`${which}.action`),
    busy: isAnswering,
    onSelect: () => !isAnswering && answer(which, image),
  });
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('offers.title')}</CardTitle>
      <CardBody>
        <p>{t('offers.body')}</p>
        {error && <ErrorState failure={describe(error)} />}
        <SubTable
          name="offers"
          label={t('offers.title')}
          items={offers}
          idOf={({ id }) => id}
          nameOf={nameOf}
          actions={plainActions(
            (image: Image) => [offerOf('accept', image), ...(image.offer === 'pending' ? [offerOf('reject', image)] : [])],
            may(api.images.accept),
          )}
          columns={[
            linkColumn<Image>(text('field.name'), () => 'image'),
            { key: 'os', label: t('field.os'), value: ({ os_distro: distro }) => distro },
            {
              key: 'size',
              kind: 'size',
              sort: 'size',
              label: text('field.size'),
              value: ({ size }) => size,
              render: ({ size }) => size !== null && <Size bytes={size} />,
            },
            { key: 'answer', label: t('sharing.answer'), value: ({ offer }) => (offer ? t(`sharing.${offer}`) : null) },
          ]}
        />
      </CardBody>
    </Card>
  );
}
