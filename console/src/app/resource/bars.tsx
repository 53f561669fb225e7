import { Link } from '@tanstack/react-router';
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
  /** It compares things: that it is long says nothing bad. */
  plain?: true;
}

/** Parts of wholes, one below the other: in numbers, and as bars. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <dl className="gantry-quota">
    {bars.map(({ label, share, text, to, plain = false }) => (
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
          <ShareBar share={share} plain={plain}>
            {text}
          </ShareBar>
        </dd>
      </div>
    ))}
  </dl>
);
