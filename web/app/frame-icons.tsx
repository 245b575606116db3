import type { SVGAttributes } from 'react'

/**
 * Returns an icon that is drawn in strokes. The first page loads only those of this file: the icon library is one
 * module, which is loaded with all icons that any page uses.
 */
export function drawn(path: string, circles: readonly (readonly [x: number, y: number, radius: number])[] = []) {
  return function Drawn({ size = 18, ...rest }: SVGAttributes<SVGElement> & { size?: number }) {
    return (
      <svg
        {...{ width: size, height: size, viewBox: '0 0 24 24' }}
        {...{ fill: 'none', stroke: 'currentColor', strokeWidth: 1.7, strokeLinecap: 'round', strokeLinejoin: 'round' }}
        aria-hidden
        {...rest}
      >
        {circles.map(([cx, cy, r]) => (
          <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} />
        ))}
        <path d={path} />
      </svg>
    )
  }
}

const round = [[12, 12, 9]] as const

export const IconArrowsExchange = drawn('M4 8h15l-3.5-3.5M20 16H5l3.5 3.5')
export const IconBell = drawn('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5c.6.6 1.2.8 2 .8s1.4-.2 2-.8')
export const IconClose = drawn('M6 6l12 12M18 6 6 18')
export const IconDone = drawn('m8 12.5 2.7 2.7L16 9.5', round)
export const IconGroups = drawn('M3.5 19c.5-3.5 2.5-5 5.5-5s5 1.5 5.5 5M16 14c2.7 0 4.2 1.4 4.6 4.5', [
  [9, 8, 3],
  [16.5, 9, 2.4],
])
export const IconHelp = drawn('M9.5 9.5c.2-1.6 1.2-2.3 2.5-2.3s2.5.8 2.5 2.2c0 1.9-2.5 2.1-2.5 4.1M12 16.8v.1', round)
export const IconLogout = drawn('M10 4H5v16h5M10 12h10M16.5 8l4 4-4 4')
export const IconNoPicture = drawn('M9 6h6.5v4.5L20 8v8.5l-1.5-1M15.5 15.5V18h-12V6H5M4 3.5l16 17')
export const IconMasksTheater = drawn('M6.3 18.8c1.2-3 3-4 5.7-4s4.5 1 5.7 4', [
  [12, 12, 9],
  [12, 9.3, 3],
])
export const IconMoon = drawn('M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z')
export const IconMovie = drawn(
  'M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM15 10.5 21 7v10l-6-3.5',
)
export const IconPerson = drawn('M5.5 19.5c.6-3.6 3-5 6.5-5s5.9 1.4 6.5 5', [[12, 8.5, 3.5]])
export const IconRefresh = drawn('M19 12a7 7 0 1 1-2-5l2 2M19 4.5V9h-4.5')
export const IconSearch = drawn('M15.5 15.5 20 20', [[11, 11, 6]])
export const IconSettings = drawn('m12 3 7.8 4.5v9L12 21l-7.8-4.5v-9z', [[12, 12, 3]])
export const IconShare = drawn('m8.3 10.9 7.4-3.8M8.3 13.1l7.4 3.8', [
  [6, 12, 2.5],
  [18, 6, 2.5],
  [18, 18, 2.5],
])
export const IconSun = drawn('M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4', [
  [12, 12, 4],
])
export const IconToDo = drawn('', round)
export const IconTrash = drawn('M4 7h16M9 7V4.5h6V7M6 7l1 13h10l1-13')
export const IconUsersGroup = drawn(
  'M3 7a1.5 1.5 0 0 1 1.5-1.5H9L11 8h8.5A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z',
)
export const IconWorld = drawn('M3 12h18M12 3c3.3 3 3.3 15 0 18M12 3c-3.3 3-3.3 15 0 18', round)
