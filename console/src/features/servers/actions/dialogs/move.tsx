import { moveBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isLiveMigratable, isMigratable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { NoteDialog } from '../../../../ui/dialog/note-dialog.tsx';
import type { EditBodyProps } from '../../edit/subjects.ts';
import { useObstacle } from '../../reasons.ts';
import { NodeField } from './node-field.tsx';
import { ServerDialog } from '../../server-dialog.tsx';

const MOVES = {
  migrate: api.servers.migrate,
  'live-migrate': api.servers.liveMigrate,
  evacuate: api.servers.evacuate,
} as const;

/** Brings a server to another node: stopped, as it runs, or because its own node is down. */
function MoveDialog({ move, item: server, obstacle, onClose }: ActionDialogProps<Server> & { move: keyof typeof MOVES }) {
  const { t } = useTranslation('servers');
  return (
    <ServerDialog
      server={server}
      call={MOVES[move]}
      schema={moveBody}
      defaults={{ node_id: undefined }}
      wide
      danger={move === 'evacuate'}
      label={t(`move.${move}-title`, { name: server.name })}
      intro={t(`move.${move}-body`)}
      submitLabel={t(`action.${move}`)}
      obstacle={obstacle}
      onClose={onClose}
    >
      {(form) => <NodeField form={form} name="node_id" server={server} />}
    </ServerDialog>
  );
}

export const MigrateDialog = (props: ActionDialogProps<Server>) => <MoveDialog {...props} move="migrate" />;
export const LiveMigrateDialog = (props: ActionDialogProps<Server>) => <MoveDialog {...props} move="live-migrate" />;
export const EvacuateDialog = (props: ActionDialogProps<Server>) => <MoveDialog {...props} move="evacuate" />;

/** Where a server runs: administrators move it, as it runs or shut off; for others the cloud chooses. */
export function Body({ server, title, onClose }: EditBodyProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const running = useObstacle(isLiveMigratable, server);
  const stopped = useObstacle(isMigratable, server);
  if (may(api.servers.liveMigrate) && (running === undefined || !may(api.servers.migrate)))
    return <MoveDialog move="live-migrate" item={server} obstacle={running} onClose={onClose} />;
  if (may(api.servers.migrate)) return <MoveDialog move="migrate" item={server} obstacle={stopped} onClose={onClose} />;
  return (
    <NoteDialog title={title} onClose={onClose}>
      <p>{t('edit.placement-body')}</p>
    </NoteDialog>
  );
}
