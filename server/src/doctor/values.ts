/** Whether what is stored is as its readers are promised: answers replace the values that are not, and mark the row. */
import { unreadableOf } from '@gantry/contract/wire/fit';
import { misfitOf } from '@gantry/contract/wire/stored';
import { parseDocument } from '../store/sql/rows.ts';
import { rowsOf, some, type Finding, type StoreUnderCheck } from './finding.ts';

const OWN = 'change those values or delete the resource; where that is refused, restore a backup from before';
const MIRRORED = 'change the resource in its cloud: the mirror reads it again; where it stays, the log of the server says why';

/** Compares each row with the schema of its kind, and finds those of which the cloud's answer did not fit. */
export async function examineValues(checked: StoreUnderCheck): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { kind } of checked.layouts.values()) {
    const wrong = { own: [] as string[], mirrored: [] as string[] };
    for await (const rows of rowsOf(checked, kind.name))
      for (const { engine, id, document, ...owner } of rows) {
        const stored = { id, projectId: owner.project_id, domainId: owner.domain_id, document: parseDocument(document) };
        const error = misfitOf(kind, stored);
        const members = unreadableOf(error, stored.document);
        if (members.length === 0) continue;
        wrong[checked.embedded.has(engine) ? 'own' : 'mirrored'].push(`${id}: ${members.join(', ')}`);
      }
    const add = (rows: readonly string[], mend: string): void => {
      if (rows.length > 0)
        findings.push({ weight: 'error', what: `${kind.name}: ${rows.length} have values that do not fit (${some(rows)})`, mend });
    };
    add(wrong.own, OWN);
    add(wrong.mirrored, MIRRORED);
  }
  return findings;
}
