import { Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { DraftActions } from '../app/DraftActions.js'
import { isStale, Merge } from '../app/Merge.js'
import { showDone, showError } from '../lib/notices.js'
import { bounds } from '../generated/bounds.js'
import {
  ClaimNowDocument,
  CreateClaimDocument,
  UpdateClaimDocument,
  type ClaimPartsFragment,
} from '../generated/graphql.js'
import { useDraft } from '../app/draft.js'
import { graph, useAct } from '../lib/graph.js'
import { isRich, plainText } from '../personas/Gloss.js'
import { GlossEditor, type Targets } from '../personas/GlossEditor.js'
import { isSameText, nothingTyped, piecesOf, typedOf, typedText, type Typed } from '../personas/references.js'
import { texts } from '../texts.js'
import { PercentInput } from './PercentInput.js'

interface Props {
  summaryId: string
  targets: Targets
  parentId?: string
  claim?: ClaimPartsFragment
  onClose: () => void
  onSaved: () => void
}

interface Draft {
  text: Typed
  confidence: number | string
  comment: string
  /** The version of the claim that the draft is based on; undefined for a new claim. */
  version?: number
}

/**
 * Returns the text as the page shows it: rich text if it contains references, otherwise the plain text, which may be
 * newer.
 */
const wordsOf = ({ gloss, text }: ClaimPartsFragment): Typed => (isRich(gloss) ? typedOf(gloss) : typedText(text))

const draftOf = (claim?: ClaimPartsFragment): Draft => ({
  text: claim ? wordsOf(claim) : nothingTyped,
  confidence: claim?.confidence ?? '',
  comment: claim?.comment ?? '',
  ...(claim && { version: claim.version }),
})

/**
 * Creates a claim in a dialog or edits one in its row. The draft is kept until it is saved or discarded, and a change
 * by another user is never overwritten without asking.
 */
export function ClaimEditor({ summaryId, targets, parentId, claim, onClose, onSaved }: Props) {
  const words = texts.claims
  const { draft: kept, setDraft } = useDraft<Draft>(`claim ${claim?.id ?? `new ${parentId ?? summaryId}`}`)
  // The claim may be read again while it is edited; the draft stays based on the version that was opened.
  const [opened] = useState(() => draftOf(claim))
  const draft = kept ?? opened
  const [theirs, setTheirs] = useState<ClaimPartsFragment>()
  const done = () => {
    setDraft(null)
    showDone(words.saved)
    onSaved()
    onClose()
  }
  const create = useAct(CreateClaimDocument, { onSuccess: done })
  const update = useAct(UpdateClaimDocument, {
    onSuccess: done,
    onError(error) {
      if (!isStale(error) || !claim) return showError(error)
      graph(ClaimNowDocument, { id: claim.id })
        .then(({ claim: now }) => setTheirs(now ?? undefined))
        .catch(showError)
    },
  })
  function save(ifVersion: number | undefined, values: Draft) {
    const { pieces: gloss, words: text } = piecesOf(values.text, targets.things, claim?.gloss)
    const fields = {
      text,
      gloss,
      confidence: values.confidence === '' ? null : Number(values.confidence),
      comment: values.comment || null,
    }
    if (claim) update.mutate({ input: { id: claim.id, ...(ifVersion !== undefined && { ifVersion }), ...fields } })
    else create.mutate({ input: { summaryId, parentClaimId: parentId ?? null, ...fields } })
  }
  const isSaving = create.isPending || update.isPending
  const form = (
    <ClaimForm
      {...{ claim, draft, targets, isSaving }}
      onChange={(change) => setDraft({ ...draft, ...change })}
      onSave={() => save(draft.version, draft)}
      onDiscard={() => {
        setDraft(null)
        onClose()
      }}
      onClose={onClose}
    />
  )
  if (!claim)
    return (
      <Dialog onClose={onClose} title={words.add} size="lg">
        {form}
      </Dialog>
    )
  return (
    <>
      {form}
      {theirs && (
        <MergeClaim
          mine={draft}
          theirs={theirs}
          onCancel={() => setTheirs(undefined)}
          onMerge={(merged) => {
            setTheirs(undefined)
            save(theirs.version, merged)
          }}
        />
      )}
    </>
  )
}

interface FormProps {
  claim: ClaimPartsFragment | undefined
  draft: Draft
  targets: Targets
  isSaving: boolean
  onChange: (change: Partial<Draft>) => void
  onSave: () => void
  onDiscard: () => void
  onClose: () => void
}

function ClaimForm({ claim, draft, targets, isSaving, onChange, onSave, onDiscard, onClose }: FormProps) {
  const words = texts.claims
  const mayStart = useOneAtATime(isSaving)
  return (
    <form
      aria-label={claim ? words.edit : words.add}
      onSubmit={(event) => {
        event.preventDefault()
        // Ctrl+Enter submits the form even while the button is disabled.
        if (draft.text.text.trim() && mayStart()) onSave()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && claim) onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
    >
      <Stack gap="xs">
        <Fields draft={draft} targets={targets} readOnly={isSaving} onChange={onChange} />
        <DraftActions
          isBusy={isSaving}
          isWhole={draft.text.text.trim() !== ''}
          isNew={!claim}
          size={claim ? 'xs' : 'sm'}
          onDiscard={onDiscard}
        />
      </Stack>
    </form>
  )
}

/**
 * Returns a function that tells whether a save may start: one at a time, even before the next render updates
 * `isSaving`.
 */
function useOneAtATime(isSaving: boolean): () => boolean {
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSaving) isSent.current = false
  }, [isSaving])
  return () => {
    if (isSaving || isSent.current) return false
    isSent.current = true
    return true
  }
}

