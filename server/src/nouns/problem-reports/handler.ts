import { nouns } from '@gantry/contract';
import { handle, type Handler } from '../../calls/handler.ts';

/** There is nobody outside to whom an open product could send reports. */
export const reportHandlers = (): Handler[] => [handle(nouns.problemReports.calls.settings, () => ({ sending_enabled: false }))];
