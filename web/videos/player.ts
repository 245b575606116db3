import { frameAt, middleOf, startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import type { WatchQuery } from '../generated/graphql.js'

type WatchedVideo = NonNullable<WatchQuery['video']>

/**
 * Returns the clock of a video, with the same arithmetic as on the server. `times` are the starts of all frames in
 * seconds, needed if the rate varies. A file that is not probed yet is assumed to have the frame rate of its metadata,
 * or else 30 frames a second.
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
  /** The current frame, counted from 0. */
  frame: number
  /** Speed and direction: 0 is paused, -2 is backwards at twice the speed. */
  speed: number
  /** The frame that the browser shows because it could not seek to `frame`; undefined if it shows `frame`. */
  instead?: number | undefined
  /** The frame that is being sought, if that takes long; undefined otherwise. */
  seeking?: number | undefined
}

/** How long a seek takes before it is told, in milliseconds: to another place, and to a frame close by. */
const longSeek = { away: 80, near: 400 }
/** The greatest distance of a frame close by; between those, keys step. */
const near = 10

/** Plays a video and always knows which frame is shown; it seeks to the middle of frames. */
export class Player {
  private state: PlayerState
  private readonly listeners = new Set<() => void>()
  private element: HTMLVideoElement | undefined
  private watching = 0
  private wanted: number | undefined
  private telling: ReturnType<typeof setTimeout> | undefined
  /** The frame it has sought to, until it plays. */
  private soughtFrame: number | undefined
  /** The frame that the browser has drawn since the last seek. */
  private drawn: number | undefined
  private backwards: ReturnType<typeof setTimeout> | undefined
  /** Whether the initial frame has been shown; browsers show frame 0 before they seek to it. */
  private begun = false
  /** The speed at which `toggle` starts to play. */
  private rate = 1

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

  /** Controls a video element; returns a function that releases it. */
  attach(element: HTMLVideoElement): () => void {
    this.element = element
    const watch = () => {
      this.watching = element.requestVideoFrameCallback((_now, { mediaTime }) => {
        const frame = frameAt(this.clock, mediaTime)
        if (this.begun) this.drew(frame)
        else this.drawn = frame
        watch()
      })
    }
    watch()
    const begun = () => this.seek(this.state.frame)
    const ended = () => this.update({ speed: 0 })
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
      clearTimeout(this.telling)
      this.element = undefined
    }
  }

  get last(): number {
    return this.clock.count - 1
  }

  /** Returns the start of a frame, in seconds. */
  timeOf(frame: number): number {
    return startOf(this.clock, frame)
  }

  /** Pauses on a frame, clamped to those of the video. */
  show(frame: number): void {
    this.pause()
    this.seek(this.inside(frame))
  }

  /** Notifies all listeners, although the frame has not changed. */
  showAgain(): void {
    for (const listener of this.listeners) listener()
  }

  /** Moves by a number of frames from the last requested frame, which may not be shown yet. */
  step(frames: number): void {
    this.show((this.wanted ?? this.state.frame) + frames)
  }

  toggle(): void {
    if (this.state.speed === 0) this.play(this.rate)
    else this.pause()
  }

  /** Sets the speed of playback, now and later. */
  setRate(rate: number): void {
    this.rate = rate
    if (this.state.speed > 0) this.play(rate)
  }

  /** Handles J and L: doubles the speed in `direction` up to 8, or starts to play in that direction at speed 1. */
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
    this.soughtFrame = undefined
    if (speed > 0) {
      if (this.state.frame >= this.last) this.seek(0)
      element.playbackRate = speed
      // The promise is rejected if the video is paused before it starts to play.
      element.play().catch(() => this.update({ speed: 0 }))
    } else element.pause()
    this.update({ speed })
    if (speed < 0) this.goBack()
  }

  pause(): void {
    clearTimeout(this.backwards)
    this.element?.pause()
    if (this.state.speed !== 0) this.update({ speed: 0 })
  }

  /** Called when the browser has drawn a frame, during playback and after a seek. */
  private drew(frame: number): void {
    this.drawn = frame
    const { soughtFrame, wanted, element } = this
    // The browser's own controls may have played or sought.
    const isSought = soughtFrame !== undefined && element && frameAt(this.clock, element.currentTime) === soughtFrame
    if (!isSought || this.state.speed !== 0) this.update({ frame, instead: undefined })
    else if (wanted === undefined) this.update({ instead: this.insteadOf(soughtFrame) })
  }

  private insteadOf(frame: number): number | undefined {
    return this.drawn === frame ? undefined : this.drawn
  }

  private inside(frame: number): number {
    return Math.max(0, Math.min(this.last, Math.round(frame)))
  }

  private seek(frame: number): void {
    const { element } = this
    const idle = this.wanted === undefined
    this.wanted = frame
    this.soughtFrame = frame
    this.drawn = undefined
    // Playing backwards seeks all the time.
    if (this.state.speed === 0) this.tell(idle)
    if (!element || element.readyState === 0) {
      this.wanted = undefined
      clearTimeout(this.telling)
      this.update({ frame })
    } else if (idle) element.currentTime = middleOf(this.clock, frame)
  }

  /** Tells which frame is sought, once the seek has taken long; `isFirst` if no other seek was under way. */
  private tell(isFirst: boolean): void {
    if (this.state.seeking !== undefined) this.update({ seeking: this.wanted })
    else if (isFirst) {
      const isNear = Math.abs(this.wanted! - this.state.frame) <= near
      clearTimeout(this.telling)
      this.telling = setTimeout(() => this.update({ seeking: this.wanted }), isNear ? longSeek.near : longSeek.away)
    }
  }

  /** Called when a seek has ended; only now the next one starts, so that held keys do not queue up seeks. */
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
    clearTimeout(this.telling)
    this.update({ frame: there, instead: this.insteadOf(there), seeking: undefined })
    if (this.state.speed < 0) this.goBack()
  }

  /** Plays backwards, which browsers cannot: seeks once for each frame's duration, by `-speed` frames at a time. */
  private goBack(): void {
    const { rate } = this.clock
    const { frame, speed } = this.state
    if (frame === 0) return this.update({ speed: 0 })
    const pace = (rate.denominator / rate.numerator) * 1000
    this.backwards = setTimeout(() => this.seek(this.inside(frame - Math.max(1, -speed))), pace)
  }

  private update(change: Partial<PlayerState>): void {
    const next = { ...this.state, ...change }
    const { frame, speed, instead, seeking } = this.state
    const isSame = next.frame === frame && next.speed === speed
    if (isSame && next.instead === instead && next.seeking === seeking) return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}
