/** What every thing has. */
export interface Named {
  id: string;
  name: string;
}
