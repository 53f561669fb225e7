/** Look of the API page; a file of its own because the content security policy allows no inline style. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; grid-template-columns: 14rem minmax(0, 60rem); gap: 2rem; margin: 0 auto; padding: 1rem; max-width: 80rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
nav ul { list-style: none; padding: 0; }
h1 { font-size: 1.25rem; }
h2 { margin-top: 3rem; text-transform: capitalize; border-bottom: 1px solid; }
h3 { margin-top: 2rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; }
.method { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
td { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.2rem 0.5rem; vertical-align: top; overflow-wrap: anywhere; }
td.inner { padding-inline-start: 2rem; }
code { font-family: ui-monospace, monospace; }
@media (max-width: 50rem) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; max-height: none; } }
`;
