/** CSS for a video: as wide as possible, at most 70 % of the window high, never cropped, so that boxes fit on it. */
export const shapeOf = ({ width, height }: { width: number; height: number }) => ({
  aspectRatio: `${width} / ${height}`,
  width: `min(100%, calc(70vh * ${width / height}))`,
})
