import { middleOf } from '@parallax/shared/frame-clock.js'
import type { Player } from './player.js'

/** How long the page must have been at rest before the next frame is read, in milliseconds. */
const rest = 300

/**
 * Reads single frames of a file by a video element of its own, one after the other. While the page plays or seeks, it
 * waits, so that it does not take the decoder and the connection from the picture.
 */
export class FrameReader {
  private readonly element = document.createElement('video')
  private readonly player: Player
  private readonly take: (frame: number, picture: HTMLVideoElement) => void
  private readonly forget: () => void
  private waiting: readonly number[] = []
  private reading: number | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `take` is called with each frame, while the element shows it. */
  constructor(player: Player, source: string, take: (frame: number, picture: HTMLVideoElement) => void) {
    this.player = player
    this.take = take
    this.element.muted = true
    this.element.preload = 'metadata'
    this.element.src = source
    this.element.addEventListener('loadedmetadata', () => this.goOn())
    this.element.addEventListener('seeked', () => this.taken())
    this.forget = player.subscribe(() => this.goOn())
  }

  /** Reads these frames instead of those that still wait. */
  read(frames: readonly number[]): void {
    this.waiting = frames
    this.goOn()
  }

  /** Ends the reading. An element that is only dropped keeps its decoder and goes on loading. */
  close(): void {
    this.waiting = []
    this.forget()
    clearTimeout(this.timer)
    this.element.removeAttribute('src')
    this.element.load()
  }

  private goOn(): void {
    clearTimeout(this.timer)
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.next(), rest)
  }

  private next(): void {
    const { speed, seeking } = this.player.snapshot()
    const [frame, ...others] = this.waiting
    const isReady = this.element.readyState > 0 && this.reading === undefined
    if (frame === undefined || !isReady || speed !== 0 || seeking !== undefined) return
    this.waiting = others
    this.reading = frame
    const time = middleOf(this.player.clock, frame)
    // A seek to the place where the element is fires no event in some browsers.
    if (this.element.currentTime === time && !this.element.seeking && this.element.readyState > 1) this.taken()
    else this.element.currentTime = time
  }

  private taken(): void {
    const { reading } = this
    this.reading = undefined
    if (reading !== undefined) this.take(reading, this.element)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.next())
  }
}
