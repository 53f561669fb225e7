import { useState, type PointerEvent } from 'react';
import type { TimeSpan } from './chart-scale.ts';

/** Less than this part of the width is a click, not a drag. */
const SHORTEST = 0.02;

/** Where the pointer is over a plot, 0 to 1 from its left; time runs from left to right in every language. */
function placeOf({ currentTarget, clientX }: PointerEvent<Element>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : Math.min(Math.max((clientX - left) / width, 0), 1);
}

/** Pointing at a plot, and dragging across it to see only a part of its time. A double click shows all of it again. */
export function useDragZoom(span: TimeSpan, onZoom: (span: TimeSpan | undefined) => void) {
  const [place, setPlace] = useState<number>();
  const [start, setStart] = useState<number>();
  const timeAt = (part: number) => Math.round(span.from + part * (span.to - span.from));
  const dragged = start === undefined || place === undefined ? undefined : ([Math.min(start, place), Math.max(start, place)] as const);
  return {
    /** The time that is pointed at. */
    at: place === undefined ? undefined : timeAt(place),
    place,
    /** From where to where one drags now, 0 to 1. */
    dragged,
    handlers: {
      onPointerDown: (event: PointerEvent<Element>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setPlace(placeOf(event));
        setStart(placeOf(event));
      },
      onPointerMove: (event: PointerEvent<Element>) => setPlace(placeOf(event)),
      onPointerUp: () => {
        if (dragged && dragged[1] - dragged[0] > SHORTEST) onZoom({ from: timeAt(dragged[0]), to: timeAt(dragged[1]) });
        setStart(undefined);
      },
      onPointerCancel: () => setStart(undefined),
      onPointerLeave: () => setPlace(undefined),
      onDoubleClick: () => onZoom(undefined),
    },
  };
}
