/** What a run says about itself, for the table that `npm run scenario` prints. */
import { writeFileSync } from 'node:fs';

export interface Step {
  title: string;
  outcome: 'passed' | 'failed' | 'not offered';
  /** Milliseconds */
  ms: number;
  note: string;
}

export interface Protocol {
  cloud: string;
  capabilities: readonly string[];
  steps: Step[];
  /** Ids by which the cloud's own logs can be searched, with what was done. */
  requests: { action: string; id: string }[];
}

/** Written where GANTRY_SCENARIO_REPORT says, if it does. */
export function writeProtocol(protocol: Protocol): void {
  const path = process.env['GANTRY_SCENARIO_REPORT'];
  if (path) writeFileSync(path, JSON.stringify(protocol, null, 2));
}
