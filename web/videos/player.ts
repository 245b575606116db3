import { frameAt, middleOf, startOf, type FrameClock } from '../../src/lib/frame-clock.js'
import type { WatchQuery } from '../generated/graphql.js'

type WatchedVideo = NonNullable<WatchQuery['video']>

/**
 * The clock of a video by the server's own arithmetic, with `times` at which frames begin where the rate varies. A file
 * that nobody has read yet is taken to have the rate that its description names, or 30 frames a second.
 */
export function clockOf({ probe, begin, frameRate, duration }: WatchedVideo, times?: readonly number[]): FrameClock {
  if (probe?.frameRate && probe.timeBase && probe.frameCount !== null) {
    const { frameRate: rate, timeBase, frameCount: count } = probe
    const tickOf = (seconds: number) => Math.round((seconds * timeBase.denominator) / timeBase.numerator)
    const ticks = times?.length === count ? Float64Array.from(times, tickOf) : null
    return { count, rate, timeBase, firstTick: tickOf(begin ?? 0), ticks }
  }
  const rate = { numerator: Math.round((frameRate ?? 30) * 1000), denominator: 1000 }
  const count = Math.max(1, Math.round(((duration ?? 0) * rate.numerator) / rate.denominator))
  return { count, rate, timeBase: { numerator: 1, denominator: 1_000_000 }, firstTick: 0, ticks: null }
}

export interface PlayerState {
  /** The frame that is on the screen, counted from 0. */
  frame: number
  /** Speed and direction: 0 stands still, -2 goes back twice as fast. */
  speed: number
}

/** Plays a video frame by frame: it always knows which frame is on the screen, and seeks to the middle of frames. */
export class Player {
  private state: PlayerState
  private readonly listeners = new Set<() => void>()
  private element: HTMLVideoElement | undefined
  private watching = 0
  private wanted: number | undefined
  private backwards: ReturnType<typeof setTimeout> | undefined
  /** Whether the frame to begin with has been on the screen; browsers show the very first one before. */
  private begun = false

  constructor(
    readonly clock: FrameClock,
    first = 0,
  ) {
    this.state = { frame: this.inside(first), speed: 0 }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): PlayerState => this.state

  /** Takes the element over; returns how to let go of it. */
  attach(element: HTMLVideoElement): () => void {
    this.element = element
    const watch = () => {
      this.watching = element.requestVideoFrameCallback((_now, { mediaTime }) => {
        if (this.begun) this.tell({ frame: frameAt(this.clock, mediaTime) })
        watch()
      })
    }
    watch()
    const begun = () => this.seek(this.state.frame)
    const ended = () => this.tell({ speed: 0 })
    const sought = () => this.goOn()
    element.addEventListener('loadedmetadata', begun)
    element.addEventListener('ended', ended)
    element.addEventListener('seeked', sought)
    if (element.readyState > 0) begun()
    return () => {
      element.cancelVideoFrameCallback(this.watching)
      element.removeEventListener('loadedmetadata', begun)
      element.removeEventListener('ended', ended)
      element.removeEventListener('seeked', sought)
      clearTimeout(this.backwards)
      this.element = undefined
    }
  }

  get last(): number {
    return this.clock.count - 1
  }

  /** Seconds at which a frame begins. */
  timeOf(frame: number): number {
    return startOf(this.clock, frame)
  }

  /** Stands still on a frame. */
  show(frame: number): void {
    this.pause()
    this.seek(this.inside(frame))
  }

  /** From the frame that was asked for last, which may not be on the screen yet. */
  step(frames: number): void {
    this.show((this.wanted ?? this.state.frame) + frames)
  }

  toggle(): void {
    if (this.state.speed === 0) this.play(1)
    else this.pause()
  }

  /** As the keys J and L do it: faster in a direction up to eight times, or the other way round. */
  shuttle(direction: 1 | -1): void {
    const { speed } = this.state
    const next = Math.sign(speed) === direction ? Math.min(8, Math.abs(speed) * 2) : 1
    this.play(direction * next)
  }

  play(speed: number): void {
    const { element } = this
    if (!element) return
    clearTimeout(this.backwards)
    this.begun = true
    if (speed > 0) {
      if (this.state.frame >= this.last) this.seek(0)
      element.playbackRate = speed
      // Somebody may pause before it has begun.
      element.play().catch(() => this.tell({ speed: 0 }))
    } else element.pause()
    this.tell({ speed })
    if (speed < 0) this.goBack()
  }

  pause(): void {
    clearTimeout(this.backwards)
    this.element?.pause()
    if (this.state.speed !== 0) this.tell({ speed: 0 })
  }

  private inside(frame: number): number {
    return Math.max(0, Math.min(this.last, Math.round(frame)))
  }

  private seek(frame: number): void {
    const { element } = this
    const idle = this.wanted === undefined
    this.wanted = frame
    if (!element || element.readyState === 0) {
      this.wanted = undefined
      this.tell({ frame })
    } else if (idle) element.currentTime = middleOf(this.clock, frame)
  }

  /** A seek has ended; the next one begins only now, so that held keys do not pile them up. */
  private goOn(): void {
    const { element, wanted } = this
    if (!element || wanted === undefined) return
    const there = frameAt(this.clock, element.currentTime)
    if (there !== wanted) {
      element.currentTime = middleOf(this.clock, wanted)
      return
    }
    this.wanted = undefined
    this.begun = true
    this.tell({ frame: there })
    if (this.state.speed < 0) this.goBack()
  }

  /** Players cannot play backwards: one seek a frame, leaving frames out where that is too slow. */
  private goBack(): void {
    const { rate } = this.clock
    const { frame, speed } = this.state
    if (frame === 0) return this.tell({ speed: 0 })
    const pace = (rate.denominator / rate.numerator) * 1000
    this.backwards = setTimeout(() => this.seek(this.inside(frame - Math.max(1, -speed))), pace)
  }

  private tell(change: Partial<PlayerState>): void {
    const next = { ...this.state, ...change }
    if (next.frame === this.state.frame && next.speed === this.state.speed) return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}
