// Pictures that show their own number, in a form that survives compression, and the reading of it.
//
// A picture has three rows of 32 pixels. The upper two hold the number in binary: twelve squares, black for 0 and white
// for 1. In the lowest one a white square with a black middle moves to the right over grey.

const square = 32
const columns = 6
/** Size of the pictures as displayed. */
export const size = { width: columns * square, height: 3 * square }

/** Where the white square is in picture `number`, in pixels as displayed. */
export const boxOf = (number: number) => ({ x: 8 + 3 * (number % 52), y: 2 * square + 8, width: 16, height: 16 })

/** Grey pictures with these numbers, one after the other. */
export function pictures(numbers: readonly number[]): Buffer {
  const { width, height } = size
  const bytes = Buffer.alloc(width * height * numbers.length, 100)
  numbers.forEach((number, place) => {
    const fill = (left: number, top: number, side: number, value: number) => {
      for (let y = top; y < top + side; y++) {
        const start = (place * height + y) * width + left
        bytes.fill(value, start, start + side)
      }
    }
    for (let bit = 0; bit < 2 * columns; bit++)
      fill((bit % columns) * square, Math.floor(bit / columns) * square, square, (number >> bit) & 1 ? 235 : 20)
    const box = boxOf(number)
    fill(box.x, box.y, box.width, 235)
    fill(box.x + 5, box.y + 5, box.width - 10, 20)
  })
  return bytes
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The centres of the twelve squares of a picture that is shown in `area`. */
const centres = ({ x, y, width, height }: Area) =>
  Array.from({ length: 2 * columns }, (_, bit) => [
    Math.floor(x + (((bit % columns) + 0.5) * width) / columns),
    Math.floor(y + ((Math.floor(bit / columns) + 0.5) * height) / 3),
  ])

/** Reads the number in grey pixels as displayed; -1 where a square is neither black nor white. */
export function numberIn(pixels: Uint8Array, shown: { width: number; height: number }, area?: Area): number {
  let number = 0
  centres(area ?? { x: 0, y: 0, ...shown }).forEach(([x, y], bit) => {
    const value = pixels[y! * shown.width + x!]!
    if (value > 75 && value < 180) number = NaN
    if (value > 128) number |= 1 << bit
  })
  return Number.isNaN(number) ? -1 : number
}

/** The same as code for a page; `context` is the 2D context of a canvas of the size of the video. */
export const readNumber = `(context) => {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  let number = 0
  for (let bit = 0; bit < ${2 * columns}; bit++) {
    const x = Math.floor(((bit % ${columns}) + 0.5) * width / ${columns})
    const y = Math.floor((Math.floor(bit / ${columns}) + 0.5) * height / 3)
    if (data[(y * width + x) * 4] > 128) number |= 1 << bit
  }
  return number
}`
