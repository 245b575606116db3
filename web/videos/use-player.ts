import { useSyncExternalStore } from 'react'
import type { Player } from './player.js'

/** The frame on the screen: whoever uses this is rendered with every frame. */
export function useFrame(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().frame)
}

export function useSpeed(player: Player): number {
  return useSyncExternalStore(player.subscribe, () => player.snapshot().speed)
}
