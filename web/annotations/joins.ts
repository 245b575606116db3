import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { joinedSequences, partOfSequence } from '../../src/annotations/sequences/sequence-join.js'
import { highestFrame } from '../../src/annotations/sequences/sequence-check.js'
import { Cancelled, type Act, type Link, type Step } from './act.js'
import { assignTypes } from './assigned-types.js'
import type { NewTrack, TrackWriter, WholeTrack } from './track-writer.js'

/** An act and its result, available once it is done: the id of the track that it has created or kept, unless noted. */
interface ActOnTracks<Result = string> {
  act: Act
  result: () => Result | undefined
}

/** Creates a track. */
export function creating(writer: TrackWriter, input: NewTrack): ActOnTracks {
  let made: { id: string; version: number } | undefined
  const run = async () => void (made = await writer.make(input, made?.id))
  const revert = async () => {
    // What another user has deleted is not brought back by a redo.
    if (!(await writer.remove(made!.id, made!.version))) throw new Cancelled()
  }
  return { act: { run: () => ({ send: run }), revert: () => ({ send: revert }) }, result: () => made?.id }
}

/**
 * Returns steps that delete tracks, and steps that restore those that were deleted. With `seen`, the user decides about
 * changes by other users since that version.
 */
export function removing(
  writer: TrackWriter,
  ids: readonly string[],
  seen?: number,
): { remove: () => Step; restore: () => Step } {
  let deleted: string[] = []
  const restore = async () => {
    for (const id of deleted) await writer.restore(id)
  }
  const remove = async () => {
    deleted = []
    for (const id of ids) if (await writer.remove(id, seen)) deleted.push(id)
    if (!deleted.length) throw new Cancelled()
  }
  return { remove: () => ({ send: remove }), restore: () => ({ send: restore }) }
}

/** Joins tracks into the one that begins first; the others are deleted. */
export function joining(writer: TrackWriter, ids: readonly string[], frame: number): ActOnTracks {
  let held: WholeTrack[] = []
  let joined: number | undefined
  const run = async () => {
    const read = await Promise.all(ids.map((id) => writer.read(id)))
    held = read.flatMap((track) => track ?? [])
    held.sort((a, b) => firstOf(a) - firstOf(b))
    const [first, ...others] = held
    if (!first || others.length === 0) throw new Cancelled()
    const frames = others.reduce((all, { frames: more }) => joinedSequences(all, more), first.frames)
    joined = await writer.change(first.id, { frames }, { frame, seen: first.version })
    for (const { id, version } of others) await writer.remove(id, version)
  }
  const revert = async () => {
    const [first, ...others] = held
    if (first) await writer.change(first.id, { frames: first.frames }, { frame, seen: joined })
    for (const { id } of others) await writer.restore(id)
  }
  const act = { run: () => ({ send: run }), revert: () => ({ send: revert }) }
  return { act, result: () => (held.length > 1 ? held[0]?.id : undefined) }
}

const firstOf = ({ frames }: WholeTrack) => Math.min(...frames.boxes.map(({ frameNumber }) => frameNumber))

/** Cuts a track in two: the new one gets the frame and everything after it. */
export function splitting(writer: TrackWriter, id: string, frame: number): ActOnTracks {
  let whole: WholeTrack | undefined
  let first: number | undefined
  let second: { id: string; version: number } | undefined
  const run = async () => {
    whole = await writer.read(id)
    const before = whole && partOfSequence(whole.frames, 0, frame - 1)
    const after = whole && partOfSequence(whole.frames, frame, highestFrame)
    if (!whole || !before || !after) throw new Cancelled()
    const { id: _id, version, ...rest } = whole
    first = await writer.change(id, { frames: before }, { frame, seen: version })
    second = await writer.make({ ...rest, frames: after }, second?.id)
  }
  const revert = async () => {
    // In this order no box is lost if the user keeps what another one has changed.
    if (whole) await writer.change(id, { frames: whole.frames }, { frame, seen: first })
    if (second !== undefined) await writer.remove(second.id, second.version)
  }
  return { act: { run: () => ({ send: run }), revert: () => ({ send: revert }) }, result: () => second?.id }
}

