import { hash } from 'node:crypto'
import type { Database } from '../../../database/driver/client.js'
import type { Budget } from '../../../lib/fairness/budget.js'
import { Turn } from '../../../lib/fairness/turns.js'
import { mostOfText } from '../../../lib/schema.js'
import { namedText } from '../stage/claim-text.js'
import { selectNamesInTexts, selectTextsWithIds, updateDigests } from './claim-texts.sql.js'
import { replaceBodies } from './documents.sql.js'
import type { Planning } from './planning.js'

const batch = 100

/** Replaces ids in the texts of claims by names; exports of FOVEA contain such ids. */
export async function nameIdsInTexts(db: Database, planning: Planning, budget: Budget): Promise<void> {
  let texts = await selectTextsWithIds(db, 0, batch)
  if (!texts.length) return
  const names = new Map((await selectNamesInTexts(db, planning)).map(({ id, name }) => [id, name]))
  for (; texts.length; texts = await selectTextsWithIds(db, texts.at(-1)!.line, batch)) {
    const changed: { line: number; body: string; digest: string }[] = []
    const turn = new Turn(budget)
    for (const { line, body } of texts) {
      if (turn.isOver()) await turn.pause()
      const claim = JSON.parse(body) as Record<string, unknown>
      const text = namedText(claim, names)
      if (text === claim['text'] || text.trim() === '' || text.length > mostOfText) continue
      changed.push({ line, body: JSON.stringify({ ...claim, text }), digest: hash('md5', text) })
    }
    turn.end()
    await replaceBodies(db, changed)
    await updateDigests(db, changed)
  }
}
