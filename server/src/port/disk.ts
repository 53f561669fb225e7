/** The disk of the data folder. All that writes large files there asks it first, and leaves a reserve: the store itself must go on. */
export interface Disk {
  /**
   * Promises room for the bytes of a file; null: nobody knows how many will come, so it is promised as they do. Throws no_capacity where the
   * reserve would be touched.
   */
  promise(size: number | null): Promise<Promised>;
}

export interface Promised {
  /** So many bytes more have been written. Throws no_capacity where there is no room for those that follow. */
  wrote(bytes: number): Promise<void>;
  /** The file is complete, or given up: what did not come is free again. */
  end(): void;
}
