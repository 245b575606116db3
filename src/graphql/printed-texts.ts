import { randomBytes } from 'node:crypto'
import { joinBytes, type Piece } from '../lib/bytes.js'
import type { GraphQLContext } from './context.js'
import type { PrintedJson, PrintField } from './printed-fields.js'

/** Made anew in each process and never sent: no text of a user can stand for a place. */
const secret = randomBytes(16).toString('hex')
const place = new RegExp(`"${secret}:(\\d+)"`)

/** The printed fields of one answer: each leaves a mark in the result until its text is put there. */
export interface PrintedTexts {
  print(ctx: GraphQLContext, plan: number, parent: unknown): Promise<string>
  /** Objects in all of them. */
  objects(): number
  /** The answer with the texts in their places. */
  fill(answer: string): string | Buffer
}

export function openPrintedTexts(plans: readonly PrintField[]): PrintedTexts {
  const printed: PrintedJson[] = []
  return {
    async print(ctx, plan, parent) {
      const print = plans[plan]
      if (!print) throw new Error(`there is no plan ${plan}`)
      const count = printed.push(await print(ctx, parent as never))
      return `${secret}:${count - 1}`
    },
    objects: () => printed.reduce((sum, { objects }) => sum + objects, 0),
    fill(answer) {
      if (!printed.length) return answer
      // Every second part is the number of a mark.
      const pieces = answer
        .split(place)
        .flatMap((part, index): readonly Piece[] =>
          index % 2 ? (printed[Number(part)]?.pieces ?? []) : [Buffer.from(part)],
        )
      return joinBytes(pieces)
    },
  }
}
