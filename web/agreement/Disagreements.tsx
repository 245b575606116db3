import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { ErrorNote } from '../app/ErrorNote.js'
import { useSingleKeys } from '../app/letters.js'
import { usePageKeys } from '../app/page-keys.js'
import { Loading } from '../app/Page.js'
import { Section } from '../app/Section.js'
import { useShortcutList, type ShortcutList } from '../app/shortcut-lists.js'
import type { DisagreementKind } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'
import type { ComparedPersona } from './chosen-personas.js'
import type { DisagreementFilter } from './comparison-address.js'
import { keyOfDisagreement, type DisagreementThing } from './disagreement.js'
import { DisagreementRow } from './DisagreementRow.js'
import classes from './Disagreements.module.css'
import type { Look } from './looks.js'
import type { DisagreementList } from './use-disagreements.js'

const words = texts.disagreements
const kinds = choicesOf(words.kinds)
const shortcuts: ShortcutList = { title: words.title, keys: words.keys, areSingle: true }

interface Props {
  videoId: string
  list: DisagreementList
  personas: readonly ComparedPersona[]
  looks: ReadonlyMap<string, Look>
  filter: DisagreementFilter
  onFilter: (filter: DisagreementFilter) => void
  /** Returns the name of a track, or the text of a claim. */
  nameOf: (thing: DisagreementThing) => string
}

/** Where the chosen personas disagree about the video, the heaviest first; a chosen row is shown on the picture. */
export function Disagreements({ list, personas, filter, onFilter, ...shown }: Props) {
  useKeys(list)
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
            />
          ))}
        </Stack>
      )}
      {more && (
        <Button variant="default" size="xs" style={{ alignSelf: 'start' }} loading={more.isLoading} onClick={more.load}>
          {texts.states.more}
        </Button>
      )}
    </Section>
  )
}

function useKeys({ rows, go }: DisagreementList): void {
  const [hasLetters] = useSingleKeys()
  useShortcutList(shortcuts)
  usePageKeys(
    hasLetters && rows?.length
      ? [
          ['n', () => go(1)],
          ['p', () => go(-1)],
        ]
      : [],
  )
}

/** The filters of the list, and the meaning of the kind that is chosen. */
function Filters({ personas, filter, onFilter }: Pick<Props, 'personas' | 'filter' | 'onFilter'>) {
  const { kind, about } = filter
  const named = personas.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Group gap="xs">
        <Select
          aria-label={words.kind}
          placeholder={words.allKinds}
          data={kinds}
          value={kind ?? null}
          clearable
          size="xs"
          w={160}
          onChange={(next) => onFilter({ ...(about && { about }), ...(next && { kind: next as DisagreementKind }) })}
        />
        <Select
          aria-label={words.persona}
          placeholder={words.allPersonas}
          data={named}
          value={named.some(({ value }) => value === about) ? about! : null}
          clearable
          size="xs"
          w={180}
          onChange={(next) => onFilter({ ...(kind && { kind }), ...(next && { about: next }) })}
        />
      </Group>
      <Text size="xs" c="dimmed" maw="70ch">
        {kind ? words.meanings[kind] : words.about}
      </Text>
    </>
  )
}
