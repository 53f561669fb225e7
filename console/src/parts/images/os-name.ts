/** Operating systems are called the same in every language. */
const NAMES: Readonly<Record<string, string>> = { linux: 'Linux', windows: 'Windows' };

/** How people call the type of system that an image declares; one that is not known is called as it came, null is none. */
export const osName = (type: string | null | undefined): string | null => (type ? (NAMES[type] ?? type) : null);
