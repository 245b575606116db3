import { describe, expect, it } from 'vitest'
import { checkPattern, compileRule } from '../../src/videos/rules/rule-match.js'
import type { MatchableVideo } from '../../src/videos/rules/rule-match.js'
import type { RuleCondition } from '../../src/videos/rules/rule.shape.js'
import { growthOverFour, linear } from '../support/pace.js'

const video: MatchableVideo = {
  filename: 'harbour-cam_0042.mp4',
  path: '/videos/harbour-cam_0042.mp4',
  duration: 12.5,
  frameRate: 30,
  resolution: '1280x720',
  sourcePlatform: 'Vimeo',
  platformVideoId: null,
  metadataSyncStatus: 'synced',
  metadata: {
    title: 'Two boats',
    filename: 'other.mp4',
    platformVideoId: 'from-metadata',
    like_count: 7,
    live: false,
    nothing: null,
    tags: ['boat', 'Port', null, { deep: 1 }],
    location: { city: 'Piräus', 'a.b': 1 },
    'dotted.key': 'flat',
    dotted: { key: 'nested' },
    list: [{ name: 'first' }],
    empty: [],
  },
}
const match = (field: string, operator: RuleCondition['operator'], value: string) =>
  compileRule([{ field, operator, value }])(video)

describe('where a condition looks (VA-07)', () => {
  it.each([
    ['filename', 'harbour-cam_0042.mp4'],
    ['platformVideoId', 'from-metadata'],
    ['title', 'Two boats'],
    ['metadata.title', 'Two boats'],
    ['location.city', 'Piräus'],
    ['metadata.location.city', 'Piräus'],
    ['dotted.key', 'flat'],
    ['list.0.name', 'first'],
  ])('%s is found', (field, value) => {
    expect(match(field, 'equals', value)).toBe(true)
  })

  it.each([
    'constructor',
    '__proto__',
    'toString.name',
    'tags.length.x',
    'location.city.0.x',
    'size',
    'nothing',
    'empty',
  ])('%s is not', (field) => {
    expect(match(field, 'regex', '')).toBe(false)
  })
})

describe('how a condition compares (VA-09, VA-10)', () => {
  it.each<[string, RuleCondition['operator'], string, boolean]>([
    ['duration', 'equals', '12.5', true],
    ['like_count', 'equals', '7', true],
    ['live', 'equals', 'false', true],
    ['nothing', 'equals', 'null', false],
    ['title', 'equals', 'two boats', false],
    ['title', 'contains', 'o b', true],
    ['title', 'startsWith', 'Two', true],
    ['title', 'startsWith', 'boats', false],
    ['title', 'endsWith', 'boats', true],
    ['tags', 'equals', 'Port', true],
    ['tags', 'equals', 'port', false],
    ['tags', 'equals', '{"deep":1}', true],
    ['location', 'contains', '"city":"Piräus"', true],
    ['filename', 'regex', 'cam_\\d{4}', true],
    ['filename', 'regex', '^cam', false],
    ['filename', 'regex', 'HARBOUR', false],
    ['filename', 'regex', '(?i)HARBOUR', true],
    ['tags', 'regex', '^bo.t$', true],
    ['filename', 'regex', '(unclosed', false],
    ['filename', 'regex', '(?=lookahead)', false],
    ['missing', 'equals', '', false],
  ])('%s %s %s: %s', (field, operator, value, expected) => {
    expect(match(field, operator, value)).toBe(expected)
  })

  it('must be met by all conditions (VA-08), and no conditions match nothing', () => {
    const boat = { field: 'tags', operator: 'equals', value: 'boat' } as const
    const car = { field: 'tags', operator: 'equals', value: 'car' } as const
    expect([compileRule([boat])(video), compileRule([boat, car])(video), compileRule([])(video)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('never matches by an operator it does not know', () => {
    expect(match('title', 'like' as RuleCondition['operator'], 'Two boats')).toBe(false)
  })
})

describe('patterns', () => {
  it('are checked with a reason (VA-10)', () => {
    expect(checkPattern('^a+$')).toBeNull()
    expect(checkPattern('(')).toMatch(/missing|unexpected|\)/)
    expect(checkPattern('(?=x)')).toEqual(expect.any(String))
  })

  it('that make backtracking engines explode are answered at once', () => {
    const evil = compileRule([{ field: 'title', operator: 'regex', value: '(a+)+$' }])
    const answered = (size: number) => evil({ metadata: { title: `${'a'.repeat(size)}!` } })
    expect(answered(50_000)).toBe(false)
    expect(growthOverFour(answered, 12_500)).toBeLessThan(linear)
  })

  it('test a hundred thousand videos against five conditions in proportion to their number', () => {
    const rule = compileRule([
      { field: 'filename', operator: 'regex', value: '^harbour-.*_\\d+' },
      { field: 'metadata.title', operator: 'contains', value: 'boat' },
      { field: 'location.city', operator: 'startsWith', value: 'Pi' },
      { field: 'tags', operator: 'regex', value: 'Po(rt|ol)' },
      { field: 'resolution', operator: 'equals', value: '1280x720' },
    ])
    const countOf = (videos: number) => {
      let count = 0
      for (let i = 0; i < videos; i += 1) if (rule({ ...video, filename: `harbour-cam_${i}.mp4` })) count += 1
      return count
    }
    expect(countOf(100_000)).toBe(100_000)
    expect(growthOverFour(countOf, 25_000)).toBeLessThan(linear)
  })
})
