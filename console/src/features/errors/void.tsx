/** A blank public page, shown while a frame waits (S0 §2, decision D16). */
export function Page() {
  return <main />;
}