/** Takes back and repeats a model's change of the whole sequence of a track, which is done already. */
export function extending(writer: TrackWriter, id: string, before: WholeTrack['frames']): Act {
  const extended = writer.read(id)
  let seen: number | undefined
  const write = async (frames: WholeTrack['frames'] | undefined) => {
    if (!frames) throw new Cancelled()
    seen = await writer.change(id, { frames }, { frame: frames.boxes[0]?.frameNumber ?? 0, seen })
  }
  const revert = async () => {
    seen ??= (await extended)?.version
    await write(before)
  }
  return { run: () => ({ send: async () => write((await extended)?.frames) }), revert: () => ({ send: revert }) }
}

/**
 * Changes what tracks are labelled with, each from its link in `before`. A track that is linked to an object of the
 * world keeps its persona.
 */
export function relinking(
  writer: TrackWriter,
  before: readonly { id: string; link: Link }[],
  after: Link,
  objectId?: string,
): Act {
  let withoutTypes: (() => Promise<void>) | undefined
  const versions = new Map<string, number>()
  // What the tracks had, or what another user had given them and the user has decided to replace.
  const links = new Map(before.map(({ id, link }) => [id, link]))
  const same = (link: Link) => link
  const linked = ({ personaId }: Link) => (after.type === 'OBJECT' ? { personaId, ...after } : after)
  const write = (from: (link: Link) => Link, to: (link: Link) => Link) => async () => {
    for (const [id, link] of links) {
      const replaced = from === same ? (track: WholeTrack) => void links.set(id, linkOf(track)) : undefined
      const base = { seen: versions.get(id), before: membersOf(from(link)), ...(replaced && { replaced }) }
      versions.set(id, await writer.change(id, membersOf(to(link)), base))
    }
  }
  const link = write(same, linked)
  const unlink = write(linked, same)
  const run = async () => {
    const ids = before.map(({ id }) => id)
    if (objectId !== undefined) withoutTypes = await assignTypes(objectId, ids)
    await link()
  }
  const revert = async () => {
    await unlink()
    await withoutTypes?.()
  }
  return { run: () => ({ send: run }), revert: () => ({ send: revert }) }
}

/** Returns the label of a track as an update; members that the link does not have are set to null. */
const membersOf = ({ type, label, personaId = null, linkType = null }: Link) => ({ type, label, personaId, linkType })

const linkOf = ({ type, label, personaId, linkType }: WholeTrack): Link => ({
  ...{ type, label, personaId: personaId === null || personaId === undefined ? null : String(personaId) },
  linkType: linkType ?? null,
})

type Values = Readonly<Record<string, string | null>>
type Boxes = WholeTrack['frames']['boxes']

/**
 * Sets attributes of the box on a frame, which becomes a keyframe, or of the whole track; null removes an attribute.
 */
export function attributing(
  writer: TrackWriter,
  id: string,
  { frame, isWhole = false }: { frame: number; isWhole?: boolean | undefined },
  values: Values,
): Act {
  return describing(writer, id, frame, (frames) =>
    isWhole
      ? describedThroughout(frames, values)
      : keyedOn(frames, frame, { attributes: withValues(attributesAt(frames, frame), values) }),
  )
}

/**
 * Marks the box on a frame, which becomes a keyframe, as occluded, or no longer; the result is whether it now is. The
 * mark holds up to the next keyframe.
 */
export function occluding(writer: TrackWriter, id: string, frame: number): ActOnTracks<boolean> {
  let occluded: boolean | undefined
  const act = describing(writer, id, frame, (frames) => {
    occluded ??= !isOccluded(frames, frame)
    return keyedOn(frames, frame, { occluded })
  })
  return { act, result: () => occluded }
}

