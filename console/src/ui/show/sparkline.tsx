import type { Points } from './chart-scale.ts';
import './sparkline.css';

interface SparklineProps {
  points: Points;
  /** The largest value that can be; that of the points where absent. */
  top?: number | undefined;
}

/** Units of the drawing, which is stretched to its place. */
const [WIDTH, HEIGHT] = [100, 20];

/** The parts of a line between its gaps, as points of an SVG. */
function partsOf(points: Points, top: number): string[] {
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const parts: string[][] = [[]];
  for (const [at, value] of points) {
    if (value === null) parts.push([]);
    else {
      const x = last === first ? WIDTH : ((at - first) / (last - first)) * WIDTH;
      parts.at(-1)!.push(`${x.toFixed(2)},${(HEIGHT - (Math.min(value, top) / top) * HEIGHT).toFixed(2)}`);
    }
  }
  return parts.filter((part) => part.length > 1).map((part) => part.join(' '));
}

/** A small line without axes beside a value in words: how it went of late. It says nothing to who does not see it. The time runs from left to right in every language. */
export function Sparkline({ points, top }: SparklineProps) {
  const most = top ?? Math.max(...points.map(([, value]) => value ?? 0), Number.MIN_VALUE);
  return (
    <svg className="gantry-sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {partsOf(points, most).map((part) => (
        <polyline key={part} points={part} />
      ))}
    </svg>
  );
}
