import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import { typeface } from '../lib/typeface.js'
import { texts } from '../texts.js'

/** The most options that a field shows at once, so that a long list opens without delay; typing finds the rest. */
const offered = { defaultProps: { limit: 200 } }

const medium = 500

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: typeface,
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  components: {
    // One weight for what is read, and one for what is pressed or heads a list: see "The look" in web/README.md.
    Button: { styles: { label: { fontWeight: medium } } },
    Badge: { defaultProps: { tt: 'none' }, styles: { label: { fontWeight: medium } } },
    Table: { styles: { th: { fontWeight: medium, color: 'var(--mantine-color-dimmed)' } } },
    Alert: { styles: { title: { fontWeight: medium } } },
    InputWrapper: { styles: { label: { fontWeight: medium } } },
    // Square enough not to be taken for radio buttons.
    Checkbox: { defaultProps: { radius: 'sm' } },
    Select: offered,
    MultiSelect: offered,
    Autocomplete: offered,
    // The form of a popover stays visible when its button is scrolled out of sight, for instance by a quick Tab on a
    // small screen: a hidden form could no longer be reached by the keyboard.
    Popover: { defaultProps: { hideDetached: false } },
    // The library gives this button no accessible name, and the description too little contrast.
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': texts.states.close } },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
  },
})

/** Text colours with a contrast of at least 4.5 to their backgrounds. */
export const colours: CSSVariablesResolver = ({ colors }) => {
  const each = (shades: (name: string) => Record<string, string>) =>
    Object.assign({}, ...Object.keys(colors).map(shades)) as Record<string, string>
  return {
    variables: {},
    light: {
      ...each((name) => ({
        [`--mantine-color-${name}-light-color`]: `color-mix(in srgb, var(--mantine-color-${name}-9), black 15%)`,
        [`--mantine-color-${name}-text`]: `color-mix(in srgb, var(--mantine-color-${name}-9), black 15%)`,
        [`--mantine-color-${name}-outline`]: `var(--mantine-color-${name}-9)`,
      })),
      '--mantine-color-dimmed': '#5c636a',
      '--mantine-color-error': 'var(--mantine-color-red-9)',
      '--mantine-color-placeholder': '#6a7178',
    },
    dark: {
      ...each((name) => ({ [`--mantine-color-${name}-light-color`]: `var(--mantine-color-${name}-2)` })),
      '--mantine-color-dimmed': '#a6a9ad',
      '--mantine-color-error': 'var(--mantine-color-red-4)',
      '--mantine-color-placeholder': '#9a9da1',
    },
  }
}
