import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { joinedSequences, partOfSequence } from '../../src/annotations/sequences/sequence-join.js'
import { highestFrame } from '../../src/annotations/sequences/sequence-check.js'
import { Cancelled, type Act } from './act.js'
import type { TrackWriter, WholeTrack } from './track-writer.js'

/** An act, and the id of the track that it has created or kept, available once it is done. */
interface ActOnTracks {
  act: Act
  result: () => string | undefined
}

/** Joins tracks into the one that begins first; the others are deleted. */
export function joining(writer: TrackWriter, ids: readonly string[], frame: number): ActOnTracks {
  let held: WholeTrack[] = []
  const run = async () => {
    const read = await Promise.all(ids.map((id) => writer.read(id)))
    held = read.flatMap((track) => track ?? [])
    held.sort((a, b) => firstOf(a) - firstOf(b))
    const [first, ...others] = held
    if (!first || others.length === 0) throw new Cancelled()
    const frames = others.reduce((all, { frames: more }) => joinedSequences(all, more), first.frames)
    await writer.change(first.id, { frames }, frame)
    for (const { id } of others) await writer.remove(id)
  }
  const revert = async () => {
    const [first, ...others] = held
    for (const { id } of others) await writer.restore(id)
    if (first) await writer.change(first.id, { frames: first.frames }, frame)
  }
  const act = { run: () => ({ send: run }), revert: () => ({ send: revert }) }
  return { act, result: () => (held.length > 1 ? held[0]?.id : undefined) }
}

const firstOf = ({ frames }: WholeTrack) => Math.min(...frames.boxes.map(({ frameNumber }) => frameNumber))

/** Cuts a track in two: the new one gets the frame and everything after it. */
export function splitting(writer: TrackWriter, id: string, frame: number): ActOnTracks {
  let whole: WholeTrack | undefined
  let second: string | undefined
  const run = async () => {
    whole = await writer.read(id)
    const before = whole && partOfSequence(whole.frames, 0, frame - 1)
    const after = whole && partOfSequence(whole.frames, frame, highestFrame)
    if (!whole || !before || !after) throw new Cancelled()
    const { id: _id, ...rest } = whole
    await writer.change(id, { frames: before }, frame)
    second = await writer.make({ ...rest, frames: after }, second)
  }
  const revert = async () => {
    if (second !== undefined) await writer.remove(second)
    if (whole) await writer.change(id, { frames: whole.frames }, frame)
  }
  return { act: { run: () => ({ send: run }), revert: () => ({ send: revert }) }, result: () => second }
}

/** Sets attributes of a box, which becomes a keyframe; null removes an attribute. */
export function attributing(
  writer: TrackWriter,
  id: string,
  frame: number,
  values: Readonly<Record<string, string | null>>,
): Act {
  let before: WholeTrack['frames'] | undefined
  const run = async () => {
    before = (await writer.read(id))?.frames
    const box = before?.boxes.find((one) => one.frameNumber === frame) ?? boxAt(before, frame)
    if (!before || !box) throw new Cancelled()
    const all = { ...attributesAt(before, frame), ...values }
    const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    const { visible, ...rest } = box as WholeTrack['frames']['boxes'][number]
    const made = { ...rest, ...(visible === false && { visible }), isKeyframe: true, attributes: kept }
    const others = before.boxes.filter(({ frameNumber }) => frameNumber !== frame)
    const boxes = [...others, made].sort((a, b) => a.frameNumber - b.frameNumber)
    await writer.change(id, { frames: { ...before, boxes } }, frame)
  }
  const revert = async () => {
    if (before) await writer.change(id, { frames: before }, frame)
  }
  return { run: () => ({ send: run }), revert: () => ({ send: revert }) }
}

/** Returns the attributes on a frame: texts by name, taken from the last keyframe up to it that has any. */
export function attributesAt({ boxes }: WholeTrack['frames'], frame: number): Readonly<Record<string, string>> {
  const described = boxes.filter((one) => one.frameNumber <= frame && typeof one['attributes'] === 'object')
  const last = described.sort((a, b) => a.frameNumber - b.frameNumber).at(-1)
  return (last?.['attributes'] as Record<string, string> | null | undefined) ?? {}
}
