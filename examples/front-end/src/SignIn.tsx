import { useMutation } from 'urql'
import { graphql } from './gql'

const loginMutation = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      account {
        userId
      }
    }
  }
`)

/** The server answers with a session cookie that scripts cannot read; nothing is kept here. */
export function SignIn({ onDone }: { onDone: () => void }) {
  const [{ error, fetching }, login] = useMutation(loginMutation)
  async function submit(form: FormData) {
    const input = { username: String(form.get('username')), password: String(form.get('password')) }
    const answer = await login({ input })
    if (!answer.error) onDone()
  }
  return (
    <form className="sign-in" action={submit}>
      <h1>Parallax</h1>
      <label>
        User
        <input name="username" autoComplete="username" required autoFocus />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button disabled={fetching}>Sign in</button>
      {error && <p role="alert">{error.graphQLErrors[0]?.message ?? error.message}</p>}
    </form>
  )
}
