import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import type { Cloud } from './clouds.ts';

export interface OwnProduct extends RunningProduct {
  /** Stops it, and takes its data away. */
  close(): Promise<void>;
}

/** A product with a data folder of its own on the cloud. @param settings GANTRY_ variables that the cloud does not need. */
export async function openProduct(cloud: Cloud, settings: Readonly<Record<string, string>> = {}): Promise<OwnProduct> {
  const data = mkdtempSync(join(tmpdir(), 'gantry-e2e-'));
  const product = await startProduct(data, { GANTRY_LOG_LEVEL: 'warn', ...settings, ...cloud.settings });
  const close = async (): Promise<void> => {
    await product.stop();
    rmSync(data, { recursive: true });
  };
  return { ...product, close };
}
