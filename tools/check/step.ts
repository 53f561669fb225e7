/** What a check found. */
export interface Finding {
  ok: boolean;
  /** One line for the summary: `64 files`. */
  note?: string;
  /** What to mend, shown when not ok. */
  output: string;
}

/** One check. */
export interface Step {
  name: string;
  run(): Promise<Finding> | Finding;
}

/** A finding from a list of complaints. */
export const findingOf = (complaints: readonly string[], note?: string): Finding => ({
  ok: complaints.length === 0,
  output: complaints.join('\n'),
  ...(note !== undefined && { note }),
});
