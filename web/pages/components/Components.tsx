import { Badge, MantineProvider, Stack, Tabs } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { ErrorNote } from '../../app/ErrorNote.js'
import { Labelled } from '../../app/Labelled.js'
import { Mark } from '../../app/Mark.js'
import { Loading, Page } from '../../app/Page.js'
import { tabCount } from '../../app/tab-count.js'
import { colours, theme } from '../../app/theme.js'
import { TransferBar } from '../../app/TransferBar.js'
import { Confidence } from '../../app/Confidence.js'
import { queryClient } from '../../lib/query-client.js'
import { Coloured } from '../../personas/Coloured.js'
import { ReviewChip } from '../../reviews/ReviewChip.js'
import { texts } from '../../texts.js'
import { VideoLinks } from '../../videos/VideoLinks.js'
import { VideoLink } from '../../videos/VideoLink.js'
import { Acts } from './Acts.js'
import { Fields } from './Fields.js'
import { Lists } from './Lists.js'
import { Shown } from './Shown.js'

/** The components that all areas share, in each of their states: a page for the work on the look, not for users. */
export function Components() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={colours} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <Stack p="md" maw={1100} component="main">
          <Page title="Components" side={<Mark size={28} />}>
            <Acts />
            <Fields />
            <Lists />
            <States />
            <Places />
          </Page>
        </Stack>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** What tells a state: chips, notes and bars. */
function States() {
  const review = { reviewer: null, reviewedAt: null, reviewNote: null, viewerCan: { review: true } }
  return (
    <>
      <Shown name="ReviewChip">
        {(['OPEN', 'ACCEPTED', 'REJECTED'] as const).map((reviewState) => (
          <ReviewChip key={reviewState} review={{ ...review, reviewState }} />
        ))}
      </Shown>
      <Shown name="Confidence">
        <Confidence value={0.2} />
        <Confidence value={0.9} />
      </Shown>
      <Shown name="Badge">
        <Badge variant="light">{texts.groups.roles.GROUP_OWNER}</Badge>
        <Badge variant="light" color="gray">
          {texts.projects.archived}
        </Badge>
      </Shown>
      <Shown name="ErrorNote" isWide>
        <ErrorNote error={new Error(texts.errors.notFound)} retry={() => undefined} />
      </Shown>
      <Shown name="TransferBar" isWide>
        <TransferBar
          label={texts.exchange.export.running}
          state={{ done: 400, total: 1000 }}
          onStop={() => undefined}
        />
      </Shown>
      <Shown name="Loading" isWide>
        <Loading />
      </Shown>
    </>
  )
}

/** What leads somewhere, and what names a thing. */
function Places() {
  const video = { id: 'v', filename: 'ferry.webm', thumbnailUrl: '', probe: null }
  return (
    <>
      <Shown name="Coloured">
        <Coloured name="Pedestrian" colour="#1c7ed6" />
        <Coloured name="Bag" colour={undefined} />
      </Shown>
      <Shown name="Labelled">
        <Labelled label={texts.personas.role}>{texts.groups.roles.GROUP_OWNER}</Labelled>
      </Shown>
      <Shown name="VideoLink">
        <VideoLink video={video} href="/" />
      </Shown>
      <Shown name="VideoLinks">
        <VideoLinks videoId="v" here="reading" />
      </Shown>
      <Shown name="Tabs">
        <Tabs value="videos">
          <Tabs.List>
            <Tabs.Tab value="videos" rightSection={tabCount(12)}>
              {texts.team.tabs.videos}
            </Tabs.Tab>
            <Tabs.Tab value="members" rightSection={tabCount(0)}>
              {texts.team.tabs.members}
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      </Shown>
    </>
  )
}
