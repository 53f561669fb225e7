import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ShareBar } from '../../ui/show/share-bar.tsx';
import './resource.css';

/** Part of a whole, by its name. */
export interface Bar {
  label: string;
  /** 0 to 1; null where it is not known. */
  share: number | null;
  text: string;
  /** The list of what the whole is made of. */
  to?: { to: string; search?: Readonly<Record<string, string>> };
  /** From which shares on the bar warns, where not from what all do. */
  warns?: ComponentProps<typeof ShareBar>['warns'];
}

/** Parts of wholes, one below the other: in numbers, and as bars. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <dl className="gantry-quota">
    {bars.map(({ label, share, text, to, warns }) => (
      <div key={label}>
        <dt>
          {to ? (
            <Link to={to.to} search={(to.search ?? {}) as never}>
              {label}
            </Link>
          ) : (
            label
          )}
        </dt>
        <dd>
          <ShareBar share={share} {...(warns && { warns })}>
            {text}
          </ShareBar>
        </dd>
      </div>
    ))}
  </dl>
);
