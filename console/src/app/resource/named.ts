/** What every thing has. */
export interface Named {
  id: string;
  name: string;
  /** Names of project and domain, of what belongs to a project. */
  project_name?: string | null | undefined;
  domain_name?: string | null | undefined;
}
