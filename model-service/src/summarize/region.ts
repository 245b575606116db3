import type { Box } from '../vision/box.js'

/** Share of the boxes that must lie in the same third of the picture for a sentence to name it. */
const mostly = 0.7

/**
 * Returns where most boxes are, such as "in the lower left of the picture"; undefined if they are spread over the
 * picture.
 */
export function regionOf(boxes: readonly Box[]): string | undefined {
  const across = shareOf(boxes.map(({ x, width }) => thirdOf(x + width / 2)))
  const down = shareOf(boxes.map(({ y, height }) => thirdOf(y + height / 2)))
  const vertical = down === undefined ? undefined : ['upper', 'middle', 'lower'][down]!
  const horizontal = across === undefined ? undefined : ['left', 'middle', 'right'][across]!
  if (!vertical && !horizontal) return undefined
  if (horizontal === undefined)
    return vertical === 'middle' ? 'at half the height of the picture' : `in the ${vertical} third of the picture`
  const place = vertical === undefined || vertical === 'middle' ? horizontal : `${vertical} ${horizontal}`
  return `in the ${place} of the picture`
}

const thirdOf = (middle: number): number => Math.min(2, Math.max(0, Math.floor(middle * 3)))

function shareOf(thirds: readonly number[]): number | undefined {
  return [0, 1, 2].find((third) => thirds.filter((one) => one === third).length >= mostly * thirds.length)
}
