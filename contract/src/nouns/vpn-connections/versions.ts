/** Whether an address or a range is one of IPv6. */
export const isIPv6 = (text: string): boolean => text.includes(':');
