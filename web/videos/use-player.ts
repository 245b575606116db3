import { useSyncExternalStore } from 'react'
import type { Player } from './player.js'

/** Returns the current frame; the component renders again with every frame, unless `matters` is false. */
export function useFrame(player: Player, matters = true): number {
  return useSyncExternalStore(player.subscribe, () => (matters ? player.snapshot().frame : 0))
}

/** Returns the speed and direction of the player, 0 when paused; the component renders again when it changes. */
export function useSpeed(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().speed)
}

/** Returns the frame that the browser shows instead of the requested one; undefined if it shows the requested one. */
export function useInstead(player: Player): number | undefined {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().instead)
}

/** Returns the frame that is being sought, if that takes long; otherwise undefined. */
export function useSeeking(player: Player): number | undefined {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().seeking)
}
