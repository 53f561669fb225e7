/** Members of which a resource's row holds only the beginning: kept beside the row, so that no list has to read them. */
import type { Records } from '../../port/store/records.ts';
import type { Document } from '../../port/store/rows.ts';

const OWNER = 'wholes';

export const putOverflow = (records: Pick<Records, 'put'>, kind: string, id: string, members: Document): Promise<void> =>
  records.put(OWNER, kind, id, members);

/** Undefined where the row holds all of it. */
export const overflowOf = async (records: Pick<Records, 'get'>, kind: string, id: string): Promise<Document | undefined> =>
  (await records.get(OWNER, kind, id)) as Document | undefined;

export const removeOverflow = (records: Pick<Records, 'remove'>, kind: string, id: string): Promise<void> =>
  records.remove(OWNER, kind, id);
