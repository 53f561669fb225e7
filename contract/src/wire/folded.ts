const ASCII = /^[\0-\x7F]*$/;
const MARKED = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu;

/**
 * Text as it is searched and sorted: without regard to case, to how it is composed, and to the accents of Latin and Greek letters, which
 * people leave out when they search. Marks of other scripts make other letters, and stay.
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').toLowerCase().replace(MARKED, '$1').normalize('NFC');
  // A final sigma is a matter of writing, not of case: searching for a part of a word must find it.
  return plain.replaceAll('ς', 'σ');
}
