import { Button, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { showDone, showError, showNote } from '../lib/notices.js'
import { UndoDeletionDocument, type Kind, type UndoDeletionMutation } from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { graph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** A deleted thing: a type is identified by its persona and `part`, an object by its world and `part`. */
export interface Deleted {
  kind: Kind
  id: string
  part?: string
}

const words = texts.trash

/**
 * Returns a function that shows for ten seconds that things were deleted, with a button that undoes this. Takes one
 * thing of each request that deleted something: undoing brings back everything that the request deleted.
 */
export function useUndo(): (message: string, ...deleted: readonly Deleted[]) => void {
  return useCallback((message, ...deleted) => {
    const hide = showNote(
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            hide()
            undo(deleted).catch(showError)
          }}
        >
          {words.undo}
        </Button>
      </Group>,
    )
  }, [])
}

/**
 * Undoes deletions, the last one first, so that what a thing refers to is back before it. A deletion that the server
 * does not undo does not keep the others from being undone.
 */
async function undo(deleted: readonly Deleted[]): Promise<void> {
  const done: UndoDeletionMutation['undoDeletion'][] = []
  const refusals: AnswerError[] = []
  try {
    for (const input of deleted.toReversed()) {
      try {
        done.push((await graph(UndoDeletionDocument, { input })).undoDeletion)
      } catch (error) {
        if (!(error instanceof AnswerError)) throw error
        refusals.push(error)
      }
    }
  } finally {
    void queryClient.invalidateQueries()
  }
  const left = done.flatMap((one) => one.left)
  const back = done.flatMap(({ kind, restored }) => restored.filter((one) => one.kind === kind))
  const count = back.reduce((sum, one) => sum + one.count, 0)
  if (left.length) showDone(words.partly(words.counts(left)))
  else if (done.length) showDone(count === 1 ? words.done : words.doneSeveral(count))
  const [refusal] = refusals
  if (refusal) throw deleted.length === 1 ? refusal : new Error(words.notRestored(refusals.length, refusal.message))
}
