import { Link } from '@tanstack/react-router';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';

/** Address of the list of nodes. */
const NODES = '/compute/nodes';

/** The node that a server runs on. Servers know its name and not its id, so that the way to it is the list, searched for that name. */
export function Host({ host }: { host: string }) {
  const may = useMay();
  const name = <bdi>{host}</bdi>;
  if (!may(api.nodes.list)) return name;
  return (
    <Link to={NODES} search={{ search: host } as never}>
      {name}
    </Link>
  );
}
