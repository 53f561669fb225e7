/** What clients carry for us and give back: they neither read it nor make it up, and it says nothing of others. */
export interface Opaque {
  /** `about` says what the text is good for; it opens for nothing else. */
  seal(text: string, about: string): string;
  /** Undefined where it was changed, is about something else, or of a key that nobody has any more: for its bearer these are the same. */
  open(sealed: string, about: string): string | undefined;
}
