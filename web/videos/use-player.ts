import { useSyncExternalStore } from 'react'
import type { Player } from './player.js'

/** The frame on the screen; the component renders again with every frame, unless that does not matter to it. */
export function useFrame(player: Player, matters = true): number {
  return useSyncExternalStore(player.subscribe, () => (matters ? player.snapshot().frame : 0))
}

/** The speed and direction of the player, 0 when paused; the component renders again when it changes. */
export function useSpeed(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().speed)
}

/** The frame that the browser shows in place of the one it was asked for; undefined where it shows that. */
export function useInstead(player: Player): number | undefined {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().instead)
}
