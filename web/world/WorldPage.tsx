import { Select } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { Loading, Page } from '../app/Page.js'
import { useViewer } from '../app/session.js'
import { SharedWorldDocument, WorldNowDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { optionsOf, useProjectNames } from '../app/names.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { SharedWorld, WorldEditor } from './WorldEditor.js'
import { WorldOfProject } from './WorldOfProject.js'

const words = texts.world
/** The option for the personal world; selects have no empty values. */
const personal = 'personal'

/**
 * The user's worlds, the personal one and one in each project, or a world that is shared with the user. The address
 * names the world that is shown.
 */
export function WorldPage() {
  const [search, setSearch] = useSearchParams()
  const shared = search.get('shared')
  const projectId = search.get('project') ?? undefined
  const { nodes: projects } = useProjectNames()
  const { data } = useGraph(WorldNowDocument, { projectId: projectId ?? null }, { enabled: !shared })
  if (shared) return <SharedPage worldId={shared} />
  return (
    <Page
      title={words.title}
      side={data && <ShareButton what={{ type: 'WORLD_STATE', id: data.world.id, name: words.title }} />}
    >
      {projects.length > 0 && (
        <Select
          label={texts.team.whichWorld}
          data={[{ value: personal, label: texts.team.personalWorld }, ...optionsOf(projects)]}
          value={projectId ?? personal}
          allowDeselect={false}
          searchable
          maw={360}
          onChange={(next) => setSearch(next && next !== personal ? { project: next } : {}, { replace: true })}
        />
      )}
      {projectId ? <WorldOfProject key={projectId} projectId={projectId} /> : <WorldEditor key={personal} />}
    </Page>
  )
}

/**
 * A world that another page names by its id. A world of the user's own, or of a project of the user, is shown where it
 * belongs, so that links need not know whose it is.
 */
function SharedPage({ worldId }: { worldId: string }) {
  const [search, setSearch] = useSearchParams()
  const { id: viewer } = useViewer()
  const { data, error } = useGraph(SharedWorldDocument, { id: worldId })
  const world = data?.node && 'owner' in data.node ? data.node : undefined
  const isOwn = world?.owner?.id === viewer
  const project = world?.project?.id
  const belongs = isOwn || project !== undefined
  useEffect(() => {
    if (!belongs) return
    const { shared: _left, ...rest } = Object.fromEntries(search)
    setSearch({ ...rest, ...(project && { project }), ...(!isOwn && { of: worldId }) }, { replace: true })
  }, [belongs, isOwn, project, search, setSearch, worldId])
  if (belongs || (!data && !error)) return <Loading />
  return (
    <Page title={texts.received.world}>
      <SharedWorld worldId={worldId} />
    </Page>
  )
}
