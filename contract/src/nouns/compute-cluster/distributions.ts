/** Systems that images may hold, as they are told apart where servers are made (S0 §3). */
export const OS_DISTRIBUTIONS = [
  { id: 'debian13', title: 'Debian 13' },
  { id: 'debian12', title: 'Debian 12' },
  { id: 'ubuntu24.04', title: 'Ubuntu 24.04' },
  { id: 'ubuntu22.04', title: 'Ubuntu 22.04' },
  { id: 'rocky9', title: 'Rocky Linux 9' },
  { id: 'almalinux10', title: 'AlmaLinux 10' },
  { id: 'almalinux9', title: 'AlmaLinux 9' },
  { id: 'fedora42', title: 'Fedora 42' },
  { id: 'win2k25', title: 'Windows Server 2025' },
  { id: 'win2k22', title: 'Windows Server 2022' },
  { id: 'linux', title: 'Linux' },
  { id: 'windows', title: 'Windows' },
] as const;

/** What people call such a system; one that is not known is called as it came. */
export const distributionTitle = (id: string): string => OS_DISTRIBUTIONS.find((one) => one.id === id)?.title ?? id;
