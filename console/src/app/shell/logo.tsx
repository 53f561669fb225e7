import './logo.css';

/** The product's own mark: a gantry, a beam on two legs that carries a load. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="gantry-logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path d="M3 6h26v4H3z" fill="currentColor" />
      <path d="M6 10h3.2L8 27H4.4zM22.8 10H26l1.6 17H24z" fill="currentColor" />
      <path d="M15.2 10h1.6v5h-1.6z" fill="currentColor" />
      <path d="M11.5 15h9v8h-9z" className="gantry-logo-load" />
    </svg>
  );
}
