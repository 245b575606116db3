import { useMutation, useQuery, type UseMutationOptions, type UseQueryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TypedDocumentString } from '../generated/graphql.js'
import { answered, AnswerError, lostServer, refused } from './answer.js'
import { randomId } from './id.js'

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
 * Runs one of the desk's own documents, of which only the id is sent. Throws AnswerError for what the server refuses
 * (the first error, with its code) and LostServer where nobody answers. A mutation sent twice under one
 * `idempotencyKey` is carried out once.
 */
export async function graph<Result, Variables>(
  document: GraphDocument<Result, Variables>,
  variables?: Variables,
  { signal, idempotencyKey }: { signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<Result> {
  const { hash } = document.__meta__ as { hash: string }
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ documentId: hash, variables }),
    ...(signal && { signal }),
  }).catch(lostServer)
  const answer = (await answered(response)) as GraphAnswer<Result>
  const [error] = answer.errors ?? []
  if (error) {
    const code = error.extensions?.code
    // No field is missing but the document itself: the server was built from another version than this page.
    if (code === 'NOT_FOUND' && !error.path)
      throw refused('This page is of another version than the server', 'OUTDATED')
    throw refused(error.message, code, error.extensions)
  }
  return answer.data as Result
}

/** The key under which the answer of a document is kept; without variables it stands for all its answers. */
export function keyOf<Result, Variables>(document: GraphDocument<Result, Variables>, variables?: Variables): unknown[] {
  const { hash } = document.__meta__ as { hash: string }
  return variables === undefined ? [hash] : [hash, variables]
}

/** What a document answers, kept and shared by its variables. */
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

/** How many acts were carried out since the page was loaded. */
let done = 0

/** Asks again, a few times, where others were in the way or the same act is still at work. */
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

/** An act: `const { mutate } = useAct(document, { onSuccess })`. Errors are shown unless `onError` is given. */
export function useAct<Result, Variables>(
  document: GraphDocument<Result, Variables>,
  options: Pick<UseMutationOptions<Result, Error, Variables>, 'onSuccess' | 'onError'> = {},
) {
  // Of an act that may have been carried out though its answer was lost: who tries once more does not do it twice.
  // After another act the same one is meant anew.
  const open = useRef<{ asked: string; idempotencyKey: string; done: number }>(undefined)
  return useMutation<Result, Error, Variables>({
    mutationFn: async (variables) => {
      const asked = JSON.stringify(variables)
      const isSame = open.current?.asked === asked && open.current.done === done
      const idempotencyKey = (isSame ? open.current?.idempotencyKey : undefined) ?? randomId()
      open.current = undefined
      try {
        const result = await inTurn(() => graph(document, variables, { idempotencyKey }))
        done++
        return result
      } catch (error) {
        const isKnown = error instanceof AnswerError && error.details['retryAfter'] === undefined
        if (!isKnown) open.current = { asked, idempotencyKey, done }
        throw error
      }
    },
    ...options,
    meta: { shown: options.onError !== undefined },
  })
}
