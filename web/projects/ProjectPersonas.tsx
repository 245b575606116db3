import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { PagedTable } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { at, paths } from '../app/paths.js'
import { ProjectPersonasDocument } from '../generated/graphql.js'
import { emptyList, usePages } from '../lib/pages.js'
import { MakePersona } from '../personas/MakePersona.js'
import { texts } from '../texts.js'
import type { Project } from './project.js'

/** The personas of a project; members whose role allows it create more. */
export function ProjectPersonas({ project: { id, isArchived, myRole } }: { project: Project }) {
  const words = texts.personas
  const [isMaking, setMaking] = useState(false)
  const list = usePages(ProjectPersonasDocument, { id }, ({ project }) => project?.personas ?? emptyList)
  const mayMake = !isArchived && myRole != null && myRole !== 'VIEWER'
  return (
    <Stack gap="md">
      {mayMake && (list.nodes?.length ?? 0) > 0 && (
        <Button style={{ alignSelf: 'end' }} onClick={() => setMaking(true)}>
          {words.make}
        </Button>
      )}
      <PagedTable
        label={words.title}
        list={list}
        keyOf={(one) => one.id}
        empty={
          <Empty
            says={texts.team.noPersonas}
            step={mayMake ? { label: words.make, onClick: () => setMaking(true) } : undefined}
          />
        }
        columns={[
          [
            words.name,
            (persona) => (
              <Anchor component={Link} inherit href={at(paths.persona, { personaId: persona.id })}>
                {persona.name}
              </Anchor>
            ),
          ],
          [words.role, ({ role }) => role],
          [words.need, ({ informationNeed }) => informationNeed],
          [texts.team.owner, ({ owner }) => owner?.displayName],
        ]}
      />
      {isMaking && <MakePersona projectId={id} onClose={() => setMaking(false)} />}
    </Stack>
  )
}
