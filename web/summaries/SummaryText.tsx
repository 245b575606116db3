import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActsMenu } from '../app/ActsMenu.js'
import { Confidence } from '../app/Confidence.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import {
  ReadingDocument,
  SaveSummaryDocument,
  UpdateSummaryDocument,
  type SummaryPartsFragment,
} from '../generated/graphql.js'
import { useDraft } from '../app/draft.js'
import { graph, useAct } from '../lib/graph.js'
import { Gloss, plainText } from '../personas/Gloss.js'
import { GlossEditor, type Targets } from '../personas/GlossEditor.js'
import { nothingTyped, piecesOf, typedOf, type Typed } from '../personas/references.js'
import { HistoryDialog } from '../changes/HistoryDialog.js'
import { ReviewBar } from '../reviews/ReviewBar.js'
import { ShareDialog } from '../sharing/ShareDialog.js'
import { CopiedFrom } from '../sharing/CopiedFrom.js'
import { texts } from '../texts.js'
import { useSummaryDeletion } from './use-summary-deletion.js'

const words = texts.reading

interface Props {
  videoId: string
  personaId: string
  summary?: SummaryPartsFragment | undefined
  targets: Targets
  onSaved: () => void
}

/** A summary as rich text with its sources, or its editor, whose draft is kept until it is saved or discarded. */
export function SummaryText({ videoId, personaId, summary, targets, onSaved }: Props) {
  const { draft, setDraft } = useDraft<Typed & { version: number }>(`summary ${videoId} ${personaId}`)
  const [theirs, setTheirs] = useState<SummaryPartsFragment>()
  const drop = () => {
    setDraft(null)
    setTheirs(undefined)
    onSaved()
  }
  const done = () => {
    showDone(words.saved)
    drop()
  }
  const onError = (error: Error) => {
    if (!isStale(error)) return showError(error)
    summaryNow().then(setTheirs).catch(showError)
  }
  const create = useAct(SaveSummaryDocument, { onSuccess: done, onError })
  const update = useAct(UpdateSummaryDocument, { onSuccess: done, onError })
  const pieces = () => piecesOf(draft ?? nothingTyped, targets.things, summary?.summary).pieces
  const replace = (id: string, ifVersion: number) => update.mutate({ input: { id, ifVersion, summary: pieces() } })
  async function summaryNow() {
    const { video } = await graph(ReadingDocument, { videoId })
    return video?.summaries.find((one) => one.personaId === personaId)
  }
  function save(version: number) {
    if (summary && version > 0) return replace(summary.id, version)
    // The draft is not based on a summary; with `onlyNew` it cannot replace one that was written since.
    create.mutate({ input: { videoId, personaId, summary: pieces(), onlyNew: true } })
  }
  const begin = () => setDraft({ ...typedOf(summary?.summary ?? []), version: summary?.version ?? 0 })
  if (draft) {
    const isSaving = create.isPending || update.isPending
    return (
      <Stack gap="sm">
        <GlossEditor
          label={words.summaryText}
          value={draft}
          minRows={6}
          targets={targets}
          readOnly={isSaving}
          onChange={(typed) => setDraft({ ...typed, version: draft.version })}
        />
        <Group gap="xs">
          <Button size="xs" loading={isSaving} disabled={!draft.text.trim()} onClick={() => save(draft.version)}>
            {texts.states.save}
          </Button>
          <Button size="xs" variant="default" disabled={isSaving} onClick={() => setDraft(null)}>
            {draft.version === 0 ? texts.states.cancel : texts.states.discard}
          </Button>
          <Text size="xs" c="dimmed">
            {texts.states.draft}
          </Text>
        </Group>
        {theirs && (
          <Merge
            differences={[
              { field: 'summary', label: words.summaryText, mine: draft.text, theirs: plainText(theirs.summary) },
            ]}
            onCancel={() => setTheirs(undefined)}
            onMerge={(kept) => (kept.has('summary') ? drop() : replace(theirs.id, theirs.version))}
          />
        )}
      </Stack>
    )
  }
  if (!summary)
    return (
      <Stack align="start" gap="sm">
        <Text c="dimmed">{words.noSummary}</Text>
        <Button size="xs" variant="default" onClick={begin}>
          {words.write}
        </Button>
      </Stack>
    )
  return <SavedSummary summary={summary} onEdit={begin} onSaved={onSaved} />
}

interface SavedProps {
  summary: SummaryPartsFragment
  onEdit: () => void
  onSaved: () => void
}

function SavedSummary({ summary, onEdit, onSaved }: SavedProps) {
  const fusion = summary.fusionStrategy && words.request.fusions[summary.fusionStrategy]
  const sources = [summary.visualModelUsed, summary.audioModelUsed, fusion].filter(Boolean)
  return (
    <Stack gap="sm" align="start">
      <Text component="div" size="sm">
        <Gloss items={summary.summary ?? []} />
      </Text>
      <Group gap="xs">
        {sources.length > 0 && (
          <Text component="details" size="xs" c="dimmed">
            <summary>{words.byModel}</summary>
            {sources.join(', ')}
          </Text>
        )}
        {summary.confidence != null && <Confidence value={summary.confidence} />}
        <Text size="xs" c="dimmed">
          {`${summary.creator?.displayName ?? words.somebody}, ${texts.moment(summary.updatedAt!)}`}
        </Text>
      </Group>
      <CopiedFrom source={summary.forkedFrom} kind="SUMMARY" />
      <ReviewBar item={{ ...summary, name: words.summary }} review={summary} onDone={onSaved} />
      <Group gap={4}>
        {summary.viewerCan.update && (
          <Button size="xs" variant="default" onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        <SummaryActs summary={summary} onDeleted={onSaved} />
      </Group>
    </Stack>
  )
}

/** The rarer acts on a summary, and the dialogs that they open. */
function SummaryActs({ summary, onDeleted }: { summary: SummaryPartsFragment; onDeleted: () => void }) {
  const { id, viewerCan } = summary
  const name = words.summary
  const [dialog, open] = useState<'history' | 'share'>()
  const close = () => open(undefined)
  const deletion = useSummaryDeletion(summary, onDeleted)
  return (
    <>
      <ActsMenu
        label={texts.states.moreActs(name)}
        size={30}
        loading={deletion.isBusy}
        acts={[
          viewerCan.share && { label: texts.sharing.share, onClick: () => open('share') },
          { label: texts.history.open, onClick: () => open('history') },
          viewerCan.delete && { label: words.deletion.act, onClick: deletion.ask, removes: true },
        ]}
      />
      {dialog === 'history' && (
        <HistoryDialog what={{ kind: 'SUMMARY', id, name, canChange: viewerCan.update }} onClose={close} />
      )}
      {dialog === 'share' && <ShareDialog what={{ type: 'SUMMARY', id, name }} onClose={close} />}
      {deletion.question}
    </>
  )
}
