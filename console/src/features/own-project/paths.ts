/** Addresses of the tabs of the project that one works in. */
export const TABS = ['members', 'quotas', 'api'] as const;
type Tab = (typeof TABS)[number];

export const pathOf = (tab: Tab): string => `/project/${tab}`;
