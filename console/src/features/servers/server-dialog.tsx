import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { Call } from '@gantry/contract/wire/call';
import type { FieldValues } from 'react-hook-form';
import { CommandDialog, type CommandDialogProps } from '../../app/form/command-dialog.tsx';
import { useStatusText } from '../../app/resource/noun-text.ts';

interface ServerDialogProps<C extends Call, I extends FieldValues, O> extends Omit<CommandDialogProps<C, I, O>, 'noun' | 'kind' | 'item'> {
  server: Server;
  /** What changes where that is not the server. */
  kind?: string;
}

/** Asks what a command on a server needs. */
export const ServerDialog = <C extends Call, I extends FieldValues, O>({
  server,
  kind = 'server',
  ...dialog
}: ServerDialogProps<C, I, O>) => <CommandDialog noun="servers" kind={kind} item={server} statusText={useStatusText('servers')} {...dialog} />;
