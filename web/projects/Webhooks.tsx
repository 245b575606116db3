import { Button, Checkbox, Code, CopyButton, Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { Empty } from '../app/Empty.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  ProjectWebhooksDocument,
  ReplayWebhookDocument,
  RotateWebhookSecretDocument,
  UpdateWebhookDocument,
  WebhookMessagesDocument,
  type Kind,
  type ProjectWebhooksQuery,
} from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

type Webhook = ProjectWebhooksQuery['webhooks']['nodes'][number]

const reload = () => readAgain(ProjectWebhooksDocument)

/** Webhooks: addresses that are notified of changes in a project, with the state of each delivery. */
export function Webhooks({ projectId }: { projectId: string }) {
  const words = texts.projects.webhooks
  const list = usePages(ProjectWebhooksDocument, { projectId }, ({ webhooks }) => webhooks)
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [shown, setShown] = useState<Webhook>()
  const [leaving, setLeaving] = useState<Webhook>()
  const update = useAct(UpdateWebhookDocument, { onSuccess: reload })
  const remove = useAct(DeleteWebhookDocument, { onSuccess: reload })
  const rotate = useAct(RotateWebhookSecretDocument, {
    onSuccess({ rotateWebhookSecret }) {
      setSecret(rotateWebhookSecret.secret)
    },
  })
  return (
    <Section title={words.title} about={words.what} side={<Add onClick={() => setMaking(true)} />}>
      <PagedTable
        label={words.title}
        list={list}
        keyOf={({ id }) => id}
        empty={<Empty says={words.none} />}
        columns={[
          [words.url, ({ url }) => url],
          [
            words.kinds,
            ({ kinds, withContent }) =>
              [...kinds.map(kindName), ...(withContent ? [words.withContent] : [])].join(', '),
          ],
          [
            words.active,
            ({ id, url, isActive }) => (
              <Switch
                aria-label={words.activeOf(url)}
                checked={isActive}
                onChange={(event) => update.mutate({ input: { id, isActive: event.currentTarget.checked } })}
              />
            ),
          ],
          [words.state, stateOf],
          [
            words.acts,
            (webhook) => (
              <>
                <RowAct label={words.messagesOf(webhook.url)} onClick={() => setShown(webhook)}>
                  {words.messages}
                </RowAct>
                <RowAct
                  label={words.rotateOf(webhook.url)}
                  onClick={() => rotate.mutate({ input: { id: webhook.id } })}
                >
                  {words.rotate}
                </RowAct>
                <RowAct removes label={words.removeOf(webhook.url)} onClick={() => setLeaving(webhook)}>
                  {words.remove}
                </RowAct>
              </>
            ),
            'acts',
          ],
        ]}
      />
      {isMaking && <Making projectId={projectId} onClose={() => setMaking(false)} onMade={setSecret} />}
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
      {shown && <Messages webhook={shown} onClose={() => setShown(undefined)} />}
      {leaving && (
        <Question
          title={words.removeOf(leaving.url)}
          says={words.removes}
          act={words.remove}
          onAct={() => remove.mutate({ input: { id: leaving.id } })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Section>
  )
}

const kindNames: Record<string, string> = texts.administration.audit.kinds
const kindName = (kind: string) => kindNames[kind] ?? kind

/** The kinds of rows whose changes webhooks of a project can report. */
const kindsOfProjects: readonly Kind[] = [
  ...(['PERSONA', 'ONTOLOGY', 'ENTITY_TYPE', 'EVENT_TYPE', 'ROLE_TYPE', 'RELATION_TYPE'] as const),
  ...([
    'WORLD_STATE',
    'ENTITY',
    'EVENT',
    'TIME',
    'ENTITY_COLLECTION',
    'EVENT_COLLECTION',
    'TIME_COLLECTION',
    'RELATION',
  ] as const),
  ...(['ANNOTATION', 'SUMMARY', 'CLAIM', 'CLAIM_RELATION'] as const),
  ...(['PROJECT', 'PROJECT_MEMBERSHIP', 'PROJECT_INVITATION', 'VIDEO_ASSIGNMENT'] as const),
]
const kindChoices = choicesOf(kindNames).filter(({ value }) => (kindsOfProjects as readonly string[]).includes(value))

function stateOf({ note, failures, failingSince, retryAt }: Webhook) {
  const words = texts.projects.webhooks
  if (note) return note
  if (!failures || !failingSince) return words.works
  return words.fails(failures, texts.moment(failingSince), retryAt ? texts.moment(retryAt) : undefined)
}

interface MakingProps {
  projectId: string
  onClose: () => void
  /** Receives the secret, which is shown only once. */
  onMade: (secret: string) => void
}

function Add({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {texts.projects.webhooks.make}
    </Button>
  )
}

function Making({ projectId, onClose, onMade }: MakingProps) {
  const words = texts.projects.webhooks
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<Kind[]>([])
  const [withContent, setWithContent] = useState(false)
  const create = useAct(CreateWebhookDocument, {
    onSuccess({ createWebhook }) {
      reload()
      onClose()
      onMade(createWebhook.secret)
    },
  })
  return (
    <Dialog title={words.make} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ input: { projectId, url, withContent, ...(kinds.length && { kinds }) } })
        }}
      >
        <Stack>
          <TextInput
            label={words.url}
            type="url"
            required
            data-autofocus
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <MultiSelect
            label={words.kinds}
            placeholder={kinds.length ? '' : words.allKinds}
            data={kindChoices}
            value={kinds}
            onChange={(values) => setKinds(values as Kind[])}
            searchable
            hidePickedOptions
          />
          <Checkbox
            label={words.sendContent}
            description={words.whatContent}
            checked={withContent}
            onChange={(event) => setWithContent(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
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

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = texts.projects.webhooks
  return (
    <Dialog title={words.secret} onClose={onClose}>
      <Stack>
        <Text size="sm">{words.secretOnce}</Text>
        <Code block>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Dialog>
  )
}

function Messages({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const words = texts.projects.webhooks
  const list = usePages(WebhookMessagesDocument, { webhookId: id }, ({ webhookDeliveries }) => webhookDeliveries)
  const replay = useAct(ReplayWebhookDocument, { onSuccess: () => readAgain(WebhookMessagesDocument) })
  return (
    <Dialog title={words.messagesOf(url)} size="xl" onClose={onClose}>
      <PagedTable
        label={words.messages}
        list={list}
        keyOf={(message) => message.id}
        columns={[
          [words.when, ({ createdAt }) => texts.things.moment(createdAt)],
          [words.changes, ({ changes }) => changes],
          [words.state, ({ status, error }) => (error ? `${words.states[status]}: ${error}` : words.states[status])],
          [words.attempts, ({ attempts }) => attempts],
          [
            words.answer,
            ({ responseStatus, ms }) => [responseStatus, ms == null ? null : words.ms(ms)].filter(Boolean).join(', '),
          ],
          [
            words.acts,
            (message) => (
              <RowAct
                label={words.againOf(texts.things.moment(message.createdAt))}
                onClick={() => replay.mutate({ input: { id, deliveryId: message.id } })}
              >
                {words.again}
              </RowAct>
            ),
            'acts',
          ],
        ]}
      />
    </Dialog>
  )
}
