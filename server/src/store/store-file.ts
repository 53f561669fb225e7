/** The store in a data folder, where it is SQLite's. */
export const STORE_FILE = 'gantry.sqlite';
