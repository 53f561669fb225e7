/** In the place of uPlot where nothing can be drawn: what it was given last, for tests to do what a pointer does. */
import type uPlot from 'uplot';

export const drawn: { options?: uPlot.Options; data?: uPlot.AlignedData } = {};

export default class Plot {
  constructor(options: uPlot.Options) {
    drawn.options = options;
  }
  setData(data: uPlot.AlignedData): void {
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