interface FieldsProps {
  draft: Draft
  targets: Targets
  readOnly: boolean
  onChange: (change: Partial<Draft>) => void
}

function Fields({ draft, targets, readOnly, onChange }: FieldsProps) {
  const words = texts.claims
  return (
    <>
      <GlossEditor
        label={words.text}
        value={draft.text}
        targets={targets}
        autoFocus
        readOnly={readOnly}
        onChange={(text) => onChange({ text })}
      />
      <Group grow preventGrowOverflow={false} wrap="wrap" gap="xs">
        <PercentInput
          label={words.confidence}
          {...bounds.claimConfidence}
          value={draft.confidence}
          readOnly={readOnly}
          onChange={(confidence) => onChange({ confidence })}
        />
        <TextInput
          label={words.comment}
          value={draft.comment}
          readOnly={readOnly}
          onChange={(event) => onChange({ comment: event.currentTarget.value })}
        />
      </Group>
    </>
  )
}

interface MergeProps {
  mine: Draft
  theirs: ClaimPartsFragment
  onCancel: () => void
  onMerge: (merged: Draft) => void
}

function MergeClaim({ mine, theirs, onCancel, onMerge }: MergeProps) {
  const words = texts.claims
  const other = draftOf(theirs)
  const labels = { text: words.text, confidence: words.confidence, comment: words.comment }
  const textOf = (draft: Draft, field: keyof typeof labels) => {
    if (field === 'text') return draft.text.text
    return field === 'confidence' && draft.confidence !== ''
      ? String(Math.round(100 * Number(draft.confidence)))
      : String(draft[field])
  }
  const differing = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (field) => !(field === 'text' ? isSameText(other.text, mine.text) : other[field] === mine[field]),
  )
  return (
    <Merge
      differences={differing.map((field) => ({
        field,
        label: labels[field],
        mine: textOf(mine, field),
        theirs: field === 'text' && isRich(theirs.gloss) ? plainText(theirs.gloss) : textOf(other, field),
      }))}
      onCancel={onCancel}
      onMerge={(fields) => {
        const merged = Object.fromEntries(differing.map((field) => [field, (fields.has(field) ? other : mine)[field]]))
        onMerge({ ...other, ...merged })
      }}
    />
  )
}
