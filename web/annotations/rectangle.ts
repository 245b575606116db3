// All rectangles and points here are in pixels of the video.

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

interface Place {
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

/** The least width and height of a box that is drawn or resized. */
export const smallest = 2
export const corners = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Corner = (typeof corners)[number]

/** Returns the CSS position of a box over the picture, in percent, so that it fits at any display size. */
export const placed = (box: Rectangle, size: Size) => ({
  left: `${(box.x / size.width) * 100}%`,
  top: `${(box.y / size.height) * 100}%`,
  width: `${(box.width / size.width) * 100}%`,
  height: `${(box.height / size.height) * 100}%`,
})

export const contains = (box: Rectangle, { x, y }: Place) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height

/** Returns the rectangle between two points, clipped to the picture. */
export function between(a: Place, b: Place, size: Size): Rectangle {
  const inside = (value: number, end: number) => Math.max(0, Math.min(end, value))
  const [x0, x1] = [inside(Math.min(a.x, b.x), size.width), inside(Math.max(a.x, b.x), size.width)]
  const [y0, y1] = [inside(Math.min(a.y, b.y), size.height), inside(Math.max(a.y, b.y), size.height)]
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
}

/** Returns the box after its corner or side was dragged by `dx` and `dy`; without a corner the whole box moves. */
export function dragged(box: Rectangle, corner: Corner | undefined, dx: number, dy: number): Rectangle {
  let { x, y, width, height } = box
  if (!corner) return { x: x + dx, y: y + dy, width, height }
  if (corner.includes('e')) width = Math.max(smallest, width + dx)
  if (corner.includes('s')) height = Math.max(smallest, height + dy)
  if (corner.includes('w')) {
    const moved = Math.min(dx, width - smallest)
    x += moved
    width -= moved
  }
  if (corner.includes('n')) {
    const moved = Math.min(dy, height - smallest)
    y += moved
    height -= moved
  }
  return { x, y, width, height }
}
