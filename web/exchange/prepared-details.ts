import type { PreparedExportsQuery, ReviewState } from '../generated/graphql.js'
import { usePersonaNames, useProjectNames } from '../app/names.js'
import { texts } from '../texts.js'

const words = texts.exchange.prepared

type Prepared = Pick<
  PreparedExportsQuery['exports']['nodes'][number],
  'contents' | 'scope' | 'projectId' | 'filters' | 'format'
>

/** The filters as the server stores them, in the spelling of the REST API. */
interface Filters {
  personaIds?: string[]
  videoIds?: string[]
  annotationTypes?: (keyof typeof words.kinds)[]
  reviewStates?: Lowercase<ReviewState>[]
  includeInterpolated?: boolean
  includeInvisible?: boolean
}

const contents: Record<string, string> = { ...texts.exchange.export.files, videos: words.videos }

/** Returns the content of an export, as the content field of the export form names it. */
export const contentOf = (one: Pick<Prepared, 'contents'>): string => contents[one.contents.toLowerCase()] ?? ''

/** Returns what distinguishes an export from others with the same content: its scope, format and effective filters. */
export function useDetails(): (one: Prepared) => string[] {
  const personas = usePersonaNames()
  const current = useProjectNames()
  const archived = useProjectNames(true)

  function projectOf(id: string): string {
    const project = [...current.nodes, ...archived.nodes].find((one) => one.id === id)
    if (project) return texts.exchange.export.project(project.name)
    return current.isWhole && archived.isWhole ? words.unknownProject : '…'
  }

  function scopeOf({ scope, projectId }: Prepared): string[] {
    if (scope === 'ALL') return [texts.exchange.export.everything]
    if (scope === 'PROJECT') return projectId ? [projectOf(projectId)] : []
    return [texts.exchange.export.own, ...(projectId ? [words.worldOf(projectOf(projectId))] : [])]
  }

  function personasOf(ids: readonly string[]): string {
    const names = personas.nodes.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    return words.personas(names.join(', '), ids.length - names.length)
  }

  function filtersOf({ contents: held, filters }: Prepared): string[] {
    const conditions = filters as Filters
    const ofAnnotations = held === 'ALL' || held === 'ANNOTATIONS'
    return [
      ...(ofAnnotations && conditions.personaIds?.length ? [personasOf(conditions.personaIds)] : []),
      ...(ofAnnotations && conditions.videoIds?.length ? [words.videoCount(conditions.videoIds.length)] : []),
      ...(ofAnnotations && conditions.annotationTypes?.length
        ? conditions.annotationTypes.map((kind) => words.kinds[kind])
        : []),
      ...((ofAnnotations || held === 'SUMMARIES') && conditions.reviewStates?.length
        ? [words.states(conditions.reviewStates.map(nameOfState).join(', '))]
        : []),
      ...(ofAnnotations && conditions.includeInterpolated ? [words.interpolated] : []),
      ...(ofAnnotations && conditions.includeInvisible ? [words.invisible] : []),
    ]
  }

  return (one) => [...scopeOf(one), ...(one.format === 'NDJSON' ? [] : [words.formats[one.format]]), ...filtersOf(one)]
}

const nameOfState = (state: Lowercase<ReviewState>) => texts.reviews.states[state.toUpperCase() as ReviewState]
