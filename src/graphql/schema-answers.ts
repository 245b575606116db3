import { print } from 'graphql'
import { ByteWriter } from '../lib/byte-writer.js'
import { operationOf, type PreparedDocument } from './document.js'
import type { Answer, Refusal } from './run/operation.js'

/** A full answer has a few hundred kilobytes. */
const keptAnswers = 16

/**
 * Answers about the schema, which are the same for everybody while the process lives, kept as the text that goes out: a
 * document with nothing else and no variables runs once, however it is laid out.
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
    const known = kept.get(key)
    if (known) return copyOf(known)
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

/** The door writes behind the data of an answer: what is kept stays as it is. */
function copyOf(answer: Answer): Answer {
  if (!answer.data) return answer
  const data = new ByteWriter(answer.data.length + 256)
  data.copy(answer.data, 0, answer.data.length)
  return { ...answer, data }
}
