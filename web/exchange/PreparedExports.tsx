import { Button, Flex, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PagedTable } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { showDone, showError } from '../lib/notices.js'
import { PreparedExportsDocument, type PreparedExportsQuery } from '../generated/graphql.js'
import { isOpen } from '../jobs/JobProgress.js'
import { usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import { DeleteExport } from './DeleteExport.js'
import { contentOf, useDetails } from './prepared-details.js'

const words = texts.exchange.prepared
/** The interval in which the list is read again while an export is being written, in milliseconds. */
const everyMs = 1000

type Prepared = PreparedExportsQuery['exports']['nodes'][number]

const nameOf = (one: Prepared) => words.named(contentOf(one), texts.things.moment(one.createdAt))

/** The exports that the server writes or has written for the user, with their files to download. */
export function PreparedExports({ onDeleted }: { onDeleted: () => void }) {
  const list = usePages(PreparedExportsDocument, {}, ({ exports }) => exports, {
    everyMs: (nodes) => nodes.some(({ status }) => isOpen(status)) && everyMs,
  })
  const detailsOf = useDetails()
  useEnds(list.nodes)
  return (
    <PagedTable
      label={words.title}
      list={list}
      keyOf={({ id }) => id}
      empty={<Empty says={words.none} />}
      columns={[
        [
          words.what,
          (one) => (
            <>
              <Text size="sm">{contentOf(one)}</Text>
              <Text size="xs" c="dimmed">
                {detailsOf(one).join('; ')}
              </Text>
            </>
          ),
        ],
        [words.state, (one) => <State one={one} />],
        [words.when, ({ createdAt }) => texts.moment(createdAt)],
        [words.until, ({ expiresAt }) => expiresAt && texts.moment(expiresAt)],
        [
          words.acts,
          (one) => (
            <Flex gap="xs" direction={{ base: 'column', sm: 'row' }}>
              {one.fileUrl && (
                // An ordinary link, because the browser can resume its own downloads. With `download`, a refusal, for
                // instance of an expired file, does not replace the page.
                <Button
                  component="a"
                  href={one.fileUrl}
                  download
                  size="compact-sm"
                  variant="default"
                  aria-label={words.downloadOf(nameOf(one))}
                >
                  {words.download}
                </Button>
              )}
              <DeleteExport id={one.id} name={nameOf(one)} isWritten={!isOpen(one.status)} onDeleted={onDeleted} />
            </Flex>
          ),
          'acts',
        ],
      ]}
    />
  )
}

function State({ one }: { one: Prepared }) {
  const { status, progress, error, size, format, manifest } = one
  if (status === 'FAILED')
    return (
      <Text size="sm" c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))">
        {words.failed(error ?? texts.jobs.noReason)}
      </Text>
    )
  if (!isOpen(status))
    return (
      <>
        <Text size="sm">{words.ready(texts.exchange.bytes(size ?? 0))}</Text>
        {manifest && format === 'NDJSON' && (
          <Text size="xs" c="dimmed">
            {words.lines(manifest.lines)}
          </Text>
        )}
      </>
    )
  return (
    <Stack gap={4}>
      <Text size="sm">{`${texts.jobs.states[status]}, ${words.progress(Math.round(progress))}`}</Text>
      <Progress.Root>
        <Progress.Section value={progress} aria-label={words.progressOf(nameOf(one))} />
      </Progress.Root>
    </Stack>
  )
}

/** Notifies the user when an open export has ended, since the list may be out of sight. */
function useEnds(nodes: readonly Prepared[] | undefined): void {
  const open = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!nodes) return
    for (const one of nodes) {
      if (isOpen(one.status) || !open.current.has(one.id)) continue
      if (one.status === 'FAILED') showError(new Error(words.hasFailed(nameOf(one))))
      else showDone(words.isReady(nameOf(one)))
    }
    open.current = new Set(nodes.filter(({ status }) => isOpen(status)).map(({ id }) => id))
  }, [nodes])
}
