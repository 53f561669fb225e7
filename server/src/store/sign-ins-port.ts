/**
 * Wrong passwords, counted by key, and devices that accounts have signed in from. Counts hold for all processes; a count begins anew when its
 * time is over, by the database's clock.
 */
export interface SignInStore {
  /**
   * Takes a place in a key's count before the password is looked at, so that many at once get no more places than one after the other. The
   * first place begins the count's time (`window`, milliseconds). Where all `limit` places are taken: how many milliseconds it still lasts.
   */
  take(key: string, limit: number, window: number): Promise<{ place: number } | { wait: number }>;
  /** Gives a place back: the password was not wrong. */
  giveBack(key: string): Promise<void>;
  /** Begins a count anew. */
  forget(key: string): Promise<void>;
  /** Whether an account has signed in from a device. */
  knows(account: string, device: string): Promise<boolean>;
  /** Keeps a device of an account as the one used last; of more than `most` those that were not used for longest go. */
  remember(account: string, device: string, most: number): Promise<void>;
  /** Forgets counts whose time is over, and devices that were not used for `devices` milliseconds. */
  prune(devices: number): Promise<void>;
}
