/** The router of the console, as it puts itself into the page. */
declare global {
  interface Window {
    __TSR_ROUTER__: {
      navigate(target: { href: string }): Promise<void>;
      state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
      routesById: Readonly<
        Record<string, { fullPath: string; options: { staticData?: { page?: { oneOf?: Readonly<Record<string, readonly string[]>> } } } }>
      >;
    };
  }
}

export {};
