import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { texts } from '../texts.js'
import { Page } from './Page.js'
import { paths } from './paths.js'

export function NotFound() {
  return (
    <Page title={texts.errors.notFound}>
      <Text>{texts.errors.notFoundAdvice}</Text>
      <Anchor component={Link} href={paths.library}>
        {texts.errors.toLibrary}
      </Anchor>
    </Page>
  )
}
