/** Server size tiers, smallest first (S2 §9). A flavor belongs to the smallest tier that holds both its vCPU and its RAM (decision F16). */
export const SIZE_TIERS = [
  { name: 'tiny', vcpus: 1, ram: 512 },
  { name: 'small', vcpus: 1, ram: 2048 },
  { name: 'medium', vcpus: 2, ram: 4096 },
  { name: 'large', vcpus: 4, ram: 8192 },
  { name: 'xlarge', vcpus: Infinity, ram: Infinity },
] as const;
export type SizeTier = (typeof SIZE_TIERS)[number]['name'];

/** Tier of a flavor: the larger of what its vCPU and its RAM (MiB) ask for. */
export const sizeTier = (flavor: { vcpus: number; ram: number }): SizeTier =>
  SIZE_TIERS.find(({ vcpus, ram }) => flavor.vcpus <= vcpus && flavor.ram <= ram)?.name ?? 'xlarge';
