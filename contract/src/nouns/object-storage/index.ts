import type { Noun } from '../noun.ts';
import { objectStorageCalls } from './calls.ts';

export const objectStorage = {
  kinds: [],
  calls: objectStorageCalls,
  fieldTexts: {
    bucket_name: 'A bucket has a name of 3 to 63 lowercase letters, digits and the characters . _ -, with a letter or digit at both ends.',
    object_key: 'This object name is not allowed.',
    object_folder: 'The object is not in the folder.',
  },
} satisfies Noun;
