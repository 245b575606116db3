import { describe, expect, it } from 'vitest'
import { countsOf, found } from '../../web/annotations/object-list.js'
import { TrackLooks } from '../../web/annotations/track-looks.js'
import type { TrackEntry, TrackIndex } from '../../web/annotations/track-index.js'

const entry = (key: string, number: number, firstFrame: number) =>
  ({ id: `${key} ${number}`, key, number, firstFrame, lastFrame: firstFrame + 9 }) as TrackEntry
const entries = [
  entry('pedestrian', 1, 50),
  entry('bicycle', 2, 40),
  entry('pedestrian', 73, 30),
  entry('bicycle', 173, 20),
  entry('bicycle', 73, 10),
]
const names: Record<string, string> = { pedestrian: 'Pedestrian', bicycle: 'Bicycle with child' }
const index = { labelOf: ({ key }: TrackEntry) => names[key]! }
const ids = (text: string, order: 'name' | 'first' | 'number' = 'name') =>
  found(entries, index, { text, order }).map(({ id }) => id)

describe('the list of objects', () => {
  it('is searched by words of the name and the beginning of the number, in any case', () => {
    expect(ids('bicycle 73')).toEqual(['bicycle 73'])
    expect(ids('73')).toEqual(['bicycle 73', 'pedestrian 73'])
    expect(ids('CHILD 1')).toEqual(['bicycle 173'])
    expect(ids('lorry')).toEqual([])
  })

  it('is sorted by name and number, by the first frame, or by number', () => {
    expect(ids(' ')).toEqual(['bicycle 2', 'bicycle 73', 'bicycle 173', 'pedestrian 1', 'pedestrian 73'])
    expect(ids('', 'first')).toEqual(['bicycle 73', 'bicycle 173', 'pedestrian 73', 'bicycle 2', 'pedestrian 1'])
    expect(ids('', 'number')[0]).toBe('pedestrian 1')
  })

  it('counts the tracks of each type, the most frequent first', () => {
    expect(countsOf(entries).map(({ entry: { key }, count }) => [key, count])).toEqual([
      ['bicycle', 3],
      ['pedestrian', 2],
    ])
  })

  it('shows one track alone, and afterwards those that were shown before', () => {
    const looks = new TrackLooks({ entries, entry: () => undefined } as unknown as TrackIndex)
    const shown = () => entries.map(({ id }) => id).filter((id) => looks.isDrawn(id))
    looks.mark('hidden', ['bicycle 2'], true)
    looks.isolate('pedestrian 1')
    looks.isolate('bicycle 73')
    expect(shown()).toEqual(['bicycle 73'])
    looks.isolate(undefined)
    expect(shown()).toEqual(['pedestrian 1', 'pedestrian 73', 'bicycle 173', 'bicycle 73'])
  })
})
