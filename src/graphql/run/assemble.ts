import type { ByteWriter } from '../../lib/byte-writer.js'
import type { SelectedField } from '../documents/selection.js'
import { broken, statesOf, weightOfAll, writeValue, type Values } from './values.js'

/** The values of objects, made from the values of their fields; each has `count` objects. */
export function objectsOf(fields: readonly SelectedField[], values: readonly Values[], count: number): Values {
  return {
    states: brokenBy(values, count),
    weight: weightOfAll(values, 1),
    *parts(i, out) {
      for (let field = 0; field < fields.length; field++) {
        out.fixed(fields[field]!.lead)
        yield [values[field]!, i]
      }
      if (!fields.length) out.byte(0x7b)
      out.byte(0x7d)
    },
    write(i, out) {
      for (let field = 0; field < fields.length; field++) {
        out.fixed(fields[field]!.lead)
        writeValue(values[field]!, i, out)
      }
      if (!fields.length) out.byte(0x7b)
      out.byte(0x7d)
    },
  }
}

/** The states of objects: broken where one of their fields is; null when none is. */
export function brokenBy(values: readonly Values[], count: number): Uint8Array | null {
  let states: Uint8Array | null = null
  for (const one of values) {
    for (let i = 0; one.states !== null && i < count; i++) {
      if (one.states[i] !== broken) continue
      states ??= statesOf(count)
      states[i] = broken
    }
  }
  return states
}

/** How values are weighed and taken apart at other places than their own: place i holds the value `indexes[i]`. */
export function placedAt(values: Values, indexes: ArrayLike<number>): Pick<Values, 'weight' | 'parts'> {
  const { weight } = values
  return {
    ...(weight !== undefined && { weight: typeof weight === 'number' ? weight : (i: number) => weight(indexes[i]!) }),
    ...(values.parts && { parts: (i: number, out: ByteWriter) => values.parts!(indexes[i]!, out) }),
  }
}
