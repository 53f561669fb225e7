import './show.css';

interface ShareBarProps {
  /** 0 to 1; null where it is not known, which shows no bar. */
  share: number | null;
  /** From which shares on the bar warns, and alarms. */
  warns?: { from: number; alarmFrom?: number };
  /** What it stands for, in words or numbers. */
  children: string;
}

const FULL = { from: 0.9 };

/** Part of a whole: in numbers, and as a bar under them. The bar says nothing that the numbers do not. */
export function ShareBar({ share, warns = FULL, children }: ShareBarProps) {
  const level = share === null || share < warns.from ? undefined : share >= (warns.alarmFrom ?? Infinity) ? 'alarm' : 'warning';
  return (
    <span className="gantry-share">
      <span className="gantry-cut">{children}</span>
      {share !== null && (
        <span className="gantry-share-bar" aria-hidden {...(level && { 'data-level': level })}>
          <span style={{ inlineSize: `${Math.min(100, Math.max(0, share * 100))}%` }} />
        </span>
      )}
    </span>
  );
}
