import { at, paths } from '../app/paths.js'
import { evidencePlacesOf } from '../claims/evidence-address.js'
import type {
  KnownObjectsQuery,
  SearchContentQuery,
  SearchNamesQuery,
  VideoNamedFragment,
} from '../generated/graphql.js'
import { typeLists } from '../personas/type-lists.js'
import { texts } from '../texts.js'

/** A search result, and the page that shows it. */
export interface Found {
  key: string
  href: string
  /** Its name or passages of its text, in parts; `matches` marks the parts that match the query. */
  title: readonly { text: string; matches: boolean }[]
  /** Where the result is, or what it is. */
  about: string
  /** The address of the video page with its evidence. */
  evidence?: string | undefined
  /** The video that it is about, and of a claim the first frame that it rests on. */
  video?: VideoNamedFragment | null | undefined
  frame?: number | undefined
}

/** The results of one kind. */
export interface Kind {
  label: string
  found: readonly Found[]
  /** The number of results that are not shown. */
  hidden?: number
}

type Hit = SearchContentQuery['search']['edges'][number]

const words = texts.search

/** Returns a name in parts, with the first match of the query marked. */
function marked(name: string, query: string): Found['title'] {
  const from = name.toLowerCase().indexOf(query.toLowerCase())
  if (from < 0) return [{ text: name, matches: false }]
  const to = from + query.length
  return [
    { text: name.slice(0, from), matches: false },
    { text: name.slice(from, to), matches: true },
    { text: name.slice(to), matches: false },
  ]
}

/** Returns the names in this order: those that are the query, those that begin with it, the others. */
function nearestFirst<One>(all: readonly One[], nameOf: (one: One) => string, query: string): One[] {
  const sought = query.toLowerCase()
  const distance = (one: One) => {
    const name = nameOf(one).toLowerCase()
    return name === sought ? 0 : name.startsWith(sought) ? 1 : 2
  }
  return all.toSorted((one, other) => distance(one) - distance(other))
}

/** The longest text, in characters, that is shown completely; of a longer text, the matching passages are shown. */
const longest = 240

/** Returns a text completely, with the matching words of a hit's passages marked; of a long text only the passages. */
function whole(text: string, snippet: Found['title']): Found['title'] {
  const marked = snippet.filter(({ matches }) => matches).map((part) => part.text)
  if (text.length > longest || !marked.length) return text.length > longest ? snippet : [{ text, matches: false }]
  const parts = marked.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return text
    .split(new RegExp(`(${parts.join('|')})`, 'g'))
    .map((part) => ({ text: part, matches: marked.includes(part) }))
}

/** Returns a hit of the server's search as a result; undefined if the target has been deleted since. */
function foundBy({ snippet, node: target }: Hit, personas: ReadonlyMap<string, string>): Found | undefined {
  const nameOf = (personaId: string | null | undefined) => personas.get(personaId ?? '') ?? texts.reading.unknownPersona
  if (target?.__typename === 'OntologyType') {
    const { personaId, key, typeKind } = target
    if (!personaId) return undefined
    const href = at(paths.persona, { personaId }, { tab: typeLists[typeKind], sought: key })
    const about = `${texts.gloss.types[typeKind]}, ${nameOf(personaId)}`
    const isInName = target.typeName !== null && whole(target.typeName, snippet).some(({ matches }) => matches)
    return { key: target.id, href, title: isInName ? whole(target.typeName!, snippet) : snippet, about }
  }
  if (target?.__typename === 'Entity' || target?.__typename === 'Event') {
    const { id, key, objectName, __typename } = target
    const kind = __typename === 'Entity' ? 'entities' : 'events'
    const href = at(paths.world, {}, { shared: id.slice(0, id.indexOf('/')), kind, sought: key })
    return { key: id, href, title: whole(objectName ?? key, snippet), about: texts.gloss.kinds[__typename] }
  }
  if (target?.__typename !== 'Claim' && target?.__typename !== 'Summary') return undefined
  const summary = target.__typename === 'Claim' ? target.summary : target
  if (!summary) return undefined
  const { videoId, personaId, video } = summary
  const claim = target.__typename === 'Claim' ? target : undefined
  const [evidence] = claim ? evidencePlacesOf(claim, videoId) : []
  return {
    key: target.id,
    href: at(paths.reading, { videoId }, { persona: personaId ?? undefined, claim: claim?.id }),
    title: claim ? whole(claim.text, snippet) : snippet,
    about: [video?.filename, nameOf(personaId)].filter(Boolean).join(', '),
    evidence: evidence?.address,
    video,
    frame: evidence?.videoId === videoId && 'frame' in evidence.place ? evidence.place.frame : undefined,
  }
}

/** Returns the results by kind, things with names before texts; kinds without results are omitted. */
export function kindsOf(
  query: string,
  hits: readonly Hit[],
  names: SearchNamesQuery | undefined,
  world: KnownObjectsQuery['world'] | undefined,
  personas: ReadonlyMap<string, string>,
): Kind[] {
  const hitsOf = (...of: Hit['kind'][]) =>
    hits.filter((hit) => of.includes(hit.kind)).flatMap((hit) => foundBy(hit, personas) ?? [])
  const inWorld = (world?.times ?? []).flatMap(({ key, label }) => {
    const name = label ?? key
    return name.toLowerCase().includes(query.toLowerCase()) ? [{ key, name }] : []
  })
  const times = nearestFirst(inWorld, ({ name }) => name, query).map(({ key, name }) => ({
    ...{ key: `times ${key}`, href: at(paths.world, {}, { kind: 'times', sought: key }) },
    ...{ title: marked(name, query), about: texts.gloss.kinds.TimeObject },
  }))
  const videos = nearestFirst(names?.videos.nodes ?? [], ({ filename }) => filename, query).map((video) => ({
    ...{ key: video.id, href: at(paths.video, { videoId: video.id }), title: marked(video.filename, query) },
    ...{ about: '', video },
  }))
  const people = nearestFirst(names?.personas.nodes ?? [], ({ name }) => name, query).map(({ id, name, role }) => ({
    ...{ key: id, href: at(paths.persona, { personaId: id }), title: marked(name, query), about: role },
  }))
  const rest = (list: { totalCount: number; nodes: unknown[] } | undefined) =>
    list ? list.totalCount - list.nodes.length : 0
  const shownTimes = 20
  return [
    { label: words.videos, found: videos, hidden: rest(names?.videos) },
    { label: words.personas, found: people, hidden: rest(names?.personas) },
    { label: words.types, found: hitsOf('ENTITY_TYPE', 'EVENT_TYPE', 'ROLE_TYPE', 'RELATION_TYPE') },
    {
      ...{ label: words.objects, found: [...hitsOf('ENTITY', 'EVENT'), ...times.slice(0, shownTimes)] },
      hidden: Math.max(0, times.length - shownTimes),
    },
    { label: words.summaries, found: hitsOf('SUMMARY') },
    { label: words.claims, found: hitsOf('CLAIM') },
  ].filter(({ found }) => found.length > 0)
}
