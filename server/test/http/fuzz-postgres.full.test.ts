import { attack } from './fuzz/fuzz.ts';

attack('postgres');
