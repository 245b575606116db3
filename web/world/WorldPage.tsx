import { Select } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { Page } from '../app/Page.js'
import { WorldNowDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { optionsOf, useProjectNames } from '../app/names.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import { SharedWorld, WorldEditor } from './WorldEditor.js'

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
  if (shared)
    return (
      <Page title={texts.received.world}>
        <SharedWorld worldId={shared} />
      </Page>
    )
  return (
    <Page
      title={words.title}
      side={data && <ShareButton what={{ type: 'WORLD_STATE', id: data.world.id, name: words.title }} />}
    >
      {projects.length > 0 && (
        <Select
          label={texts.team.whichWorld}
          description={texts.team.ownObjects}
          data={[{ value: personal, label: texts.team.personalWorld }, ...optionsOf(projects)]}
          value={projectId ?? personal}
          allowDeselect={false}
          searchable
          maw={360}
          onChange={(next) => setSearch(next && next !== personal ? { project: next } : {}, { replace: true })}
        />
      )}
      <WorldEditor key={projectId ?? personal} projectId={projectId} />
    </Page>
  )
}
