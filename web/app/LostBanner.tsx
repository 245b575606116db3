import { Affix, Alert } from '@mantine/core'
import { useLost } from '../lib/connection.js'
import { texts } from '../texts.js'

/** A warning over the page while the server cannot be reached. */
export function LostBanner() {
  if (!useLost()) return null
  return (
    <Affix position={{ top: 56, left: 0, right: 0 }} px="md">
      <Alert color="orange" variant="filled" autoContrast role="alert">
        {texts.errors.banner}
      </Alert>
    </Affix>
  )
}
