import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect } from 'react'
import { IconRefresh } from '../app/icons.js'
import { showDone } from '../app/notices.js'
import { ProbingJobDocument, SyncVideosDocument } from '../generated/graphql.js'
import { useAct, useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'

const words = texts.videos

/** Makes the library agree with the files; `onNews` where there are new ones to be read. */
export function Synchronise({ onDone, onNews }: { onDone: () => void; onNews: () => void }) {
  const sync = useAct(SyncVideosDocument, {
    onSuccess({ syncVideos: { added, updated, deleted } }) {
      showDone(words.synced(added, updated, deleted))
      onDone()
      if (added + updated > 0) onNews()
    },
  })
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate({})}
    >
      {words.sync}
    </Button>
  )
}

/** How far the reading of new files is. */
export function Reading({ onEnd }: { onEnd: () => void }) {
  const { data, isFetching } = useGraph(ProbingJobDocument, {}, { refetchInterval: 500, staleTime: 0 })
  const job = data?.jobs.nodes[0]
  const ended = data !== undefined && !isFetching && (!job || job.pollAfterMs == null)
  useEffect(() => {
    if (ended) onEnd()
  }, [ended, onEnd])
  return (
    <Group gap="xs" role="status" w={220} wrap="nowrap">
      <Text size="sm">{words.probing}</Text>
      <Progress flex={1} value={job?.progress ?? 0} animated aria-label={words.probing} />
    </Group>
  )
}
