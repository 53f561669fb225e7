import { moveBody } from '@gantry/contract/nouns/servers/bodies';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { isLiveMigratable, isMigratable } from '@gantry/contract/nouns/servers/rules';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../../app/abilities/use-may.ts';
import { api } from '../../../../app/api/calls.ts';
import { useResourceForm } from '../../../../app/form/use-resource-form.ts';
import type { ActionDialogProps } from '../../../../ui/action/action.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { NoteDialog } from '../../../../ui/dialog/note-dialog.tsx';
import type { EditBodyProps } from '../../edit/subjects.ts';
import { useObstacle } from '../../reasons.ts';
import { NodeField } from './node-field.tsx';

const MOVES = {
  migrate: api.servers.migrate,
  'live-migrate': api.servers.liveMigrate,
  evacuate: api.servers.evacuate,
} as const;

/** Brings a server to another node: stopped, as it runs, or because its own node is down. */
function MoveDialog({ move, item: server, obstacle, onClose }: ActionDialogProps<Server> & { move: keyof typeof MOVES }) {
  const { t } = useTranslation('servers');
  const form = useResourceForm({
    noun: 'servers',
    kind: 'server',
    call: MOVES[move],
    params: { serverId: server.id },
    schema: moveBody,
    defaults: { node_id: undefined },
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      wide
      danger={move === 'evacuate'}
      label={t(`move.${move}-title`, { name: server.name })}
      intro={t(`move.${move}-body`)}
      submitLabel={t(`action.${move}`)}
      obstacle={obstacle}
      onCancel={onClose}
    >
      <NodeField form={form} name="node_id" server={server} />
    </FormDialog>
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
