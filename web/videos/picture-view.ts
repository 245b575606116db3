/** The visible part of the picture, and its brightness. */
export interface ViewState {
  /** The magnification of the picture, 1 to 16. */
  zoom: number
  /** The left and upper edge of the visible part, in fractions of the picture: 0 to 1 - 1 / zoom. */
  x: number
  y: number
  /** 1 for the picture as it is stored. */
  brightness: number
  contrast: number
}

const whole = { zoom: 1, x: 0, y: 0 }
const plain = { brightness: 1, contrast: 1 }
const mostZoom = 16

/** The view of a picture, kept outside of React because it changes with every movement of the pointer. */
export class PictureView {
  private state: ViewState = { ...whole, ...plain }
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): ViewState => this.state

  /** Magnifies by a factor around the point `x`, `y` of the screen, in fractions of it. */
  zoomBy(factor: number, x = 0.5, y = 0.5): void {
    const before = this.state
    const zoom = Math.max(1, Math.min(mostZoom, before.zoom * factor))
    this.place(zoom, before.x + x / before.zoom - x / zoom, before.y + y / before.zoom - y / zoom)
  }

  /** Moves the picture by a distance in fractions of the screen. */
  panBy(dx: number, dy: number): void {
    const { zoom, x, y } = this.state
    this.place(zoom, x - dx / zoom, y - dy / zoom)
  }

  /** Shows the whole picture. */
  fit(): void {
    this.update(whole)
  }

  /** Changes brightness or contrast, 0.2 to 3. */
  adjust(change: Partial<typeof plain>): void {
    this.update(change)
  }

  /** Resets brightness and contrast. */
  reset(): void {
    this.update(plain)
  }

  private place(zoom: number, x: number, y: number): void {
    const most = 1 - 1 / zoom
    this.update({ zoom, x: Math.max(0, Math.min(most, x)), y: Math.max(0, Math.min(most, y)) })
  }

  private update(change: Partial<ViewState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}