/** Changes what stored boxes say of a track, apart from where it is; undefined if it cannot be said on the frame. */
function describing(
  writer: TrackWriter,
  id: string,
  frame: number,
  describe: (frames: WholeTrack['frames']) => Boxes | undefined,
): Act {
  let before: Boxes = []
  let made: Boxes = []
  let version: number | undefined
  const run = async () => {
    const track = await writer.read(id)
    const boxes = track && describe(track.frames)
    if (!boxes) throw new Cancelled()
    ;[before, made] = [track.frames.boxes, boxes]
    version = await writer.change(id, { frames: { ...track.frames, boxes } }, { frame, seen: track.version })
  }
  const revert = async () => {
    const track = await writer.read(id)
    if (!track) throw new Cancelled()
    const touched = framesOf(before, made).filter((one) => textOn(before, one) !== textOn(made, one))
    const others = track.frames.boxes.filter(({ frameNumber }) => !touched.includes(frameNumber))
    const restored = before.filter(({ frameNumber }) => touched.includes(frameNumber))
    const boxes = [...others, ...restored].sort((a, b) => a.frameNumber - b.frameNumber)
    // Other users may have changed other boxes. If they have changed one of these, the user decides.
    const isSame = touched.every((one) => textOn(track.frames.boxes, one) === textOn(made, one))
    const seen = isSame ? track.version : version
    version = await writer.change(id, { frames: { ...track.frames, boxes } }, { frame, seen })
  }
  return { run: () => ({ send: run }), revert: () => ({ send: revert }) }
}

const framesOf = (...all: Boxes[]) => [...new Set(all.flat().map(({ frameNumber }) => frameNumber))]
const textOn = (boxes: Boxes, frame: number) => JSON.stringify(boxes.find(({ frameNumber }) => frameNumber === frame))

/** Returns the boxes with a keyframe on a frame that has these members; undefined if the track has no box there. */
function keyedOn(frames: WholeTrack['frames'], frame: number, members: Record<string, unknown>): Boxes | undefined {
  const box = frames.boxes.find((one) => one.frameNumber === frame) ?? boxAt(frames, frame)
  if (!box) return undefined
  const { visible, ...rest } = box as Boxes[number]
  const held = rest.isKeyframe === false || !frames.boxes.includes(box) ? heldOn(frames, frame) : {}
  const made = { ...held, ...rest, ...(visible === false && { visible }), isKeyframe: true, ...members }
  const others = frames.boxes.filter(({ frameNumber }) => frameNumber !== frame)
  return [...others, made].sort((a, b) => a.frameNumber - b.frameNumber)
}

/** Returns what the keyframes before a frame say of it, which a new keyframe there would end. */
function heldOn(frames: WholeTrack['frames'], frame: number): Record<string, unknown> {
  const attributes = attributesAt(frames, frame)
  return {
    ...(isOccluded(frames, frame) && { occluded: true }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

/**
 * Returns the boxes with attributes of the whole track: on the first keyframe, and on each one that has any, because
 * those of a keyframe hold in place of all earlier ones.
 */
function describedThroughout({ boxes }: WholeTrack['frames'], values: Values): Boxes {
  const first = Math.min(...boxes.map(({ frameNumber }) => frameNumber))
  return boxes.map((box) => {
    const own = box['attributes'] as Readonly<Record<string, string>> | null | undefined
    if (typeof own !== 'object' && box.frameNumber !== first) return box
    return { ...box, attributes: withValues(own ?? {}, values) }
  })
}

const withValues = (before: Readonly<Record<string, string>>, values: Values) =>
  Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== null))

/** Returns the attributes on a frame: texts by name, taken from the last keyframe up to it that has any. */
export function attributesAt({ boxes }: WholeTrack['frames'], frame: number): Readonly<Record<string, string>> {
  const described = boxes.filter((one) => one.frameNumber <= frame && typeof one['attributes'] === 'object')
  const last = described.sort((a, b) => a.frameNumber - b.frameNumber).at(-1)
  return (last?.['attributes'] as Record<string, string> | null | undefined) ?? {}
}

/** Returns whether the box on a frame is occluded, as the last keyframe up to it says. */
export function isOccluded({ boxes }: WholeTrack['frames'], frame: number): boolean {
  const keys = boxes.filter((one) => one.isKeyframe !== false && one.frameNumber <= frame)
  return keys.sort((a, b) => a.frameNumber - b.frameNumber).at(-1)?.['occluded'] === true
}
