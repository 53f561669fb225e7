import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { resizeBody } from '@gantry/contract/nouns/servers/bodies';
import { resizeProblem } from '@gantry/contract/nouns/servers/resize';
import { isLiveResizable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { isAnyhowResizable } from '../actions/table.ts';
import { FlavorField } from '../../../parts/flavors/flavor-field.tsx';
import { useObstacle } from '../reasons.ts';
import type { EditBodyProps } from './subjects.ts';
import { ServerDialog } from '../server-dialog.tsx';

/** Gives a server another flavor: as it runs, where it allows that, else while it is shut off. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const live = may(api.servers.liveResize) && isLiveResizable(server) === true;
  const obstacleOf = (flavor: Flavor): string | undefined => {
    const problem = resizeProblem(flavor, server, live);
    return problem && t(`fields.${problem.code}`, { ...('params' in problem && problem.params) });
  };
  return (
    <ServerDialog
      server={server}
      call={live ? api.servers.liveResize : api.servers.resize}
      schema={resizeBody}
      defaults={{ flavor_id: '' }}
      wide
      label={title}
      intro={t(live ? 'resize.live-body' : 'resize.body')}
      submitLabel={t('action.resize')}
      obstacle={useObstacle(isAnyhowResizable, server)}
      onClose={onClose}
    >
      {(form) => <FlavorField form={form} name="flavor_id" obstacleOf={obstacleOf} />}
    </ServerDialog>
  );
}
