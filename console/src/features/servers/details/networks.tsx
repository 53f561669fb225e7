import type { Server } from '@gantry/contract/nouns/servers/entity';
import { InterfaceTable } from '../attachments/interface-table.tsx';
import { nicsOf } from '../attachments/nics.ts';
import { useInterfaceActions } from '../attachments/use-interface-actions.ts';
import { Balancers } from './balancers.tsx';
import { Openings } from './openings.tsx';
import { Reachability } from './reachability.tsx';

/** Networks a server is attached to. */
export function NetworksTab({ server }: { server: Server }) {
  const nics = nicsOf(server);
  const actions = useInterfaceActions(server, nics);
  return (
    <>
      <InterfaceTable {...actions} server={server} nics={nics} />
      <Reachability server={server} nics={nics} actions={actions.ofNic} />
      <Openings nics={nics} />
      <Balancers server={server} />
      {actions.ofServer.dialog}
      {actions.ofNic.dialog}
    </>
  );
}
