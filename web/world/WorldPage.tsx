import { ErrorNote } from '../app/ErrorNote.js'
import { Loading, Page } from '../app/Page.js'
import { UpdateWorldDocument, WorldNowDocument, type WorldNowQuery } from '../generated/graphql.js'
import { graph, keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { forgetKnown, useKnown, useKnownTypes } from '../personas/known.js'
import type { Part, Things as Documents } from '../personas/thing.js'
import { Things } from '../personas/Things.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'

const words = texts.world
const member = { name: 'name', gloss: 'description' }
const names = [
  ...(['entities', 'events', 'times'] as const),
  ...(['entityCollections', 'eventCollections', 'timeCollections', 'relations'] as const),
] as const
type World = WorldNowQuery['world']

function thingsOf({ world }: WorldNowQuery): Documents {
  const of = (name: (typeof names)[number]) =>
    world[name].map(({ key, name: title, body, descriptionGloss }) => ({
      ...{ key, name: title ?? key, body: body as Record<string, unknown>, gloss: descriptionGloss },
    }))
  return { version: world.version, lists: Object.fromEntries(names.map((name) => [name, of(name)])) }
}

const optionsOf = (things: readonly { key: string; name?: string | null }[]) =>
  things.map(({ key, name }) => ({ value: key, label: name || key }))

const textsIn = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** Keys of other objects in one member of a document. */
const keysIn = (label: string, name: string, options: Part['options']): Part => ({
  label,
  options,
  read: (body) => textsIn(body[name]),
  write: (_body, values) => ({ [name]: values }),
})

const keyIn = (label: string, name: string, options: Part['options']): Part => ({
  label,
  isOne: true,
  options,
  read: (body) => (typeof body[name] === 'string' ? [body[name]] : []),
  write: (_body, [value]) => ({ [name]: value }),
})

interface Assignment {
  personaId?: unknown
  [member: string]: unknown
}

/** The types that personas give an object; an assignment that stays keeps all that it says. */
function typesOf(kind: 'ENTITY' | 'EVENT', personas: ReturnType<typeof useKnownTypes>): Part {
  const typeId = kind === 'ENTITY' ? 'entityTypeId' : 'eventTypeId'
  const assignmentsOf = ({ typeAssignments }: Record<string, unknown>) =>
    (Array.isArray(typeAssignments) ? typeAssignments : []) as Assignment[]
  const valueOf = (one: Assignment) => `${String(one.personaId)} ${String(one['typeId'] ?? one[typeId])}`
  return {
    label: words.types,
    options: personas.flatMap(({ id, name: owner, ontology }) =>
      (ontology?.types ?? [])
        .filter((type) => type.kind === kind)
        .map(({ key, name }) => ({ value: `${id} ${key}`, label: words.typeOf(name, owner) })),
    ),
    read: (body) => assignmentsOf(body).map(valueOf),
    write(body, values) {
      const before = new Map(assignmentsOf(body).map((one) => [valueOf(one), one]))
      const made = (value: string) => {
        const [personaId, ...key] = value.split(' ')
        return { personaId, [typeId]: key.join(' ') }
      }
      return { typeAssignments: values.map((value) => before.get(value) ?? made(value)) }
    },
  }
}

function listsOf(world: World, personas: ReturnType<typeof useKnownTypes>) {
  const { entities, events, times } = world
  const [ofEntities, ofEvents, ofTimes] = [optionsOf(entities), optionsOf(events), optionsOf(times)]
  const everything = [...ofEntities, ...ofEvents, ...ofTimes]
  const collection = (label: string, part: string, options: Part['options']) => ({
    ...{ label, ...member, parts: { [part]: keysIn(words.members, part, options) } },
  })
  return {
    entities: { label: words.entities, ...member, parts: { types: typesOf('ENTITY', personas) } },
    events: { label: words.events, ...member, parts: { types: typesOf('EVENT', personas) } },
    times: { label: words.times, name: 'label', gloss: 'description' },
    entityCollections: collection(words.entityCollections, 'entityIds', ofEntities),
    eventCollections: collection(words.eventCollections, 'eventIds', ofEvents),
    timeCollections: collection(words.timeCollections, 'timeIds', ofTimes),
    relations: {
      ...{ label: words.relations, name: 'relationType', nameLabel: words.relationType, gloss: 'description' },
      parts: {
        source: keyIn(words.source, 'sourceId', everything),
        target: keyIn(words.target, 'targetId', everything),
      },
    },
  }
}

/** The world of a person: what there is, what happens, and when; how it belongs together and what types it has. */
export function WorldPage() {
  const { data, error, refetch } = useGraph(WorldNowDocument)
  const known = useKnown()
  const personas = useKnownTypes()
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Page
      title={words.title}
      side={<ShareButton what={{ type: 'WORLD_STATE', id: data.world.id, name: words.title }} />}
    >
      <Things
        draftKey="world"
        things={thingsOf(data)}
        lists={listsOf(data.world, personas)}
        known={known}
        canChange
        fresh={async () => {
          const now = await graph(WorldNowDocument, {})
          queryClient.setQueryData(keyOf(WorldNowDocument, {}), now)
          forgetKnown()
          return thingsOf(now)
        }}
        write={(list, bodies, ifVersion) => graph(UpdateWorldDocument, { input: { [list]: bodies, ifVersion } })}
      />
    </Page>
  )
}
