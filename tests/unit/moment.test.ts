import { describe, expect, it } from 'vitest'
import { isIsoTimestamp, utcOf } from '../../src/lib/moment.js'
import { inZone } from '../support/zone.js'

describe('a time', () => {
  it.each([
    '2024-02-29T00:00:00Z',
    '2024-02-29',
    '2024-12-31T23:59:59.999Z',
    '2024-01-01t10:00z',
    '2024-01-01 10:00:00+0530',
    '2024-01-01T10:00:00.123456-15:59',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59+14:00',
    '2024-01-01T10:00:00+02',
  ])('may be %s (G-09)', (text) => {
    expect(isIsoTimestamp(text)).toBe(true)
  })

  it.each([
    ['a day that its month has not', '2024-02-30T00:00:00Z'],
    ['a leap day of another year', '2023-02-29'],
    ['the last of a shorter month', '2024-04-31T10:00+02:00'],
    ['no day', '2024-01-00'],
    ['a thirteenth month', '2024-13-01'],
    ['an hour that no day has', '2024-01-01T25:00:00Z'],
    ['a time after the end of a day', '2024-01-01T24:00:01Z'],
    ['the end of the last day', '9999-12-31T24:00:00Z'],
    ['a number of seconds', '1714550400'],
    ['half of the basic format', '2024-0501'],
    ['a day of the basic format that its month has not', '20240230T100000Z'],
    ['a minute that no hour has', '2024-01-01T10:60:00Z'],
    ['a second that no minute has', '2024-01-01T10:00:60Z'],
    ['a year that was not', '0000-01-01T00:00:00Z'],
    ['one before the first year by its offset', '0001-01-01T00:00:00+05:00'],
    ['one of a year that was not, whatever its offset', '0000-12-31T23:00:00-05:00'],
    ['one of the year 10000 by its offset', '9999-12-31T23:59:59-12:00'],
    ['an offset that the database does not know', '2024-01-01T10:00:00+16:00'],
    ['an offset of more minutes than an hour has', '2024-01-01T10:00:00+01:60'],
    ['no time at all', 'yesterday'],
    ['one with more around it', ' 2024-01-01'],
  ])('is not %s (G-09)', (_name, text) => {
    expect(isIsoTimestamp(text)).toBe(false)
  })
})

describe('a time in UTC', () => {
  it.each([
    ['2030-01-01T10:00:00', '2030-01-01T10:00:00.000Z'],
    ['2030-01-01 10:00', '2030-01-01T10:00:00.000Z'],
    ['2030-01-01t10:00:00.5', '2030-01-01T10:00:00.500Z'],
    ['2030-01-01', '2030-01-01T00:00:00.000Z'],
    ['20300501T100000Z', '2030-05-01T10:00:00.000Z'],
    ['20300501t1000+0200', '2030-05-01T08:00:00.000Z'],
    ['20300501T100000,25-05', '2030-05-01T15:00:00.250Z'],
    ['20300501', '2030-05-01T00:00:00.000Z'],
    ['2030-02-28T24:00:00Z', '2030-03-01T00:00:00.000Z'],
    ['20301231T240000+0100', '2030-12-31T23:00:00.000Z'],
    // A local time that does not exist in New York, because daylight saving time begins.
    ['2030-03-10T02:30:00', '2030-03-10T02:30:00.000Z'],
    ['2030-01-01T10:00:00-05:00', '2030-01-01T15:00:00.000Z'],
    ['2030-01-01 10:00+0530', '2030-01-01T04:30:00.000Z'],
    ['2030-01-01 10:00:00+02', '2030-01-01T08:00:00.000Z'],
    ['2030-12-31T23:59:59.9999Z', '2030-12-31T23:59:59.999Z'],
  ])('is that of %s, wherever the server stands (G-09)', async (text, utc) => {
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'UTC'])
      await inZone(zone, () => expect(utcOf(text)).toBe(utc))
  })
})
