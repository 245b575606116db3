import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { anchorOf, centred, moved, wholeOf, zoomed, type LineItem, type Period } from './time-line.js'

/** The factors of a press and the share by which a press moves. */
const [closer, wider, share] = [0.5, 2, 0.25]

/** Returns the item whose button is at an element; the button has its moments. */
function itemAt(element: EventTarget | null): Pick<LineItem, 'from' | 'to'> | undefined {
  const { from, to } = (element as Element).closest<HTMLElement>('button[data-from]')?.dataset ?? {}
  return from === undefined ? undefined : { from: Number(from), to: Number(to) }
}

/** Returns the part of the line that is shown, and how buttons, keys, wheel and pointer change it. */
export function usePeriod(items: readonly LineItem[], element: HTMLElement | null) {
  const [chosen, choose] = useState<Period>()
  const whole = wholeOf(items)
  const period = chosen ? zoomed(chosen, 1, 0.5, whole) : whole
  const zoom = (factor: number, place: number) => choose(zoomed(period, factor, place, whole))
  const closeTo = (some: Parameters<typeof anchorOf>[0]) =>
    choose(centred(period, closer, anchorOf(some, period), whole))
  const acts = {
    closer: () => closeTo(items),
    wider: () => zoom(wider, 0.5),
    earlier: () => choose(moved(period, -share, whole)),
    later: () => choose(moved(period, share, whole)),
    all: () => choose(undefined),
  }

  useEffect(() => {
    if (!element) return undefined
    const wheel = (event: WheelEvent) => {
      const { left, width } = element.getBoundingClientRect()
      const isZoom = event.ctrlKey || event.metaKey
      const across = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
      // The wheel alone scrolls the page. Browsers report a pinch on a touchpad as a wheel event with Ctrl.
      if (!isZoom && !across) return
      event.preventDefault()
      const speed = Math.abs(event.deltaY) < 50 ? 0.01 : 0.0025
      const place = (event.clientX - left) / width
      const pointed = itemAt(event.target)
      if (isZoom) zoom(Math.exp(event.deltaY * speed), pointed ? anchorOf([pointed], period, place) : place)
      else choose(moved(period, across / width, whole))
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  })

  const keys: Readonly<Record<string, () => void>> = {
    ...{ ArrowLeft: acts.earlier, ArrowRight: acts.later, Home: acts.all },
    ...{ '+': acts.closer, '=': acts.closer, '-': acts.wider, '0': acts.all },
  }
  function onKeyDown(event: KeyboardEvent): void {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    const focused = itemAt(event.target)
    if (act === acts.closer && focused) closeTo([focused])
    else act()
  }

  /** Moves the line with the pointer until it is let go. */
  function onPointerDown({ button, clientX: begun, target, currentTarget }: PointerEvent<HTMLElement>): void {
    if (button !== 0 || (target as Element).closest('button')) return
    const { width } = currentTarget.getBoundingClientRect()
    const go = ({ clientX }: { clientX: number }) => choose(moved(period, (begun - clientX) / width, whole))
    const end = () => {
      removeEventListener('pointermove', go)
      for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, end)
    }
    addEventListener('pointermove', go)
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end)
  }

  const isWhole = period.span === whole.span
  const least = zoomed(period, closer, 0.5, whole).span === period.span
  return { period, ...acts, isWhole, isLeast: least, onKeyDown, onPointerDown }
}
