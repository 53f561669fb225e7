import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { resizeBody } from '@gantry/contract/nouns/servers/bodies';
import { isLiveResizable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useResourceForm } from '../../../app/form/use-resource-form.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { fromGib, fromMib } from '../../../ui/show/format-size.ts';
import { Size } from '../../../ui/show/size.tsx';
import { isAnyhowResizable } from '../actions/table.ts';
import { useOptions } from '../../../app/form/use-options.ts';
import { useObstacle } from '../reasons.ts';
import { resizeObstacle } from './resize-obstacles.ts';
import type { EditBodyProps } from './subjects.ts';

/** Gives a server another flavor: as it runs, where it allows that, else while it is shut off. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const live = may(api.servers.liveResize) && isLiveResizable(server) === true;
  const flavors = useOptions(api.flavors.list, 'ram:asc');
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: live ? api.servers.liveResize : api.servers.resize,
    params: { serverId: server.id },
    schema: resizeBody,
    defaults: { flavor_id: '' },
    onDone: onClose,
  });
  const obstacleOf = (flavor: Flavor): string | undefined => {
    const obstacle = resizeObstacle(flavor, server, live);
    return obstacle && t(`fields.${obstacle.code}`, { ...('params' in obstacle && obstacle.params) });
  };
  return (
    <FormDialog
      form={form}
      wide
      label={title}
      intro={t(live ? 'resize.live-body' : 'resize.body')}
      submitLabel={t('action.resize')}
      obstacle={useObstacle(isAnyhowResizable, server)}
      onCancel={onClose}
    >
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
          obstacle: obstacleOf(one),
        }))}
      />
    </FormDialog>
  );
}
