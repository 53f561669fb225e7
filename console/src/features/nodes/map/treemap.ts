/** A rectangle within another one, in parts of its width and height: 0 to 1, from the corner where lines begin. */
export interface Place {
  start: number;
  top: number;
  width: number;
  height: number;
}

/** How far from a square the worst of a strip's rectangles is; 1 is a square. @param side of the strip, along which they lie */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, area) => all + area, 0);
  const square = (sum / side) ** 2;
  return Math.max(...areas.map((area) => Math.max(area / square, square / area)));
}

/** The first areas that make one strip: one more would make its rectangles longer. */
function stripOf(areas: readonly number[], side: number): number[] {
  let count = 1;
  while (count < areas.length && worst(areas.slice(0, count + 1), side) <= worst(areas.slice(0, count), side)) count += 1;
  return areas.slice(0, count);
}

/**
 * Divides a rectangle among sizes, so that each gets an area of its part and looks as much like a square as may be (squarified treemap,
 * Bruls et al. 2000).
 * @param sizes above 0, the largest first
 * @param ratio width of the rectangle by its height
 */
export function placesOf(sizes: readonly number[], ratio: number): Place[] {
  const sum = sizes.reduce((all, size) => all + size, 0);
  const places: Place[] = [];
  // The room that is left, in units of the height.
  const room = { start: 0, top: 0, width: ratio, height: 1 };
  let left = sizes.map((size) => (size / sum) * ratio);
  while (left.length > 0) {
    const isUpright = room.width >= room.height;
    const side = isUpright ? room.height : room.width;
    const strip = stripOf(left, side);
    const depth = strip.reduce((all, area) => all + area, 0) / side;
    let along = 0;
    for (const area of strip) {
      const length = area / depth;
      const [start, top] = isUpright ? [room.start, room.top + along] : [room.start + along, room.top];
      const [width, height] = isUpright ? [depth, length] : [length, depth];
      places.push({ start: start / ratio, top, width: width / ratio, height });
      along += length;
    }
    if (isUpright) Object.assign(room, { start: room.start + depth, width: room.width - depth });
    else Object.assign(room, { top: room.top + depth, height: room.height - depth });
    left = left.slice(strip.length);
  }
  return places;
}
