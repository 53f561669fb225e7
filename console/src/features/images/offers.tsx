import type { Image } from '@gantry/contract/nouns/images/entity';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Card, CardBody, CardTitle } from '@patternfly/react-core/dist/esm/components/Card';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand, useList } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { Size } from '../../ui/show/size.tsx';
import { section } from './section.ts';

/** Images that others offer to the project: in no list until they are accepted. Nothing where there are none. */
export function Offers() {
  const { t } = useTranslation('images');
  const text = useNounText(section.noun);
  const may = useMay();
  const describe = useFailure();
  const refresh = useRefresh('image');
  const { data, refetch } = useList(api.images.offers, {});
  const accept = useCommand(api.images.accept);
  const reject = useCommand(api.images.reject);
  const offers = (data?.data ?? []).filter(({ offer }) => offer === 'pending' || offer === 'rejected');
  if (offers.length === 0) return null;
  const error = accept.error ?? reject.error;
  const nameOf = ({ id, name }: Image) => name || id;
  const said = () => {
    void refetch();
    void refresh();
  };
  const answer = (which: 'accept' | 'reject', image: Image) => {
    accept.reset();
    reject.reset();
    (which === 'accept' ? accept : reject).mutate({ params: { imageId: image.id } }, { onSuccess: said });
  };
  const button = (which: 'accept' | 'reject', image: Image) => (
    <Button
      variant={which === 'accept' ? 'secondary' : 'link'}
      size="sm"
      aria-label={t(`${which}.one`, { name: nameOf(image) })}
      isDisabled={accept.isPending || reject.isPending}
      onClick={() => answer(which, image)}
    >
      {t(`${which}.action`)}
    </Button>
  );
  return (
    <Card isCompact>
      <CardTitle component="h2">{t('offers.title')}</CardTitle>
      <CardBody>
        <p>{t('offers.body')}</p>
        {error && <ErrorState failure={describe(error)} />}
        <DataTable
          label={t('offers.title')}
          items={offers}
          keyOf={({ id }) => id}
          columns={[
            {
              label: text('field.name'),
              render: (image) => (
                <ItemLink kind="image" id={image.id}>
                  {nameOf(image)}
                </ItemLink>
              ),
            },
            { label: t('field.os'), render: ({ os_distro: distro }) => distro },
            { label: text('field.size'), render: ({ size }) => (size === null ? null : <Size bytes={size} />) },
            { label: t('sharing.answer'), render: ({ offer }) => offer && t(`sharing.${offer}`) },
            ...(may(api.images.accept)
              ? [
                  {
                    label: t('accept.action'),
                    menu: true as const,
                    render: (image: Image) => (
                      <>
                        {button('accept', image)} {image.offer === 'pending' && button('reject', image)}
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </CardBody>
    </Card>
  );
}
