import { useLocalStorage } from '@mantine/hooks'

/** Whether single letters and marks are shortcuts, kept in this browser; speech input may trigger them by accident. */
export function useSingleKeys() {
  return useLocalStorage({ key: 'parallax.letters', defaultValue: true, getInitialValueInEffect: false })
}

/** Whether what is typed into this element is text. */
export const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
