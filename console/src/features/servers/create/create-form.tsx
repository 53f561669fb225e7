import { serverCreateBody } from '@gantry/contract/nouns/servers/calls';
import { VOLUME_GIB } from '@gantry/contract/constants';
import { Grid, GridItem } from '@patternfly/react-core/dist/esm/layouts/Grid';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { NumberField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { SubmitForm } from '../../../ui/form/submit-form.tsx';
import { Size } from '../../../ui/show/size.tsx';
import { formatSize, fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { KeyField } from './key-field.tsx';
import { flavorObstacle, imageObstacle, type Obstacle } from './obstacles.ts';
import { QuotaPanel } from './quota-panel.tsx';
import { quotaAfter } from './quota-use.ts';
import { useOptions } from './use-options.ts';

interface CreateFormProps {
  projectId: string;
  onDone(): void;
  onCancel(): void;
}

const DEFAULTS = {
  name: '',
  description: '',
  flavor_id: '',
  image_id: '',
  network_ids: [],
  volume_size: undefined,
  key_pair_id: undefined,
};

/** The form of a new server, with what is left of the quota beside it. */
export function CreateForm({ projectId, onDone, onCancel }: CreateFormProps) {
  const { t, i18n } = useTranslation('servers');
  const may = useMay();
  const images = useOptions(api.images.list, 'name:asc');
  const flavors = useOptions(api.flavors.list, 'ram:asc');
  const networks = useOptions(api.networks.list, 'name:asc');
  const quota = useQuota(projectId, may(api.quotas.read));
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: api.servers.create,
    schema: serverCreateBody,
    defaults: DEFAULTS,
    onDone,
  });

  const [imageId, flavorId, volumeGib] = useWatch({ control: form.fields.control, name: ['image_id', 'flavor_id', 'volume_size'] });
  const image = images.answer?.data.find(({ id }) => id === imageId);
  const flavor = flavors.answer?.data.find(({ id }) => id === flavorId);
  const obstacleText = (obstacle: Obstacle): string | undefined => {
    if (!obstacle) return undefined;
    if (obstacle.code === 'image-not-active') return t('create.image-not-active', { status: obstacle.status });
    return t(`create.${obstacle.code}`, { size: formatSize(obstacle.bytes, i18n.language) });
  };

  return (
    <Grid hasGutter>
      <GridItem span={12} lg={8}>
        <SubmitForm form={form} label={t('create.label')} submitLabel={t('create.submit')} onCancel={onCancel}>
          <TextField form={form} name="name" label={t('field.name')} required />
          <TextAreaField form={form} name="description" label={t('field.description')} />
          <PickField
            {...images}
            form={form}
            name="image_id"
            label={t('field.image')}
            required
            headers={[t('field.name'), t('field.os'), t('field.min-ram'), t('field.min-disk')]}
            options={images.answer?.data.map((one) => ({
              id: one.id,
              name: one.name,
              cells: [
                one.os_type ?? '–',
                <Size key="ram" bytes={fromMib(one.min_ram)} />,
                <Size key="disk" bytes={fromGib(one.min_disk)} />,
              ],
              obstacle: obstacleText(imageObstacle(one)),
            }))}
            more={images.answer?.marker !== undefined}
          />
          <PickField
            {...flavors}
            form={form}
            name="flavor_id"
            label={t('field.flavor')}
            required
            headers={[t('field.name'), t('field.vcpus'), t('field.ram'), t('field.disk')]}
            options={flavors.answer?.data.map((one) => ({
              id: one.id,
              name: one.name,
              cells: [one.vcpus, <Size key="ram" bytes={fromMib(one.ram)} />, <Size key="disk" bytes={fromGib(one.disk)} />],
              obstacle: obstacleText(flavorObstacle(one, image, volumeGib)),
            }))}
            more={flavors.answer?.marker !== undefined}
          />
          <PickField
            {...networks}
            form={form}
            name="network_ids"
            several
            label={t('field.networks')}
            required
            helper={t('create.networks-helper')}
            headers={[t('field.name'), t('field.subnets')]}
            options={networks.answer?.data.map((one) => ({
              id: one.id,
              name: one.name,
              cells: [<bdi key="subnets">{one.subnets.map(({ cidr }) => cidr).join(', ') || '–'}</bdi>],
            }))}
            more={networks.answer?.marker !== undefined}
          />
          {may(api.keyPairs.create) && <KeyField form={form} />}
          <NumberField
            form={form}
            name="volume_size"
            label={t('field.volume-size')}
            unit="GiB"
            min={VOLUME_GIB.min}
            max={VOLUME_GIB.max}
            helper={t('create.volume-helper')}
          />
        </SubmitForm>
      </GridItem>
      <GridItem span={12} lg={4}>
        {quota && <QuotaPanel uses={quotaAfter(quota, { flavor, image, volumeGib })} />}
      </GridItem>
    </Grid>
  );
}

/** The project's quota with what is used, where the cloud has one to tell. */
function useQuota(projectId: string, offered: boolean) {
  return useList(api.quotas.read, { usage: true }, { projectId }, { enabled: offered }).data;
}
