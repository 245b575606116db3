import type { BoxSequenceInput, InterpolationType, SequencePartsFragment } from '../generated/graphql.js'
import type { NewLists, Stretch } from './stretches.js'
import type { Track } from './track.js'

// The windows of tracks come from REST, whose form the desk keeps for sequences.

type Sequence = Track['document']

/** Returns a sequence of GraphQL in the form of REST. */
export const documentOf = (frames: SequencePartsFragment | undefined) => inRest(frames ?? {}) as Sequence

function inRest(read: unknown, name?: string): unknown {
  if (Array.isArray(read)) return read.map((item: unknown) => inRest(inStoredOrder(item)))
  if (typeof read === 'string') return name === 'type' || name === 'interpolationMode' ? wordOf(read) : read
  if (typeof read !== 'object' || read === null) return read
  const { extra, ...fields } = read as { extra?: object }
  const present = Object.entries(fields).filter(([name, value]) => value != null && name !== '__typename')
  return { ...Object.fromEntries(present.map(([name, value]) => [name, inRest(value, name)])), ...extra }
}

/**
 * Returns a segment or a range with its members in the order in which they are stored, so that a sequence that is sent
 * back as it was read is the same. GraphQL answers in the order of the document, whose fields are sorted.
 */
function inStoredOrder(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('startFrame' in item && 'endFrame' in item)) return item
  const { startFrame, endFrame, ...rest } = item
  const { type, visible, ...more } = rest as Record<string, unknown>
  return { startFrame, endFrame, type, visible, ...more }
}

/** Returns the word of REST for the value of an enum. */
const wordOf = (value: string) => value.toLowerCase().replaceAll('_', '-')

/** Returns a sequence as an input: `extra` takes all members that an input does not need. */
export const inputOf = ({ boxes, ...extra }: Sequence): BoxSequenceInput => ({
  boxes: boxes.map(({ frameNumber, x, y, width, height, ...more }) => ({
    frameNumber,
    x,
    y,
    width,
    height,
    extra: more,
  })),
  extra,
})

/** Returns the lists of a sequence as inputs. */
export const listsInput = ({ interpolationSegments, visibilityRanges }: NewLists) => ({
  ...(interpolationSegments !== undefined && {
    interpolationSegments: interpolationSegments?.map(segmentInput) ?? null,
  }),
  ...(visibilityRanges !== undefined && { visibilityRanges: visibilityRanges?.map(rangeInput) ?? null }),
})

/** The server accepts the words of REST for the values of an enum. */
const segmentInput = ({ startFrame, endFrame, type, ...extra }: Stretch) => ({
  ...{ startFrame, endFrame, type: type as InterpolationType, extra },
})
const rangeInput = ({ startFrame, endFrame, visible, ...extra }: Stretch) => ({
  ...{ startFrame, endFrame, visible: visible as boolean, extra },
})
