import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { joinedSequences, partOfSequence } from '../../src/annotations/sequences/sequence-join.js'
import { highestFrame } from '../../src/annotations/sequences/sequence-check.js'
import { Cancelled, type Act, type Link } from './act.js'
import type { TrackWriter, WholeTrack } from './track-writer.js'

/** An act, and the id of the track that it has created or kept, available once it is done. */
interface ActOnTracks {
  act: Act
  result: () => string | undefined
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
export function relinking(writer: TrackWriter, before: readonly { id: string; link: Link }[], after: Link): Act {
  const versions = new Map<string, number>()
  const same = (link: Link) => link
  const linked = ({ personaId }: Link) => (after.type === 'OBJECT' ? { personaId, ...after } : after)
  const write = (from: (link: Link) => Link, to: (link: Link) => Link) => async () => {
    for (const { id, link } of before) {
      const base = { seen: versions.get(id), before: membersOf(from(link)) }
      versions.set(id, await writer.change(id, membersOf(to(link)), base))
    }
  }
  return { run: () => ({ send: write(same, linked) }), revert: () => ({ send: write(linked, same) }) }
}

/** Returns the label of a track as an update; members that the link does not have are set to null. */
const membersOf = ({ type, label, personaId = null, linkType = null }: Link) => ({ type, label, personaId, linkType })

/** Sets attributes of a box, which becomes a keyframe; null removes an attribute. */
export function attributing(
  writer: TrackWriter,
  id: string,
  frame: number,
  values: Readonly<Record<string, string | null>>,
): Act {
  let before: StoredBox | undefined
  let made: StoredBox | undefined
  let version: number | undefined
  const run = async () => {
    const track = await writer.read(id)
    before = track && boxOn(track.frames, frame)
    const box = before ?? boxAt(track?.frames, frame)
    if (!track || !box) throw new Cancelled()
    const all = { ...attributesAt(track.frames, frame), ...values }
    const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    const { visible, ...rest } = box as StoredBox
    made = { ...rest, ...(visible === false && { visible }), isKeyframe: true, attributes: kept }
    version = await writer.change(id, { frames: withBox(track.frames, frame, made) }, { frame, seen: track.version })
  }
  const revert = async () => {
    const track = await writer.read(id)
    if (!track) throw new Cancelled()
    // Other users may have changed other frames. If they have changed this one, the user decides.
    const isSame = JSON.stringify(boxOn(track.frames, frame)) === JSON.stringify(made)
    const seen = isSame ? track.version : version
    version = await writer.change(id, { frames: withBox(track.frames, frame, before) }, { frame, seen })
  }
  return { run: () => ({ send: run }), revert: () => ({ send: revert }) }
}

type StoredBox = WholeTrack['frames']['boxes'][number]

const boxOn = ({ boxes }: WholeTrack['frames'], frame: number) => boxes.find(({ frameNumber }) => frameNumber === frame)

/** Returns a sequence with another stored box on a frame, or without one. */
function withBox(frames: WholeTrack['frames'], frame: number, box: StoredBox | undefined): WholeTrack['frames'] {
  const others = frames.boxes.filter(({ frameNumber }) => frameNumber !== frame)
  return { ...frames, boxes: [...others, ...(box ? [box] : [])].sort((a, b) => a.frameNumber - b.frameNumber) }
}

/** Returns the attributes on a frame: texts by name, taken from the last keyframe up to it that has any. */
export function attributesAt({ boxes }: WholeTrack['frames'], frame: number): Readonly<Record<string, string>> {
  const described = boxes.filter((one) => one.frameNumber <= frame && typeof one['attributes'] === 'object')
  const last = described.sort((a, b) => a.frameNumber - b.frameNumber).at(-1)
  return (last?.['attributes'] as Record<string, string> | null | undefined) ?? {}
}
