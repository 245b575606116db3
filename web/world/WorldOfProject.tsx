import { Select, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useViewer } from '../app/session.js'
import { listsOfObjects, useWorldsOfProject } from '../personas/known-worlds.js'
import { texts } from '../texts.js'
import { SharedWorld, WorldEditor } from './WorldEditor.js'

const words = texts.team
/** The option for the user's own world, which may not exist yet. */
const own = 'own'

interface Props {
  projectId: string
  canChange?: boolean
}

/**
 * The worlds of a project: the user's own, which the user edits, and those of other members, which are read-only. The
 * address names the world of another member as `of`.
 */
export function WorldOfProject({ projectId, canChange = true }: Props) {
  const [search, setSearch] = useSearchParams()
  const { id: viewer } = useViewer()
  const worlds = useWorldsOfProject(projectId).map(({ id, owner, ...world }) => {
    const count = listsOfObjects.reduce((sum, list) => sum + world[list].length, 0)
    return { id, name: owner?.displayName ?? '', isOwn: owner?.id === viewer, count }
  })
  const others = worlds.filter(({ isOwn, count }) => !isOwn && count > 0)
  const shown = others.find(({ id }) => id === search.get('of'))
  const show = (id: string | null) =>
    setSearch(
      (before) => {
        const { of: _left, ...rest } = Object.fromEntries(before)
        return id && id !== own ? { ...rest, of: id } : rest
      },
      { replace: true },
    )
  return (
    <>
      {others.length > 0 && (
        <Select
          label={words.objectsOf}
          data={[
            { value: own, label: words.myObjects(worlds.find(({ isOwn }) => isOwn)?.count ?? 0) },
            ...others.map(({ id, name, count }) => ({ value: id, label: words.objectsOfOther(name, count) })),
          ]}
          value={shown?.id ?? own}
          allowDeselect={false}
          searchable
          maw={360}
          onChange={show}
        />
      )}
      <Text size="sm" c="dimmed">
        {shown ? words.worldOfOther(shown.name) : words.ownWorld}
      </Text>
      {shown ? (
        <SharedWorld key={shown.id} worldId={shown.id} />
      ) : (
        <WorldEditor key={projectId} projectId={projectId} canChange={canChange} />
      )}
    </>
  )
}
