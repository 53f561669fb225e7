import { cpus, loadavg, totalmem, type } from 'node:os';

/** What the figures were measured on, in one line. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]?.toFixed(1);
  return `${type()} ${process.arch}, ${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${memory} GiB, Node ${process.version}, load ${load} at the start`;
}
