import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import { StaleConnection, StoreUnavailable, translated } from '../faults/unavailable.ts';

/** A dialect whose connection failures arrive as `StoreUnavailable`. While `down` gives one nothing is asked: it fails with that at once. */
export function translating(dialect: Dialect, down: () => StoreUnavailable | undefined): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => translatingDriver(dialect.createDriver(), down),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

async function translate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

/** Connections are the driver's own objects: it keeps state in them, so that only their `executeQuery` is replaced. */
function translatingDriver(driver: Driver, down: () => StoreUnavailable | undefined): Driver {
  const known = new WeakSet<DatabaseConnection>();
  return {
    init: (options) => driver.init(options),
    async acquireConnection(options) {
      const reason = down();
      if (reason) throw new StoreUnavailable(reason.cause);
      const connection = await translate(() => driver.acquireConnection(options));
      if (!known.has(connection)) {
        known.add(connection);
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = (query, more) => translate(() => execute(query, more));
      }
      return connection;
    },
    async beginTransaction(connection, settings) {
      try {
        await driver.beginTransaction(connection, settings);
      } catch (error) {
        throw error instanceof StoreUnavailable ? new StaleConnection(error.cause) : error;
      }
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  };
}
