/** In the place of uPlot where nothing can be drawn: what it was given last, for tests to do what a pointer does. */

/** Of what a chart is given, as far as tests look at it. */
interface Options {
  series: readonly { spanGaps?: boolean }[];
  /** Seconds. */
  scales: { x: { range(): [number, number] } };
  cursor: { bind: { dblclick(): () => null } };
  hooks: {
    drawClear: [(plot: { ctx: object; bbox: { top: number; height: number }; valToPos(at: number): number }) => void];
    setCursor: [(plot: { cursor: { idx: number }; data: readonly (readonly number[])[] }) => void];
    setSelect: [(plot: { select: { left: number; width: number }; posToVal(x: number): number; setSelect(): void }) => void];
  };
}

export const drawn: { options?: Options; data?: unknown } = {};

export default class Plot {
  constructor(options: Options) {
    drawn.options = options;
  }
  setData(data: unknown): void {
    drawn.data = data;
  }
  setSize(): void {}
  setSelect(): void {}
  redraw(): void {}
  destroy(): void {}
}

globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
