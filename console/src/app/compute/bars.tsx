import { ShareBar } from '../../ui/show/share-bar.tsx';
import '../resource/resource.css';

/** Part of a whole, by its name. */
export interface Bar {
  label: string;
  /** 0 to 1; null where it is not known. */
  share: number | null;
  text: string;
}

/** Parts of wholes, one below the other: in numbers, and as bars. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <dl className="gantry-quota">
    {bars.map(({ label, share, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <ShareBar share={share}>{text}</ShareBar>
        </dd>
      </div>
    ))}
  </dl>
);
