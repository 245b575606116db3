import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { PagedTable, RowAct } from '../app/DataTable.js'
import { Dialog } from '../app/Dialog.js'
import { Empty } from '../app/Empty.js'
import { FormDialog } from '../app/FormDialog.js'
import { Question } from '../app/Question.js'
import { Section } from '../app/Section.js'
import { CreateTokenDocument, OwnTokensDocument, RevokeTokenDocument, type TokenScope } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct } from '../lib/graph.js'
import { usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.profile
const days = 24 * 60 * 60 * 1000

/** The tokens by which programs act for the user. A new one is shown once. */
export function OwnTokens() {
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [revoking, setRevoking] = useState<{ id: string; name: string }>()
  const tokens = usePages(OwnTokensDocument, {}, (all) => all.tokens)
  const revoke = useAct(RevokeTokenDocument, { onSuccess: () => readAgain(OwnTokensDocument) })
  const create = useAct(CreateTokenDocument, {
    onSuccess({ createToken: { secret } }) {
      setMaking(false)
      setMade(secret)
      readAgain(OwnTokensDocument)
    },
  })
  return (
    <Section
      title={words.tokens}
      about={words.tokensHint}
      side={<Button onClick={() => setMaking(true)}>{words.makeToken}</Button>}
    >
      <PagedTable
        label={words.tokens}
        list={tokens}
        keyOf={({ id }) => id}
        empty={<Empty says={words.noTokens} />}
        columns={[
          [texts.projects.name, ({ name }) => name],
          [words.tail, ({ tail }) => <Code>{`…${tail}`}</Code>],
          [words.scopes, ({ scopes }) => scopes.map((scope) => words.scopesOf[scope]).join(', ')],
          [words.lastUsed, ({ lastUsedAt }) => (lastUsedAt ? texts.moment(lastUsedAt) : words.never)],
          [words.expires, ({ expiresAt }) => (expiresAt ? texts.moment(expiresAt) : words.never)],
          [
            texts.team.actions,
            ({ id, name }) => (
              <RowAct removes label={words.revokeOf(name)} onClick={() => setRevoking({ id, name })}>
                {words.revoke}
              </RowAct>
            ),
            'acts',
          ],
        ]}
      />
      {revoking && (
        <Question
          title={words.revokeOf(revoking.name)}
          says={words.revokes}
          act={words.revoke}
          onAct={() => revoke.mutate({ input: { id: revoking.id } })}
          onClose={() => setRevoking(undefined)}
        />
      )}
      {isMaking && (
        <FormDialog
          title={words.makeToken}
          act={create}
          onClose={() => setMaking(false)}
          fields={[
            { name: 'name', label: words.tokenFor },
            { name: 'scope', label: words.scopes, options: choicesOf(words.tokenKinds), initial: 'READ' },
            { name: 'days', label: words.validFor, options: choicesOf(words.validities), initial: '90' },
          ]}
          onSubmit={({ name = '', scope = 'READ', days: count = '90' }) =>
            create.mutate({
              input: {
                name,
                scopes: scope.split(' ') as TokenScope[],
                expiresAt: new Date(Date.now() + Number(count) * days).toISOString(),
              },
            })
          }
        />
      )}
      {made && <NewToken token={made} onClose={() => setMade(undefined)} />}
    </Section>
  )
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog title={words.newToken} onClose={onClose}>
      <Stack>
        <Alert color="orange">{words.tokenOnce}</Alert>
        <Code block>{token}</Code>
        <Group justify="flex-end">
          <CopyButton value={token}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? texts.projects.webhooks.copied : texts.projects.webhooks.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{texts.states.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
