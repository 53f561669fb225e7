import type { ReactElement } from 'react';

/** What PatternFly's icons export beside their components. */
interface IconConfig {
  icon: { width: number; height: number; svgPathData: string };
}

/**
 * An icon that stands in every row of a list: one element for all of them, where a component would be drawn anew in each. It takes the colour of
 * the text around it, and says nothing.
 */
export const glyphOf = ({ icon: { width, height, svgPathData } }: IconConfig): ReactElement => (
  <svg className="pf-v6-svg" fill="currentColor" viewBox={`0 0 ${width} ${height}`} aria-hidden>
    <path d={svgPathData} />
  </svg>
);
