import { useMutation, useQuery, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TypedDocumentString } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { address } from './address.js'
import { answered, AnswerError, lostServer, refused } from './answer.js'
import { randomId } from './id.js'
import { requestHeaders } from './request-id.js'

export type GraphDocument<Result, Variables> = TypedDocumentString<Result, Variables>

interface GraphAnswer<Result> {
  data?: Result | null
  errors?: {
    message: string
    path?: (string | number)[]
    extensions?: { code?: string; details?: unknown; [more: string]: unknown }
  }[]
}

/**
 * Runs one of the desk's own GraphQL documents, of which only the hash is sent. Throws AnswerError if the server
 * refuses (with the first error and its code) and LostServer if it cannot be reached. A mutation that is sent twice
 * with the same `idempotencyKey` is carried out once.
 */
export async function graph<Result, Variables>(
  document: GraphDocument<Result, Variables>,
  variables?: Variables,
  { signal, idempotencyKey }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Result> {
  const { hash } = document.__meta__ as { hash: string }
  const response = await fetch(address('/graphql'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...requestHeaders(),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ documentId: hash, variables }),
    ...(signal && { signal }),
  }).catch(lostServer)
  const answer = (await answered(response)) as GraphAnswer<Result>
  const [error] = answer.errors ?? []
  if (error) {
    const code = error.extensions?.code
    // Without a path the document itself is unknown: the server has another version than this page.
    if (code === 'NOT_FOUND' && !error.path) throw refused(texts.errors.outdated, 'OUTDATED')
    // People know fields by the names in forms, not by where they are in the input.
    throw refused(error.message.replace(/^input\.(typed\.)?/, ''), code, error.extensions)
  }
  return answer.data as Result
}

/**
 * Returns the query key of a document with its variables; without variables, a prefix that matches all answers to the
 * document.
 */
export function keyOf<Result, Variables>(document: GraphDocument<Result, Variables>, variables?: Variables): unknown[] {
  const { hash } = document.__meta__ as { hash: string }
  return variables === undefined ? [hash] : [hash, variables]
}

/** Returns the answer to a query document, cached by its variables and shared. */
export function useGraph<Result, Variables>(
  document: GraphDocument<Result, Variables>,
  variables?: Variables,
  options: Omit<UseQueryOptions<Result>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery<Result>({
    ...options,
    queryKey: keyOf(document, variables ?? ({} as Variables)),
    queryFn: ({ signal }) => graph(document, variables, { signal }),
  })
}

/** The number of mutations that have succeeded since the page was loaded. */
let done = 0

/** Retries up to `left` times after CONFLICT or SERVER_BUSY, each time after the `retryAfter` seconds they name. */
async function inTurn<Result>(ask: () => Promise<Result>, left = 4): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const passes = error instanceof AnswerError && ['CONFLICT', 'SERVER_BUSY'].includes(error.code)
    const seconds = passes ? error.details['retryAfter'] : undefined
    if (typeof seconds !== 'number' || left === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return inTurn(ask, left - 1)
  }
}

/**
 * Returns a mutation: `const { mutate } = useAct(document, { onSuccess })`. Errors are shown unless `onError` is set.
 */
export function useAct<Result, Variables>(
  document: GraphDocument<Result, Variables>,
  options: Pick<UseMutationOptions<Result, Error, Variables>, 'onMutate' | 'onSuccess' | 'onError'> = {},
) {
  // The key of a mutation that may have been carried out although its response was lost: a retry with the same
  // variables reuses the key, so that it is not carried out twice. Once another mutation has succeeded, a new key is
  // used.
  const open = useRef<{ sent: string; idempotencyKey: string; done: number }>(undefined)
  return useMutation<Result, Error, Variables>({
    mutationFn: async (variables) => {
      const sent = JSON.stringify(variables)
      const isSame = open.current?.sent === sent && open.current.done === done
      const idempotencyKey = (isSame ? open.current?.idempotencyKey : undefined) ?? randomId()
      open.current = undefined
      try {
        const result = await inTurn(() => graph(document, variables, { idempotencyKey }))
        done++
        return result
      } catch (error) {
        const isKnown = error instanceof AnswerError && error.details['retryAfter'] === undefined
        if (!isKnown) open.current = { sent, idempotencyKey, done }
        throw error
      }
    },
    ...options,
    meta: { shown: options.onError !== undefined },
  })
}
