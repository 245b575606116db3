import { useEffect, useRef } from 'react'
import type { Player } from '../videos/player.js'
import classes from './Timeline.module.css'
import type { View } from './timeline-view.js'

/** Marks the current frame. Moved without React, because it moves with every frame. */
export function Playhead({ player, view }: { player: Player; view: View }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const move = () => {
      const share = (player.snapshot().frame - view.from + 0.5) / view.span
      line.current!.style.left = `${Math.max(0, Math.min(1, share)) * 100}%`
    }
    move()
    return player.subscribe(move)
  }, [player, view])
  return <div ref={line} className={classes.playhead} />
}
