import { abilitiesOf } from '../../access/abilities.js'
import { namedTexts } from '../../claims/glosses/gloss-targets.js'
import type { Context } from '../../context.js'
import { groupBy } from '../../lib/group-by.js'
import type { ComparedClaim, EvidenceSpans } from './statements.js'
import { selectComparedClaims, type ComparedClaims, type ComparedRow } from './claim-alignment.sql.js'

const pageSize = 1000
/** The model reads the beginning of a text, and no claim of more characters is one sentence. */
const mostCharacters = 2000

/** Reads the claims of the personas' summaries of a video that the actor may read, oldest first, by persona. */
export async function comparedClaims(
  ctx: Context,
  of: ComparedClaims,
  signal: AbortSignal,
): Promise<Map<string, ComparedClaim[]>> {
  const abilities = await abilitiesOf(ctx)
  const claims: (Omit<ComparedClaim, 'age'> & { createdAt: number })[] = []
  for (let after: string | null = null; ;) {
    signal.throwIfAborted()
    const rows = await selectComparedClaims(ctx.db, abilities, of, after, pageSize)
    const texts = await textsOf(ctx, rows)
    for (const [at, { id, personaId, summaryId, confidence, version, createdAt, evidence }] of rows.entries()) {
      const spans = evidence && spansOf(evidence)
      claims.push({ id, personaId, summaryId, text: texts[at]!, confidence, version, createdAt, evidence: spans })
    }
    if (rows.length < pageSize) break
    after = rows.at(-1)!.id
  }
  claims.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  const aged = claims.map(({ createdAt: _, ...claim }, age) => ({ ...claim, age }))
  return groupBy(aged, ({ personaId }) => personaId)
}

/** Returns the text of each claim, with the names that the actor sees in place of references. */
async function textsOf(ctx: Context, rows: readonly ComparedRow[]): Promise<string[]> {
  const named = new Map<string, string>()
  const referring = rows.filter(({ gloss }) => gloss !== null)
  for (const group of groupBy(referring, (row) => `${row.createdBy} ${row.projectId}`).values()) {
    const { createdBy, projectId } = group[0]!
    const texts = await namedTexts(
      ctx,
      group.map(({ gloss }) => gloss),
      { createdBy, projectId },
    )
    group.forEach(({ id }, at) => named.set(id, texts[at]!))
  }
  return rows.map(({ id, text }) => (named.get(id) ?? text).slice(0, mostCharacters))
}

function spansOf(evidence: NonNullable<ComparedRow['evidence']>): EvidenceSpans {
  return {
    times: evidence.flatMap(([start, end]): [number, number][] =>
      typeof start === 'number' && typeof end === 'number' ? [[start, end]] : [],
    ),
    frames: new Set(evidence.flatMap(([, , frames]) => (frames ?? []).filter((frame) => typeof frame === 'number'))),
  }
}
