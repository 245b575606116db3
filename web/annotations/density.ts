interface Span {
  firstFrame: number
  lastFrame: number
}

/** Returns the number of tracks on each of `parts` equal parts of a video of `frames` frames. */
export function densityOf(tracks: readonly Span[], frames: number, parts: number): Uint32Array {
  const changes = new Int32Array(parts + 1)
  for (const { firstFrame, lastFrame } of tracks) {
    if (lastFrame < firstFrame || firstFrame >= frames) continue
    const partOf = (frame: number) => Math.min(parts - 1, Math.floor((frame / frames) * parts))
    const [from, to] = [partOf(Math.max(0, firstFrame)), partOf(lastFrame)]
    changes[from]!++
    changes[to + 1]!--
  }
  const counts = new Uint32Array(parts)
  let count = 0
  for (let part = 0; part < parts; part++) counts[part] = count += changes[part]!
  return counts
}
