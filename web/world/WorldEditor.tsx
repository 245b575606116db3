import { useMemo } from 'react'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import {
  SharedWorldDocument,
  UpdateWorldDocument,
  WorldNowDocument,
  type Kind,
  type WorldNowQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { changed, inputOf, type Document } from '../lib/documents.js'
import { graph, keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { readTargetsAgain, useTargets, useTypesOfPersonas } from '../personas/targets.js'
import { choiceIn, keysIn, momentIn } from '../personas/parts.js'
import type { Draft, Part, Things as Documents } from '../personas/thing.js'
import { texts } from '../texts.js'
import { useMoving } from './MoveObjects.js'
import { goesWithObject } from './object-deletion.js'
import { WorldObjects } from './WorldObjects.js'

const words = texts.world
const member = { name: 'name', gloss: 'descriptionGloss' } as const
const names = [
  ...(['entities', 'events', 'times'] as const),
  ...(['entityCollections', 'eventCollections', 'timeCollections', 'relations'] as const),
] as const
type World = WorldNowQuery['world']

function thingsOf(world: World): Documents {
  const of = (name: (typeof names)[number]) =>
    world[name].map((one) => ({
      ...{ key: one.key, name: titleOf(one) ?? one.key, document: inputOf<Document>(one), gloss: one.descriptionGloss },
    }))
  return { version: world.version, lists: Object.fromEntries(names.map((name) => [name, of(name)])) }
}

/** Returns the text by which the desk names an object. */
function titleOf(one: World[(typeof names)[number]][number]): string | null | undefined {
  if (one.__typename === 'TimeObject') return one.label
  return one.__typename === 'WorldRelation' ? one.relationType : one.name
}

const optionsOf = (things: readonly Parameters<typeof titleOf>[0][]) =>
  things.map((one) => ({ value: one.key, label: titleOf(one) || one.key }))

/** The words that a relation's `sourceType` and `targetType` use for kinds of objects. */
const kinds = ['entity', 'event', 'time', 'entity-collection', 'event-collection', 'time-collection']

/**
 * Returns the part for one end of a relation: a key and its kind, because objects of different kinds may have the same
 * key.
 */
function endOf(label: string, side: 'source' | 'target', options: Part['options']): Part {
  const [id, type] = [`${side}Id`, `${side}Type`]
  const keyOf = (value: string) => value.slice(value.indexOf(' ') + 1)
  function read({ [id]: key, [type]: typeName }: Document): string[] {
    if (typeof key !== 'string') return []
    const kind = typeof typeName === 'string' ? typeName.replace(/-object$/, '').replace(/^location$/, 'entity') : ''
    if (kinds.includes(kind)) return [`${kind} ${key}`]
    return [options.find((one) => keyOf(one.value) === key)?.value ?? ` ${key}`]
  }
  return {
    ...{ label, form: 'one', options, read },
    write: (document, [value = '']) =>
      changed(document, { [id]: keyOf(value), [type]: value.slice(0, Math.max(0, value.indexOf(' '))) || null }, [
        ...[id, type],
      ]),
  }
}

/**
 * The field that lists the types that personas give to an object, the name under which documents store it, and the name
 * under which they store the type.
 */
const assigned = {
  ENTITY: { list: 'typeAssignments', stored: 'typeAssignments', typeId: 'entityTypeId' },
  EVENT: { list: 'interpretations', stored: 'personaInterpretations', typeId: 'eventTypeId' },
}

/** Returns the part with the types that personas give to an object; a kept assignment keeps all of its members. */
function typesOf(kind: 'ENTITY' | 'EVENT', personas: ReturnType<typeof useTypesOfPersonas>): Part {
  const { list, stored, typeId } = assigned[kind]
  const assignmentsOf = ({ [list]: all }: Document) => (all ?? []) as Document[]
  const valueOf = ({ personaId, typeId }: Document) => `${String(personaId)} ${String(typeId)}`
  return {
    label: words.types,
    makes: kind,
    options: personas.flatMap(({ id, name: owner, ontology }) =>
      (ontology?.types ?? [])
        .filter((type) => type.kind === kind)
        .map(({ key, name }) => ({ value: `${id} ${key}`, label: words.typeOf(name!, owner) })),
    ),
    read: (document) => assignmentsOf(document).map(valueOf),
    write(document, values) {
      const before = new Map(assignmentsOf(document).map((one) => [valueOf(one), one]))
      const made = (value: string): Document => {
        const [personaId, ...key] = value.split(' ')
        return { personaId, extra: { [typeId]: key.join(' ') } }
      }
      return changed(document, { [list]: values.map((value) => before.get(value) ?? made(value)) }, [stored])
    },
  }
}

/** Returns the part for the precision of a time: a word, or an object whose `type` is that word. */
function vagueness(): Part {
  const word = choiceIn(words.vagueness, 'vagueness', choicesOf(words.vaguenesses))
  const type = choiceIn(words.vagueness, 'type', word.options)
  const detailOf = ({ vaguenessDetail }: Document) => (vaguenessDetail ?? undefined) as Document | undefined
  return {
    ...word,
    read(document) {
      const detail = detailOf(document)
      // Words that only the detail has are shown as documents store them.
      return detail ? type.read(detail).map((text) => text.toLowerCase()) : word.read(document)
    },
    write(document, values) {
      const detail = detailOf(document)
      return detail ? { ...document, vaguenessDetail: type.write(detail, values) } : word.write(document, values)
    },
  }
}

/**
 * The parts of a time: its kind, moments and precision. An instant has a moment, an interval a start and an end, and a
 * vague time any of these.
 */
const whenItIs: Readonly<Record<string, Part>> = {
  kind: choiceIn(words.kindOfTime, 'type', choicesOf(words.kindsOfTimes), { initial: ['instant'] }),
  moment: momentIn(words.moment, 'value', ['value', 'timestamp'], ({ kind }) => kind?.[0] !== 'interval'),
  start: momentIn(words.starts, 'start', ['start', 'startTime'], ({ kind }) => kind?.[0] !== 'instant'),
  end: momentIn(words.ends, 'end', ['end', 'endTime'], ({ kind }) => kind?.[0] !== 'instant'),
  vagueness: vagueness(),
}

/** Reports a time without any moment, unless it refers to a place in a video. */
function faultsOfTime(
  { kind, moment = [], start = [], end = [] }: Draft['parts'],
  { frame, videoReferences }: Document = {},
): Record<string, string> {
  const isInVideo = typeof frame === 'number' || (Array.isArray(videoReferences) && videoReferences.length > 0)
  if (kind?.[0] === 'instant' && !moment.length && !isInVideo) return { moment: words.momentMissing }
  if (kind?.[0] === 'interval' && !start.length && !end.length && !isInVideo) return { start: words.startMissing }
  const [from, to] = [start[0], end[0]]
  return from && to && Date.parse(to) < Date.parse(from) ? { end: words.endTooEarly } : {}
}

/** The kind of place, if the entity is a place. */
const place = choiceIn(words.locationType, 'locationType', choicesOf(words.locationTypes))

/** Returns the parts of an event: its time and place, and its participants. */
function happeningsOf({ entities, times }: World): Readonly<Record<string, Part>> {
  const isPlace = ({ locationType }: World['entities'][number]) => locationType != null
  // Any entity can be the place of an event; those marked as places are offered first.
  const places = [...entities.filter(isPlace), ...entities.filter((one) => !isPlace(one))]
  return {
    start: choiceIn(words.begins, 'startTimeId', optionsOf(times), { names: ['startTime'] }),
    end: choiceIn(words.ends, 'endTimeId', optionsOf(times), { names: ['endTime'] }),
    place: choiceIn(words.place, 'locationId', optionsOf(places), { names: ['location', 'locationId'] }),
    participants: keysIn(
      words.participants,
      'participantIds',
      ['participants'],
      ['entityId', 'id'],
      optionsOf(entities),
    ),
  }
}

function listsOf(world: World, personas: ReturnType<typeof useTypesOfPersonas>) {
  const { entities, events, times, entityCollections, eventCollections, timeCollections } = world
  const [ofEntities, ofEvents, ofTimes] = [optionsOf(entities), optionsOf(events), optionsOf(times)]
  const everything = [entities, events, times, entityCollections, eventCollections, timeCollections].flatMap((all, i) =>
    optionsOf(all).map(({ value, label }) => ({ value: `${kinds[i]!} ${value}`, label })),
  )
  const collection = (label: string, part: string, options: Part['options'], older: readonly string[] = []) => ({
    ...{
      label,
      ...member,
      parts: { [part]: keysIn(words.members, part, [part, ...older], ['entityId', 'id'], options) },
    },
  })
  return {
    entities: { label: words.entities, ...member, parts: { types: typesOf('ENTITY', personas), place } },
    events: { label: words.events, ...member, parts: { types: typesOf('EVENT', personas), ...happeningsOf(world) } },
    times: { label: words.times, name: 'label', gloss: member.gloss, parts: whenItIs, faults: faultsOfTime },
    entityCollections: collection(words.entityCollections, 'entityIds', ofEntities),
    eventCollections: collection(words.eventCollections, 'eventIds', ofEvents),
    timeCollections: collection(words.timeCollections, 'timeIds', ofTimes, ['times']),
    relations: {
      ...{ label: words.relations, name: 'relationType', nameLabel: words.relationType, gloss: member.gloss },
      nameBefore: 'relationTypeId',
      parts: { source: endOf(words.source, 'source', everything), target: endOf(words.target, 'target', everything) },
    },
  }
}

interface Props {
  /** The project of the world; absent for the personal world. */
  projectId?: string | undefined
  canChange?: boolean
}

/** A world of the user: its entities, events and times, their collections and relations, and their types. */
export function WorldEditor({ projectId, canChange = true }: Props) {
  const variables = { projectId: projectId ?? null }
  const { data, error, refetch } = useGraph(WorldNowDocument, variables)
  const targets = useTargets(projectId)
  const things = useMemo(() => (data ? thingsOf(data.world) : nothing), [data])
  const { chosen, moved } = useMoving(things, projectId, canChange)
  const personas = useTypesOfPersonas()
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const editor = (
    <WorldObjects
      draftKey={projectId ? `world of ${projectId}` : 'world'}
      things={things}
      chosen={chosen}
      lists={listsOf(data.world, personas)}
      makes={words.makes}
      targets={targets}
      canChange={canChange}
      fresh={async () => {
        const now = await graph(WorldNowDocument, variables)
        queryClient.setQueryData(keyOf(WorldNowDocument, variables), now)
        readTargetsAgain()
        return thingsOf(now.world)
      }}
      write={(list, documents, ifVersion) =>
        graph(UpdateWorldDocument, { input: { [list]: documents, ifVersion, ...(projectId && { projectId }) } })
      }
      goesWith={(list, key) => goesWithObject(data.world, list, key)}
      inTrash={(list, part) => ({ kind: kindsOfLists[list] ?? 'ENTITY', id: data.world.id, part })}
    />
  )
  return (
    <>
      {moved}
      {editor}
    </>
  )
}

const nothing: Documents = { version: 0, lists: {} }

/** The kinds of the objects of each list in the trash. */
const kindsOfLists: Readonly<Record<string, Kind>> = {
  entities: 'ENTITY',
  events: 'EVENT',
  times: 'TIME',
  entityCollections: 'ENTITY_COLLECTION',
  eventCollections: 'EVENT_COLLECTION',
  timeCollections: 'TIME_COLLECTION',
  relations: 'RELATION',
}

const cannot = () => Promise.reject(new Error(texts.received.gone))

/** A read-only view of another user's world that is shared with the user. */
export function SharedWorld({ worldId }: { worldId: string }) {
  const { data, error, refetch } = useGraph(SharedWorldDocument, { id: worldId })
  const targets = useTargets(undefined)
  const personas = useTypesOfPersonas()
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const world = data.node as WorldNowQuery['world'] | null
  if (!world) return <ErrorNote error={new Error(texts.received.gone)} />
  return (
    <WorldObjects
      draftKey={`world ${worldId}`}
      things={thingsOf(world)}
      lists={listsOf(world, personas)}
      makes={words.makes}
      targets={targets}
      canChange={false}
      fresh={cannot}
      write={cannot}
    />
  )
}
