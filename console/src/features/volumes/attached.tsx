import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { ItemLink } from '../../app/resource/item-link.tsx';

/** A server that has a volume, by its name. */
export const nameOf = ({ server_id: id, server_name: name }: Volume['attachments'][number]) => name || id;

/** The servers that have a volume, each with the way to its page. */
export function Servers({ of }: { of: Volume['attachments'] }) {
  return of.map((one, index) => (
    <span key={one.server_id}>
      {index > 0 && ', '}
      <ItemLink kind="server" id={one.server_id}>
        {nameOf(one)}
      </ItemLink>
    </span>
  ));
}
