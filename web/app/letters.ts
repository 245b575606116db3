import { useLocalStorage } from '@mantine/hooks'

/**
 * Returns the setting whether single letters and marks are shortcuts, kept in this browser. Users of speech input
 * switch it off, because speech may trigger such shortcuts by accident.
 */
export function useSingleKeys() {
  return useLocalStorage({ key: 'parallax.letters', defaultValue: true, getInitialValueInEffect: false })
}
