import { useLocalStorage } from '@mantine/hooks'
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import classes from './Resizable.module.css'

interface Props {
  /** The key under which this browser keeps the size, such as `watch.panel`. */
  name: string
  /** The edge of the pane that is dragged: a pane with its edge at the left has a width, one at the top a height. */
  edge: 'left' | 'top'
  /** The accessible name of the separator. */
  label: string
  /** The size in pixels until the user changes it. */
  initial: number
  least: number
  /** The pixels of the element around the pane that are kept for what stands beside it. */
  rest: number
  /** Whether the pane has a size of its own; otherwise it is laid out like any other element. */
  isOn: boolean
  className?: string
  children: ReactNode
}

/** The pixels by which a key changes the size. */
const step = 16

/**
 * A pane whose size is changed at one of its edges, by dragging or by keys: the arrows, Home and End for the least and
 * the greatest size, and Enter or a double click for the initial one. It is a child of a flex container, with a gap of
 * at least 8 pixels before it.
 */
export function Resizable({ name, edge, label, initial, least, rest, isOn, className, children }: Props) {
  const id = useId()
  const pane = useRef<HTMLDivElement>(null)
  const [kept, keep] = useLocalStorage({
    key: `parallax.size ${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
  })
  const [dragged, drag] = useState<number>()
  const side = edge === 'left' ? 'width' : 'height'
  const most = Math.max(least, useRoom(pane, side, isOn) - rest)
  const within = (size: number) => Math.round(Math.max(least, Math.min(most, size)))
  const size = within(dragged ?? kept)

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    // Neither selects text nor starts anything else on the page.
    event.preventDefault()
    const { currentTarget: target, pointerId } = event
    target.focus({ preventScroll: true })
    target.setPointerCapture(pointerId)
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => (edge === 'left' ? clientX : clientY)
    const from = at(event) + size
    let now = size
    const move = (moved: globalThis.PointerEvent) => drag((now = within(from - at(moved))))
    const end = () => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('lostpointercapture', end)
      drag(undefined)
      if (now !== size) keep(now)
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', end)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const sizes: Record<string, number> = {
      [edge === 'left' ? 'ArrowLeft' : 'ArrowUp']: size + step,
      [edge === 'left' ? 'ArrowRight' : 'ArrowDown']: size - step,
      Home: least,
      End: most,
      Enter: initial,
    }
    const next = sizes[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The page has other acts for some of these keys.
    event.stopPropagation()
    keep(within(next))
  }

  return (
    <div ref={pane} id={id} className={`${classes.pane} ${className ?? ''}`} style={isOn ? { [side]: size } : {}}>
      {isOn && (
        <div
          role="separator"
          tabIndex={0}
          className={classes.edge}
          aria-label={label}
          aria-controls={id}
          aria-orientation={edge === 'left' ? 'vertical' : 'horizontal'}
          aria-valuenow={size}
          aria-valuemin={least}
          aria-valuemax={most}
          data-dragged={dragged !== undefined}
          onPointerDown={onPointerDown}
          onDoubleClick={() => keep(initial)}
          onKeyDown={onKeyDown}
        />
      )}
      {children}
    </div>
  )
}

/** Returns the size of the element around the pane, in pixels; infinite until it is known. */
function useRoom(pane: RefObject<HTMLElement | null>, side: 'width' | 'height', isOn: boolean): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const around = pane.current!.parentElement!
    const measure = () => setRoom(side === 'width' ? around.clientWidth : around.clientHeight)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(around)
    return () => observer.disconnect()
  }, [pane, side, isOn])
  return room
}
