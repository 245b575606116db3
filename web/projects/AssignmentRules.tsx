import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { Empty } from '../app/Empty.js'
import { showDone } from '../lib/notices.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import {
  CreateRuleDocument,
  DeleteRuleDocument,
  ProjectRulesDocument,
  RunRulesDocument,
  TryRuleDocument,
  UpdateRuleDocument,
  type ProjectRulesQuery,
  type RuleConditionInput,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.team.rules
type Rule = ProjectRulesQuery['videoAssignmentRules']['nodes'][number]

const conditionText = ({ field, operator, value }: Rule['conditions'][number]) =>
  `${(words.fields as Record<string, string>)[field] ?? field} ${words.operators[operator]} “${value}”`

/** The rules that add videos to a project by their metadata; only for administrators, as on the server. */
export function AssignmentRules({ projectId, onRun }: { projectId: string; onRun: () => void }) {
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<Rule>()
  const list = usePages(ProjectRulesDocument, { id: projectId }, (all) => all.videoAssignmentRules)
  const onSuccess = () => readAgain(ProjectRulesDocument)
  const update = useAct(UpdateRuleDocument, { onSuccess })
  const remove = useAct(DeleteRuleDocument, { onSuccess })
  const look = useAct(TryRuleDocument, {
    onSuccess: ({ evaluateVideoAssignmentRule: { evaluation } }) =>
      showDone(words.matches(evaluation.matchingVideoCount)),
  })
  const run = useAct(RunRulesDocument, {
    onSuccess({ evaluateVideoAssignmentRules: { evaluation } }) {
      showDone(words.ran(evaluation.assignmentsCreated))
      onRun()
    },
  })
  return (
    <Section
      title={words.title}
      about={words.what}
      side={
        <Group gap="xs">
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate({})}>
            {words.run}
          </Button>
          <Button variant="default" onClick={() => setMaking(true)}>
            {words.make}
          </Button>
        </Group>
      }
    >
      <PagedTable
        label={words.title}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty says={words.none} />}
        columns={[
          [texts.projects.name, ({ name }) => name],
          [words.conditions, ({ conditions }) => conditions.map(conditionText).join(', ')],
          [
            words.active,
            ({ id, name, isActive }) => (
              <Switch
                aria-label={words.activeOf(name)}
                checked={isActive}
                onChange={({ currentTarget }) => update.mutate({ input: { id, isActive: currentTarget.checked } })}
              />
            ),
          ],
          [
            texts.team.actions,
            (rule) => (
              <>
                <RowAct label={words.tryOf(rule.name)} onClick={() => look.mutate({ input: { id: rule.id } })}>
                  {words.try}
                </RowAct>
                <RowAct removes label={words.removeOf(rule.name)} onClick={() => setRemoving(rule)}>
                  {texts.things.remove}
                </RowAct>
              </>
            ),
            'acts',
          ],
        ]}
      />
      {removing && (
        <Question
          title={words.removeOf(removing.name)}
          says={words.removes}
          act={texts.things.remove}
          onAct={() => remove.mutate({ input: { id: removing.id } })}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isMaking && <MakeRule projectId={projectId} onClose={() => setMaking(false)} onMade={onSuccess} />}
    </Section>
  )
}

const fresh: RuleConditionInput = { field: 'filename', operator: 'CONTAINS', value: '' }

function MakeRule({ projectId, onClose, onMade }: { projectId: string; onClose: () => void; onMade: () => void }) {
  const [name, setName] = useState('')
  const [conditions, setConditions] = useState([fresh])
  const create = useAct(CreateRuleDocument, {
    onSuccess() {
      onMade()
      onClose()
    },
  })
  const set = (at: number, change: Partial<RuleConditionInput>) =>
    setConditions(conditions.map((one, i) => (i === at ? { ...one, ...change } : one)))
  return (
    <Dialog title={words.make} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ input: { name, conditions, targetType: 'PROJECT', targetId: projectId } })
        }}
      >
        <Stack>
          <TextInput
            label={texts.projects.name}
            value={name}
            required
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {conditions.map(({ field, operator, value }, i) => (
            <Group key={i} grow preventGrowOverflow={false} align="end">
              <Select
                label={words.field}
                data={choicesOf(words.fields)}
                value={field}
                allowDeselect={false}
                onChange={(next) => next && set(i, { field: next })}
              />
              <Select
                label={words.operator}
                data={choicesOf(words.operators)}
                value={operator}
                allowDeselect={false}
                onChange={(next) => next && set(i, { operator: next as RuleConditionInput['operator'] })}
              />
              <TextInput
                label={words.value}
                value={value}
                required
                onChange={({ currentTarget }) => set(i, { value: currentTarget.value })}
              />
            </Group>
          ))}
          <Group justify="space-between">
            <Button variant="default" onClick={() => setConditions([...conditions, fresh])}>
              {words.more}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {texts.states.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
