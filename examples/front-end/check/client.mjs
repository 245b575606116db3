// What the checks of caches share: their arguments, requests that are counted, and the warnings of libraries.
import { readFileSync } from 'node:fs'
import { format } from 'node:util'
import { buildSchema } from 'graphql'

export const [url, cookie, summaryId, word] = process.argv.slice(2)

/** What the server's schema says, for caches that want to know which types an interface or a union has. */
export const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'))

const warnings = []
for (const level of ['warn', 'error']) console[level] = (...parts) => void warnings.push(format(...parts))

let sent = 0

/** A `fetch` with the user's cookie or token. */
export function send(address, init = {}) {
  sent += 1
  const headers = new Headers(init.headers)
  headers.set(cookie.startsWith('Bearer ') ? 'authorization' : 'cookie', cookie)
  return fetch(address, { ...init, headers })
}

/** Returns the answer to an operation. Throws if it has errors. */
export async function ask(query, variables) {
  const answer = await send(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const body = await answer.json()
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body
}

/** Waits for what libraries do after a result: they show it, and may read it again behind the page. */
export const quiet = () => new Promise((done) => setTimeout(done, 300))

/** Returns what an act resolves to, and how many requests were sent meanwhile and shortly after, behind the page. */
export async function counted(act) {
  const before = sent
  const result = await act()
  await quiet()
  return { result, requests: sent - before }
}

/** The texts of nested claims, each before those below it; null for a gap. */
export function texts(claims) {
  return claims.flatMap((claim) => (claim ? [claim.text, ...texts(claim.subclaims ?? [])] : [null]))
}

/** Returns the ID of the claim with a number, such as 1.2, among nested claims. Throws if it is not there. */
export function idOf(claims, number) {
  const all = (some) => some.flatMap((claim) => (claim ? [claim, ...all(claim.subclaims ?? [])] : []))
  const found = all(claims).find(({ text }) => text === `${word} ${number}`)
  if (!found) throw new Error(`no claim "${word} ${number}" among ${JSON.stringify(texts(claims))}`)
  return found.id
}

/** Prints what was seen as one line of JSON. */
export function report(seen) {
  process.stdout.write(`${JSON.stringify({ ...seen, warnings })}\n`)
}
