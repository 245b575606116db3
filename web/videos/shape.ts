/** As wide as there is room for, no higher than 70 % of the window, never cut: the boxes lie on all of it. */
export const shapeOf = ({ width, height }: { width: number; height: number }) => ({
  aspectRatio: `${width} / ${height}`,
  width: `min(100%, calc(70vh * ${width / height}))`,
})
