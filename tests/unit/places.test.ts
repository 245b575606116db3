import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../web/personas/places.js'

/** The parts of a text about a video of 12 s and 118 frames that are links. */
const links = (text: string) =>
  wordsOf(text, { last: 117, duration: 12 }).flatMap(({ text: words, place }) => (place ? [[words, place]] : []))

describe('frames and times in texts', () => {
  it('are links to their places, a range of frames as a whole to its first one', () => {
    expect(links('A ship (frame 77) at 3.2 s, then 0:05.')).toEqual([
      ['frame 77', { frame: 77 }],
      ['3.2 s', { time: 3.2 }],
      ['0:05', { time: 5 }],
    ])
    expect(links('Somebody walks (frames 0 to 117).')).toEqual([['frames 0 to 117', { frame: 0 }]])
    expect(links('Bilder 3–9 und Bild 12')).toEqual([
      ['Bilder 3–9', { frame: 3 }],
      ['Bild 12', { frame: 12 }],
    ])
    expect(links('From 1.0 s to 2.5 s it rains.').map(([words]) => words)).toEqual(['1.0 s', '2.5 s'])
  })

  it('are no links where they say how long something takes, or lie behind the end of the video', () => {
    for (const text of [
      'The video lasts 12.0 seconds.',
      'It lasted about 3 s.',
      'Somebody speaks for 4.0 s.',
      'It is nearly silent for 3 of 12 seconds.',
      'A shot 3 s long; another one 2 seconds later.',
      'The video is 0:12 long and lasts 0:12.',
      'Das Video dauert etwa 12 Sekunden.',
      'At 13 s, in frame 118.',
    ])
      expect([text, links(text)]).toEqual([text, []])
  })

  it('leave the text as it is', () => {
    const text = 'A ship (frame 77) that lasts 12.0 seconds, frames 0 to 9, at 0:05.'
    const words = wordsOf(text, { last: 117, duration: 12 })
    expect(words.map((one) => one.text).join('')).toBe(text)
  })
})
