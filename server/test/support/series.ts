/** Every series and its unit, as the specification of the charts has them (S2 §7: latency has these four). */
export const SERIES = [
  ['cpu', 'percent'],
  ['memory', 'bytes'],
  ['disk-read', 'bytes_per_second'],
  ['disk-write', 'bytes_per_second'],
  ['disk-read-operations', 'per_second'],
  ['disk-write-operations', 'per_second'],
  ['network-in', 'bytes_per_second'],
  ['network-out', 'bytes_per_second'],
  ['network-in-packets', 'per_second'],
  ['network-out-packets', 'per_second'],
  ['disk-latency-average', 'seconds'],
  ['disk-latency-p95', 'seconds'],
  ['disk-latency-p99', 'seconds'],
  ['disk-latency-p100', 'seconds'],
];
