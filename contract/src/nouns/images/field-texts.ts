/** What can be wrong with an image, beside what any value may have. */
export const imageFieldTexts = {
  image_empty: 'The file is empty.',
  image_unlike: 'This is an image of the format {found}, not {format}.',
  image_not_format: 'This is no image of the format {format}.',
  image_has_parent: 'The image only holds what differs from another one. Merge both into one that stands alone.',
  image_needs_files: 'The data of the image are in other files. Convert it into one that stands alone.',
  image_unreadable: 'What the image says of itself cannot be read. Convert it into another format.',
  image_disk_too_large: 'The disk in this image is larger than {max} TiB, the maximum size of a volume.',
  checksum: 'Type the digest as 32 (MD5), 64 (SHA-256) or 128 (SHA-512) hexadecimal digits.',
  checksum_mismatch: 'The bytes that arrived have another checksum: the file is damaged, or another one.',
  image_own_project: 'The image belongs to this project already.',
  firmware_of_iso: 'Installation media bring no firmware.',
} as const;
