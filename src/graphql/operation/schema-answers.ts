import { print } from 'graphql'
import { ByteWriter } from '../../lib/byte-writer.js'
import { operationOf, type PreparedDocument } from '../documents/document.js'
import type { Answer, Refusal } from '../run/operation.js'

/** The most answers that are kept; an introspection of the whole schema has a few hundred kilobytes. */
const keptAnswers = 16

/**
 * Returns a cache of answers about the schema, which are the same for all callers while the process lives. A document
 * that contains only introspection and has no variables runs once, whatever its formatting. Answers with errors are not
 * kept.
 */
export function openSchemaAnswers() {
  const kept = new Map<string, Answer>()

  return async function answerOf<A extends Answer | Refusal>(
    prepared: PreparedDocument,
    name: string | undefined,
    run: () => Promise<A>,
  ): Promise<A | Answer> {
    if (!prepared.onlyIntrospects || operationOf(prepared, name)?.variableDefinitions?.length) return run()
    const key = `${name ?? ''} ${print(prepared.document)}`
    const cached = kept.get(key)
    if (cached) return copyOf(cached)
    const answer = await run()
    if ('refused' in answer || answer.errors.length > 0) return answer
    for (const oldest of kept.keys()) {
      if (kept.size < keptAnswers) break
      kept.delete(oldest)
    }
    kept.set(key, copyOf(answer))
    return answer
  }
}

/** Returns a copy of the answer, because the server appends to the data that it sends (transport/server.ts). */
function copyOf(answer: Answer): Answer {
  if (!answer.data) return answer
  const data = new ByteWriter(answer.data.length + 256)
  data.append(answer.data.written())
  return { ...answer, data }
}
