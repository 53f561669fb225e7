import type { Server } from '@gantry/contract/nouns/servers/entity';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { useFailure } from '../../../app/errors/failure.ts';
import type { PeekOfProps } from '../../../app/feature.ts';
import { Peek } from '../../../app/resource/peek.tsx';
import { ErrorState } from '../../../ui/show/error-state.tsx';
import { useServerActions } from '../actions/use-server-actions.ts';
import { useServerColumns } from '../view.tsx';

/** One server beside something else, as its list shows it. */
export function PeekOf({ id, onClose }: PeekOfProps) {
  const failureOf = useFailure();
  const { data, error, refetch } = useItem(api.servers.read, { serverId: id });
  if (error) return <ErrorState failure={failureOf(error)} retry={() => void refetch()} />;
  return data && <Known server={data} onClose={onClose} />;
}

function Known({ server, onClose }: { server: Server; onClose(): void }) {
  const columns = useServerColumns();
  const actions = useServerActions([server]);
  return (
    <>
      <Peek item={server} name={server.name} facts={columns} actions={actions} onClose={onClose} />
      {actions.dialog}
    </>
  );
}
