import type { PageKey } from '../app/page-keys.js'
import type { Player } from './player.js'

/** Returns the keys that control a player, without letters and marks. */
export const playerKeys = (player: Player): readonly PageKey[] => [
  [
    'space',
    (event) => {
      // On a button focused by the keyboard, and on a checkbox, Space presses that element instead.
      if (event.target instanceof Element && event.target.matches('button:focus-visible, input, summary')) return
      event.preventDefault()
      player.toggle()
    },
    { keepsDefault: true },
  ],
  ['ArrowRight', () => player.step(1)],
  ['ArrowLeft', () => player.step(-1)],
  ['shift+ArrowRight', () => player.step(10)],
  ['shift+ArrowLeft', () => player.step(-10)],
  ['Home', () => player.show(0)],
  ['End', () => player.show(player.last)],
]

/** Returns the letters and marks that control a player. */
export const playerLetters = (player: Player): readonly PageKey[] => [
  ['k', () => player.pause()],
  ['l', () => player.shuttle(1)],
  ['j', () => player.shuttle(-1)],
  ['.', () => player.step(1)],
  [',', () => player.step(-1)],
]
