import { expect, it } from 'vitest'
import { lengthTime } from '../../web/videos/clock-time.js'

it.each([
  [12, '0:12'],
  [59.7, '1:00'],
  [4200, '1:10:00'],
  [0.3, '0:01'],
])('a video of %s s is %s long on its card', (seconds, text) => {
  expect(lengthTime(seconds)).toBe(text)
})
