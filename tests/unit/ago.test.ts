import { expect, it } from 'vitest'
import { agoOf } from '../../web/lib/ago.js'

it('tells how long ago something was in the largest whole unit, in the language of the user', () => {
  const now = Date.parse('2026-03-29T12:00:00Z')
  const ago = (seconds: number, locale = 'en-GB') => agoOf(new Date(now - seconds * 1000).toISOString(), locale, now)
  const told = [-5, 0, 59, 60, 3599, 3600, 86_399, 86_400, 172_800, 604_799, 604_800, 3_000_000].map((one) => ago(one))
  expect(told).toEqual([
    ...['now', 'now', 'now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago'],
    ...['yesterday', '2 days ago', '6 days ago', 'last week', '4 weeks ago'],
  ])
  expect([0, 120, 86_400].map((one) => ago(one, 'de-DE'))).toEqual(['jetzt', 'vor 2 Minuten', 'gestern'])
})
