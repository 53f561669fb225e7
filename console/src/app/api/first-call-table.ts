import { callTable, type CallData } from './call-table.ts';

/** Calls that sign-in and the session make. */
const isFirstCall = (id: string): boolean =>
  /^(session\.(login|logout|whoami|projects|enterProject|meta)|platform\.(config|locales))$/.test(id);

/** These calls, by id: the production build replaces this module by its value too, so that the entry chunk has no others. */
export const firstCallTable: Readonly<Record<string, CallData>> = Object.fromEntries(
  Object.entries(callTable).filter(([id]) => isFirstCall(id)),
);
