import { Anchor, Button, Checkbox, Group, Loader, Mark, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Pictured } from '../app/SmallPicture.js'
import { bounds } from '../generated/bounds.js'
import { KnownObjectsDocument, SearchContentDocument, SearchNamesDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { usePersonaNames } from '../app/names.js'
import { texts } from '../texts.js'
import { kindsOf, type Found, type Kind } from './results.js'

const words = texts.search

/** Searches everything that the user may read; the results are a list of links that the arrow keys move through. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [semantic, setSemantic] = useState(false)
  const [term] = useDebouncedValue(typed.trim(), 250)
  const enabled = term !== ''
  const content = usePages(
    SearchContentDocument,
    { query: term, semantic },
    ({ search }) => ({ ...search, nodes: search.edges }),
    { enabled },
  )
  const names = useGraph(SearchNamesDocument, { query: term }, { enabled })
  const { data: objects } = useGraph(KnownObjectsDocument, {}, { staleTime: 30_000 })
  const { nodes: personas } = usePersonaNames()
  const kinds = useMemo(() => {
    const nameOf = new Map(personas.map(({ id, name }) => [id, name]))
    return enabled ? kindsOf(term, content.nodes ?? [], names.data, objects?.world, nameOf) : []
  }, [enabled, term, content.nodes, names.data, objects, personas])
  const isBusy = term !== typed.trim() || (enabled && (content.isPending || names.isPending))
  const error = enabled ? (content.error ?? names.error) : null
  const unloaded = content.totalCount - (content.nodes?.length ?? 0)
  const count = kinds.reduce((sum, { found, hidden = 0 }) => sum + found.length + hidden, unloaded)
  const field = useFirstByEnter(typed, isBusy)
  return (
    <Dialog title={words.title} size="lg" onClose={onClose}>
      <Stack onKeyDown={walk}>
        <TextInput
          type="search"
          aria-label={words.field}
          placeholder={words.placeholder}
          description={words.hint}
          value={typed}
          maxLength={bounds.searchQuery.maxLength}
          data-autofocus
          data-found
          rightSection={isBusy && <Loader size="xs" aria-hidden />}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          {...field}
        />
        <Checkbox
          label={words.semantic}
          description={words.semanticHint}
          checked={semantic}
          onChange={({ currentTarget }) => setSemantic(currentTarget.checked)}
        />
        {error && <ErrorNote error={error} />}
        <Text size="sm" c="dimmed" role="status">
          {enabled && !isBusy && !error && (count ? words.count(count) : words.nothing)}
        </Text>
        {kinds.map((kind) => (
          <Results key={kind.label} kind={kind} onGo={onClose} />
        ))}
        {content.more && (
          <Button variant="default" size="xs" loading={content.more.isLoading} onClick={content.more.load}>
            {texts.states.more}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

/** Goes to the first result on Enter; one that is pressed while the search is under way counts once it has ended. */
function useFirstByEnter(typed: string, isBusy: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [wanted, want] = useState(false)
  useEffect(() => want(false), [typed])
  useEffect(() => {
    if (!wanted || isBusy || !field.current) return
    want(false)
    stops(field.current)[1]?.click()
  }, [wanted, isBusy])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    want(true)
  }
  return { ref: field, onKeyDown }
}

function Results({ kind: { label, found, hidden }, onGo }: { kind: Kind; onGo: () => void }) {
  return (
    <section aria-label={label}>
      <Title order={3} size="h5" mb={4}>
        {label}
      </Title>
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {found.map((one) => (
          <Result key={one.key} found={one} onGo={onGo} />
        ))}
      </Stack>
      {hidden ? (
        <Text size="xs" c="dimmed" mt={4}>
          {words.hidden(hidden)}
        </Text>
      ) : null}
    </section>
  )
}

function Result({ found: { href, title, about, evidence, video, frame }, onGo }: { found: Found; onGo: () => void }) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs" align="start">
      <Pictured video={video} frame={frame}>
        <div style={{ minWidth: 0 }}>
          <Anchor component={Link} href={href} size="sm" data-found onClick={onGo} style={{ overflowWrap: 'anywhere' }}>
            {title.map(({ text, matches }, i) => (matches ? <Mark key={i}>{text}</Mark> : text))}
          </Anchor>
          {about && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {about}
            </Text>
          )}
        </div>
      </Pictured>
      {evidence && (
        <Button component={Link} href={evidence} size="compact-xs" variant="subtle" flex="none" onClick={onGo}>
          {texts.claims.evidence}
        </Button>
      )}
    </Group>
  )
}

/** Returns the elements that the arrow keys stop at: the field, and the link of each result. */
const stops = (inside: Element) => [
  ...(inside.closest('[role=dialog]')?.querySelectorAll<HTMLElement>('[data-found]') ?? []),
]

/** Moves the focus up and down through the field and the results. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const all = stops(event.currentTarget)
  const from = all.findIndex((one) => one === event.target)
  if (!step || from < 0) return
  event.preventDefault()
  all[Math.max(0, Math.min(all.length - 1, from + step))]?.focus()
}
