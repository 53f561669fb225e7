/** What starts a guest, as it is written everywhere: `uefi` is UEFI. Null where the cloud says nothing of it. */
export const firmwareText = (firmware: string | null): string | null => firmware?.toUpperCase() ?? null;
