import {
  Alert,
  Anchor,
  Button,
  Center,
  Checkbox,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { Mark } from '../app/Mark.js'
import { wordsOf } from '../lib/notices.js'
import { changePerson, useSession } from '../app/session.js'
import { bounds } from '../generated/bounds.js'
import { SignInDocument, SignUpDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'

/** The sign-in form; it also creates accounts if the server allows registration. */
export function SignIn() {
  const { config } = useSession()
  const [isNew, setNew] = useState(false)
  const [error, setError] = useState<Error>()
  const words = texts.session
  const enter = () =>
    void changePerson().then((isNobody) => {
      if (isNobody) setError(new Error(words.noCookie))
    })
  const handlers = { onSuccess: enter, onError: setError }
  const signIn = useAct(SignInDocument, handlers)
  const signUp = useAct(SignUpDocument, handlers)

  function submit(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? '')
    const [username, password] = [text('username'), text('password')]
    setError(undefined)
    if (isNew) signUp.mutate({ input: { username, password, displayName: text('displayName') } })
    else signIn.mutate({ input: { username, password, rememberMe: form.has('remember') } })
  }

  return (
    <Center
      component="main"
      mih="100dvh"
      p="md"
      bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
    >
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Welcome />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit(new FormData(event.currentTarget))
          }}
        >
          <Stack gap="sm">
            {error && (
              <Alert color="red" title={isNew ? texts.profile.notCreated : words.refused} role="alert">
                {wordsOf(error, texts.profile.signInAdvice)}
              </Alert>
            )}
            <TextInput name="username" label={words.username} autoComplete="username" required autoFocus />
            {isNew && <TextInput name="displayName" label={words.displayName} autoComplete="name" required />}
            <PasswordInput
              name="password"
              label={words.password}
              description={isNew ? texts.profile.passwordRule(bounds.firstPassword.minLength) : undefined}
              {...(isNew && bounds.firstPassword)}
              autoComplete={isNew ? 'new-password' : 'current-password'}
              required
            />
            {!isNew && <Checkbox name="remember" label={words.remember} />}
            <Button type="submit" loading={signIn.isPending || signUp.isPending}>
              {isNew ? words.signUp : words.signIn}
            </Button>
            {config?.allowRegistration && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  setNew(!isNew)
                  setError(undefined)
                }}
              >
                {isNew ? words.toSignIn : words.toSignUp}
              </Anchor>
            )}
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

/** The product, and what it is. */
function Welcome() {
  return (
    <>
      <Group gap="xs">
        <Mark size={28} />
        <Title order={1} size="h2">
          {texts.brand}
        </Title>
      </Group>
      <Text c="dimmed" size="sm" mt={4} mb="lg">
        {texts.session.welcome}
      </Text>
    </>
  )
}
