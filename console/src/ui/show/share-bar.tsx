import type { CSSProperties } from 'react';
import { levelOf } from './share-of.ts';
import './show.css';

interface ShareBarProps {
  /** 0 to 1; null where it is not known, which shows no bar. */
  share: number | null;
  /** It compares things: that it is long says nothing bad. */
  plain?: boolean;
  /** What it stands for, in words or numbers. */
  children: string;
}

/** Part of a whole: in numbers, and as a bar under them. The bar says nothing that the numbers do not. */
export function ShareBar({ share, plain = false, children }: ShareBarProps) {
  const level = share === null || plain ? undefined : levelOf(share);
  return (
    <span
      className="gantry-share"
      {...(level && { 'data-level': level })}
      {...(share !== null && {
        'data-known': true,
        style: { '--gantry-share': `${Math.min(100, Math.max(0, share * 100))}%` } as CSSProperties,
      })}
    >
      <span className="gantry-cut">{children}</span>
    </span>
  );
}
