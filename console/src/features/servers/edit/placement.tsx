import { requiredTraits } from '@gantry/contract/nouns/flavors/traits';
import { serverTraits } from '@gantry/contract/nouns/servers/placement';
import { isPlacementChangeable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { Body as Move } from '../actions/dialogs/move.tsx';
import { useObstacle } from '../reasons.ts';
import { ServerDialog } from '../server-dialog.tsx';
import { TraitField } from '../../../parts/traits/trait-field.tsx';
import type { EditBodyProps } from './subjects.ts';

const schema = z.object({ traits: serverTraits });

/** Where a server may run: the placements that it is bound to, where the cloud binds single servers; else the node it is on. */
export function Body(props: EditBodyProps) {
  const may = useMay();
  const binds = useCapabilities().has('server.update:traits') && may(api.servers.update);
  return binds ? <Placements {...props} /> : <Move {...props} />;
}

function Placements({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={api.servers.update}
      schema={schema}
      defaults={{ traits: server.own_traits }}
      wide
      label={title}
      intro={t('edit.traits-body')}
      submitLabel={t('edit.save')}
      obstacle={useObstacle(isPlacementChangeable, server)}
      onClose={onClose}
    >
      {(form) => <TraitField form={form} name="traits" ofFlavor={requiredTraits(server.flavor.extra_specs)} />}
    </ServerDialog>
  );
}
