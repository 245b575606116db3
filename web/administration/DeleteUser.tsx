import { Alert, Button, Group, List, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Loading } from '../app/Page.js'
import { DeleteUserDocument, UserDeletionDocument, type UserContent } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { PersonSelect } from '../sharing/PersonSelect.js'
import { texts } from '../texts.js'

interface Props {
  user: { id: string; username: string }
  onClose: () => void
}

/** Shows what the deletion of an account removes, asks what to do with its other content, and deletes the account. */
export function DeleteUser({ user: { id, username }, onClose }: Props) {
  const words = texts.deletedUser
  const { data, error } = useGraph(UserDeletionDocument, { id }, { staleTime: 0 })
  const [content, setContent] = useState<UserContent>('KEEP')
  const [transferTo, setTransferTo] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const remove = useAct(DeleteUserDocument, {
    onSuccess() {
      onClose()
      showDone(texts.things.removed(username))
      void queryClient.invalidateQueries()
    },
  })
  const isTransfer = content === 'TRANSFER'
  const gone = data?.userDeletionPreview
  return (
    <Dialog title={words.title(username)} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate({ input: { id, content, ...(isTransfer && { transferTo }) } })
        }}
      >
        <Stack>
          {error && <ErrorNote error={error} />}
          {!gone && !error && <Loading />}
          {gone && (
            <Alert color="red" title={words.goes}>
              <List size="sm">
                {words.going(gone).map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Select
            label={words.content}
            data={choicesOf(words.contents)}
            value={content}
            allowDeselect={false}
            onChange={(next) => next && setContent(next as UserContent)}
          />
          {isTransfer && <PersonSelect value={transferTo} onChange={setTransferTo} without={[id]} />}
          <TextInput
            label={texts.team.settings.typeName(username)}
            value={typed}
            autoComplete="off"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button
              type="submit"
              color="red.9"
              disabled={!gone || typed.trim() !== username || (isTransfer && !transferTo)}
              loading={remove.isPending}
            >
              {words.delete}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
