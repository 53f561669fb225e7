const SNAPSHOT_AT = '/compute/volumes/$volumeId/snapshots/$snapshotId';

/** Addresses of the dialogs about a snapshot, over the page of its volume (S2 §2). */
export const SNAPSHOT = {
  edit: `${SNAPSHOT_AT}/edit`,
  createImage: `${SNAPSHOT_AT}/createImage`,
  createVolume: `${SNAPSHOT_AT}/createVolume`,
} as const;
