import { Button, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { countText } from '../agreement/figure-text.js'
import { PersonaChoice } from '../agreement/PersonaChoice.js'
import { PagedTable } from '../app/DataTable.js'
import { Empty } from '../app/Empty.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { Loading } from '../app/Page.js'
import { Section } from '../app/Section.js'
import {
  MeasureAgreementDocument,
  ProjectAgreementsDocument,
  ProjectPersonasDocument,
  type ProjectAgreementsQuery,
} from '../generated/graphql.js'
import { isOpen } from '../jobs/JobProgress.js'
import { useAct } from '../lib/graph.js'
import { emptyList, useAll, usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import { AgreementActs } from './AgreementActs.js'
import { AgreementFigures } from './AgreementFigures.js'
import type { Project } from './project.js'

const words = texts.projectAgreement
/** The interval in which the list is read again while an agreement is measured, in milliseconds. */
const everyMs = 1000

type Measured = NonNullable<ProjectAgreementsQuery['project']>['agreements']['nodes'][number]

/** How far the personas of a project agree on its videos: measures it, lists what was measured, and shows figures. */
export function ProjectAgreement({ project: { id } }: { project: Project }) {
  const personas = useAll(ProjectPersonasDocument, { id }, ({ project }) => project?.personas ?? emptyList)
  const [chosen, setChosen] = useState<string>()
  const list = usePages(ProjectAgreementsDocument, { id }, ({ project }) => project?.agreements ?? emptyList, {
    everyMs: (nodes) => nodes.some(({ status }) => isOpen(status)) && everyMs,
  })
  if (personas.error) return <ErrorNote error={personas.error} retry={() => void personas.refetch()} />
  if (!personas.isWhole) return <Loading />
  const names = new Map(personas.nodes.map(({ id: personaId, name }) => [personaId, name]))
  const nameOf = (personaId: string) => names.get(personaId) ?? texts.compare.unknown
  const ready = list.nodes?.filter(({ status }) => status === 'COMPLETED') ?? []
  const shown = ready.find((one) => one.id === chosen) ?? ready[0]
  return (
    <Stack>
      <Section title={texts.agreement.title} about={words.about}>
        <Measure projectId={id} personas={personas.nodes} />
      </Section>
      <Section title={words.title}>
        <PagedTable
          label={words.title}
          list={list}
          keyOf={(one) => one.id}
          empty={<Empty says={words.none} />}
          columns={[
            [words.when, ({ createdAt }) => texts.moment(createdAt)],
            [words.personas, (one) => one.arguments.personaIds.map(nameOf).join(', ')],
            [words.state, (one) => <State one={one} />],
            [
              words.acts,
              (one) => <AgreementActs one={one} isShown={one === shown} onShow={() => setChosen(one.id)} />,
              'acts',
            ],
          ]}
        />
      </Section>
      {shown && <AgreementFigures key={shown.id} id={shown.id} nameOf={nameOf} />}
    </Stack>
  )
}

interface MeasureProps {
  projectId: string
  personas: readonly { id: string; name: string }[]
}

/** Chooses personas and starts the measurement. */
function Measure({ projectId, personas }: MeasureProps) {
  const [personaIds, setPersonaIds] = useState(personas.slice(0, 2).map(({ id }) => id))
  const measure = useAct(MeasureAgreementDocument, { onSuccess: () => readAgain(ProjectAgreementsDocument) })
  return (
    <Stack align="start" gap="sm">
      <PersonaChoice personas={personas} chosen={personaIds} onChoose={setPersonaIds} />
      {personaIds.length < 2 && (
        <Text size="sm" c="dimmed">
          {texts.agreement.tooFew}
        </Text>
      )}
      <Button
        loading={measure.isPending}
        disabled={personaIds.length < 2}
        onClick={() => measure.mutate({ input: { projectId, personaIds } })}
      >
        {words.start}
      </Button>
    </Stack>
  )
}

function State({ one: { status, progress, error, result, createdAt } }: { one: Measured }) {
  if (status === 'FAILED')
    return (
      <Text size="sm" c="light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))">
        {words.failed(error ?? texts.jobs.noReason)}
      </Text>
    )
  if (!isOpen(status)) return <Text size="sm">{words.ready(result?.videos ?? 0, countText(result?.videos ?? 0))}</Text>
  return (
    <Stack gap={4}>
      <Text size="sm">{`${texts.jobs.states[status]}, ${Math.round(progress)} %`}</Text>
      <Progress.Root>
        <Progress.Section value={progress} aria-label={words.progressOf(texts.moment(createdAt))} />
      </Progress.Root>
    </Stack>
  )
}
