import { ISO } from '@gantry/contract/nouns/images/media';
import { NOT_NAMED } from '../nouns/traits/embedded/documents.ts';
import { GIB, type FlavorDocument, type ImageDocument, type TraitDocument } from '../engines/embedded/platform/documents.ts';

type FlavorSeed = Pick<FlavorDocument, 'name' | 'vcpus' | 'ram' | 'disk'>;

/** Sizes servers come in (decision F16): memory in MiB, disk in GiB. */
export const FLAVORS: readonly FlavorSeed[] = [
  { name: 'tiny', vcpus: 1, ram: 512, disk: 5 },
  { name: 'small', vcpus: 1, ram: 2048, disk: 10 },
  { name: 'medium', vcpus: 2, ram: 4096, disk: 20 },
  { name: 'large', vcpus: 4, ram: 8192, disk: 40 },
  { name: 'xlarge', vcpus: 8, ram: 16_384, disk: 80 },
];

/** What nodes may offer. */
export const TRAITS: readonly TraitDocument[] = [
  { id: 'CUSTOM_GPU', name: 'CUSTOM_GPU', description: 'Nodes with graphics processors', ...NOT_NAMED },
  { id: 'CUSTOM_SSD', name: 'CUSTOM_SSD', description: 'Nodes with solid-state disks', ...NOT_NAMED },
];

/** Names of what a node offers, by its index from 0: of three in a row two have fast disks, one of them graphics processors, one nothing. */
export const traitsOfNode = (index: number): string[] => [['CUSTOM_SSD'], ['CUSTOM_GPU', 'CUSTOM_SSD'], []][index % 3]!;

type ImageSeed = Pick<ImageDocument, 'name' | 'disk_format' | 'size' | 'min_disk' | 'min_ram' | 'os_type' | 'os_distro' | 'username'>;

const linux = (user: string, os_distro: string) => ({ disk_format: 'qcow2', os_type: 'linux', os_distro, username: user });

/** Images everyone may boot from. They hold no bytes: the platform runs no guests. */
export const IMAGES: readonly ImageSeed[] = [
  { name: 'Debian 13', ...linux('debian', 'debian13'), size: Math.round(0.4 * GIB), min_disk: 3, min_ram: 256 },
  { name: 'Ubuntu 24.04 LTS', ...linux('ubuntu', 'ubuntu24.04'), size: Math.round(0.6 * GIB), min_disk: 4, min_ram: 512 },
  { name: 'AlmaLinux 10', ...linux('almalinux', 'almalinux10'), size: Math.round(0.5 * GIB), min_disk: 10, min_ram: 512 },
  {
    name: 'Windows Server 2025',
    disk_format: 'qcow2',
    size: 6 * GIB,
    min_disk: 40,
    min_ram: 4096,
    os_type: 'windows',
    os_distro: 'win2k25',
    username: 'Administrator',
  },
  {
    name: 'Debian installer (ISO)',
    disk_format: ISO,
    size: Math.round(0.8 * GIB),
    min_disk: 3,
    min_ram: 1024,
    os_type: 'linux',
    os_distro: 'debian13',
    username: null,
  },
];
