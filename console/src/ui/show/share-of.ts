/** Part of a whole, 0 to 1 and above; null where one of them is not known, or the whole is nothing. */
export const shareOf = (used: number | null, whole: number | null): number | null => (used === null || !whole ? null : used / whole);
