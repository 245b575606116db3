import { Anchor, Badge, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DataTable, PagedTable, RowAct } from '../app/DataTable.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Section } from '../app/Section.js'
import { address } from '../lib/address.js'
import {
  AdminHealthDocument,
  AdminJobsDocument,
  AdminModelsDocument,
  CancelJobDocument,
  RetryJobDocument,
  SelectModelDocument,
  type JobQueue,
  type JobStatus,
} from '../generated/graphql.js'
import { isOpen } from '../jobs/JobProgress.js'
import { choicesOf } from '../lib/choices.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** How often models and jobs are read again while the page is visible, in milliseconds. */
const everyMs = 5000

/** The health of the server, its models and their memory, and its jobs. */
export function Machines() {
  return (
    <Stack>
      <Health />
      <Models />
      <Jobs />
    </Stack>
  )
}

function Health() {
  const words = texts.administration.health
  const { data, error } = useGraph(AdminHealthDocument, {}, { refetchInterval: 10_000 })
  return (
    <Section title={words.title}>
      {error && <ErrorNote error={error} />}
      <Group>
        {data &&
          (['database', 'queue', 'modelService'] as const).map((name) => (
            <Group key={name} gap={6}>
              <Text size="sm">{words[name]}</Text>
              <Badge variant="light" color={data.health.checks[name] === 'OK' ? 'teal' : 'orange'} tt="none">
                {words.states[data.health.checks[name]]}
              </Badge>
            </Group>
          ))}
      </Group>
    </Section>
  )
}

function Models() {
  const words = texts.administration.models
  const { data, error } = useGraph(AdminModelsDocument, {}, { refetchInterval: everyMs })
  const select = useAct(SelectModelDocument, {
    onSuccess({ selectModel: { message } }) {
      showDone(message)
      void queryClient.invalidateQueries({ queryKey: keyOf(AdminModelsDocument) })
    },
  })
  return (
    <Section title={words.title}>
      {error && <ErrorNote error={error} />}
      {data && (
        <>
          <DataTable
            label={words.title}
            rows={data.modelConfig.tasks}
            keyOf={({ task }) => task}
            columns={[
              [words.task, ({ task }) => task.replaceAll('_', ' ')],
              [
                words.model,
                ({ task, selected, options }) => (
                  <Select
                    size="xs"
                    aria-label={words.modelFor(task.replaceAll('_', ' '))}
                    data={options.map(({ name }) => name)}
                    value={selected ?? null}
                    allowDeselect={false}
                    onChange={(modelName) =>
                      modelName && modelName !== selected && select.mutate({ input: { taskType: task, modelName } })
                    }
                  />
                ),
              ],
            ]}
          />
          <Text size="sm">
            {data.modelConfig.cudaAvailable
              ? words.memory(data.modelStatus.totalVramAllocatedGb, data.modelStatus.totalVramAvailableGb)
              : texts.team.noGpu(data.modelStatus.device)}
          </Text>
          <DataTable
            label={words.loaded}
            rows={data.modelStatus.loadedModels}
            keyOf={({ modelId, taskType }) => `${modelId} ${taskType}`}
            columns={[
              [words.loaded, ({ modelName, modelId }) => modelName ?? modelId],
              [words.task, ({ taskType }) => taskType?.replaceAll('_', ' ')],
              [words.state, ({ health }) => health],
              [words.used, ({ vramUsedGb }) => (vramUsedGb == null ? '' : words.gigabytes(vramUsedGb))],
            ]}
          />
        </>
      )}
    </Section>
  )
}

function Jobs() {
  const words = texts.administration.jobs
  const [status, setStatus] = useState<JobStatus | null>(null)
  const [queue, setQueue] = useState<JobQueue | null>(null)
  const list = usePages(AdminJobsDocument, { status, queue, everyones: true }, ({ jobs }) => jobs, { everyMs })
  const reload = { onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(AdminJobsDocument) }) }
  const cancel = useAct(CancelJobDocument, reload)
  const retry = useAct(RetryJobDocument, reload)
  return (
    <Section
      title={words.title}
      side={
        <Anchor href={address('/admin/queues')} size="sm">
          {words.board}
        </Anchor>
      }
    >
      <Group>
        <Select
          label={words.status}
          placeholder={words.all}
          clearable
          clearButtonProps={{ 'aria-label': words.all }}
          data={choicesOf(texts.jobs.states)}
          value={status}
          onChange={(value) => setStatus(value as JobStatus | null)}
        />
        <Select
          label={words.queue}
          placeholder={words.all}
          clearable
          clearButtonProps={{ 'aria-label': words.all }}
          data={choicesOf(words.queues)}
          value={queue}
          onChange={(value) => setQueue(value as JobQueue | null)}
        />
      </Group>
      <PagedTable
        label={words.title}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          [words.queue, (job) => words.queues[job.queue]],
          [words.status, (job) => texts.jobs.states[job.status]],
          [words.progress, ({ progress }) => `${Math.round(progress)} %`],
          [words.since, ({ createdAt }) => texts.moment(createdAt)],
          [words.error, ({ error: fault }) => fault],
          [
            words.act,
            ({ id, status: state, queue: of }) =>
              isOpen(state) ? (
                <RowAct label={words.cancelOf(words.queues[of])} onClick={() => cancel.mutate({ id })}>
                  {texts.jobs.cancel}
                </RowAct>
              ) : (
                state === 'FAILED' && (
                  <RowAct label={words.retryOf(words.queues[of])} onClick={() => retry.mutate({ id })}>
                    {texts.jobs.again}
                  </RowAct>
                )
              ),
            'acts',
          ],
        ]}
      />
    </Section>
  )
}
