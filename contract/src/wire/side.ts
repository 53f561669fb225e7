/** The two entry points of the product, each on a port of its own (decision D3). */
export type Side = 'self-service' | 'administration';

/** Where a call is answered. Only what no screen of the self-service side calls is left to the administration side (decision D3). */
export type CallSide = 'both' | 'administration';

/** Whether a call is answered on a side; elsewhere its address leads nowhere. */
export const isServedOn = (side: Side, call: { side: CallSide }): boolean => side === 'administration' || call.side === 'both';
