import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys, type PageKey } from '../app/page-keys.js'
import { Loading } from '../app/Page.js'
import { Section } from '../app/Section.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import type { DisagreementKind } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'
import { nameIn, type ComparedPersona } from './chosen-personas.js'
import type { DisagreementFilter } from './comparison-address.js'
import { keyOfDisagreement, type DisagreementThing } from './disagreement.js'
import { DisagreementRow } from './DisagreementRow.js'
import classes from './Disagreements.module.css'
import type { Look } from './looks.js'
import { mostKeys, SettleActs } from './SettleActs.js'
import type { DisagreementList } from './use-disagreements.js'
import type { Settling } from './use-settling.js'

const words = texts.disagreements
const kinds = choicesOf(words.kinds)
const states = choicesOf(words.states)
const shortcuts: ShortcutList = { title: words.title, keys: words.letters, areSingle: true }
const undoShortcut: ShortcutList = { title: words.title, keys: words.keys }

interface Props {
  videoId: string
  list: DisagreementList
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  filter: DisagreementFilter
  onFilter: (filter: DisagreementFilter) => void
  /** Returns the name of a track, or the text of a claim. */
  nameOf: (thing: DisagreementThing) => string
  settling: Settling
  /** The choice of the persona that they are settled into. */
  into: ReactNode
}

/** Where the chosen personas disagree about the video, the heaviest first; a chosen row is shown on the picture. */
export function Disagreements({ list, personas, filter, onFilter, settling, into, ...shown }: Props) {
  useKeys(list, settling)
  if (personas.length < 2) return null
  const { rows, count, more, error, retry, chosen, choose } = list
  return (
    <Section
      title={words.title}
      side={
        rows && (
          <Text size="sm" c="dimmed">
            {words.count(count)}
          </Text>
        )
      }
    >
      <Filters
        {...{ personas, filter }}
        onFilter={(next) => {
          choose(undefined)
          onFilter(next)
        }}
      />
      {into}
      {error && <ErrorNote error={error} retry={retry} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {rows && rows.length > 0 && (
        <Stack gap={0} component="ul" m={0} p={0} className={classes.list!} aria-label={words.title}>
          {rows.map((one) => (
            <DisagreementRow
              key={keyOfDisagreement(one)}
              {...{ one, personas, ...shown }}
              isChosen={one === chosen}
              onChoose={() => choose(one)}
            >
              <SettleActs one={one} settling={settling} ownerOf={({ personaId }) => nameIn(personas, personaId)} />
            </DisagreementRow>
          ))}
        </Stack>
      )}
      {more && (
        <Button variant="default" size="xs" style={{ alignSelf: 'start' }} loading={more.isLoading} onClick={more.load}>
          {texts.states.more}
        </Button>
      )}
      {settling.dialog}
    </Section>
  )
}

function useKeys({ rows, go, chosen }: DisagreementList, { adopt, keep, undo }: Settling): void {
  const [hasLetters] = useSingleKeys()
  useShortcutList(shortcuts)
  useShortcutList(undoShortcut)
  const letter = (key: string, run: () => void): PageKey => [key, run, { inChoices: true }]
  const ofChosen = chosen && [
    ...Array.from({ length: mostKeys }, (_one, i) => letter(String(i + 1), () => adopt(chosen, chosen.things[i]))),
    letter('b', () => keep(chosen)),
  ]
  usePageKeys([
    ...(hasLetters && rows?.length ? [letter('n', () => go(1)), letter('p', () => go(-1))] : []),
    ...((hasLetters && ofChosen) || []),
    ...(undo ? [['mod+z', undo] as const] : []),
  ])
}

/** The filters of the list, and the meaning of the kind that is chosen. */
function Filters({ personas, filter, onFilter }: Pick<Props, 'personas' | 'filter' | 'onFilter'>) {
  const { kind, about, state } = filter
  const named = personas.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Group gap="xs">
        <SegmentedControl
          aria-label={words.state}
          size="xs"
          data={states}
          value={state ?? 'OPEN'}
          onChange={(next) => onFilter({ ...filter, state: next === 'OPEN' ? undefined : (next as typeof state) })}
        />
        <Select
          aria-label={words.kind}
          placeholder={words.allKinds}
          data={kinds}
          value={kind ?? null}
          clearable
          size="xs"
          w={140}
          onChange={(next) => onFilter({ ...filter, kind: (next as DisagreementKind | null) ?? undefined })}
        />
        <Select
          aria-label={words.persona}
          placeholder={words.allPersonas}
          data={named}
          value={named.some(({ value }) => value === about) ? about! : null}
          clearable
          size="xs"
          w={150}
          onChange={(next) => onFilter({ ...filter, about: next ?? undefined })}
        />
      </Group>
      <Text size="xs" c="dimmed" maw="70ch">
        {kind ? words.meanings[kind] : words.about}
      </Text>
    </>
  )
}
