import type { ByteWriter } from '../../lib/byte-writer.js'
import type { SelectedField } from '../documents/selection.js'
import { absent, broken, present, statesOf, weightAt, weightOfAll, writeValue } from './values.js'
import type { Part, Values } from './values.js'

/** Returns the values of `count` objects, assembled from the values of their fields. */
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

/** Returns the states of objects: broken if one of the object's fields is broken; null if all are present. */
export function brokenBy(values: readonly Values[], count: number): Uint8Array | null {
  let states: Uint8Array | null = null
  for (const field of values) {
    for (let i = 0; field.states !== null && i < count; i++) {
      if (field.states[i] !== broken) continue
      states ??= statesOf(count)
      states[i] = broken
    }
  }
  return states
}

/** Returns the weight and the parts of values at other places: place i has the value `indexes[i]`. */
export function placedAt(values: Values, indexes: ArrayLike<number>): Pick<Values, 'weight' | 'parts'> {
  const { weight } = values
  return {
    ...(weight !== undefined && { weight: typeof weight === 'number' ? weight : (i: number) => weight(indexes[i]!) }),
    ...(values.parts && { parts: (i: number, out: ByteWriter) => values.parts!(indexes[i]!, out) }),
  }
}

/**
 * Returns values of several lists: place i has the value i of `lists[choice[i]]`. A place whose choice is -1 has the
 * state in `initial`, and is absent by default.
 */
export function chosenOf(lists: readonly Values[], choice: Int8Array, initial: Uint8Array | null = null): Values {
  let states = initial
  for (let i = 0; i < choice.length; i++) {
    const list = lists[choice[i]!]
    const state = list ? (list.states?.[i] ?? present) : (initial?.[i] ?? absent)
    if (state === present) continue
    states ??= statesOf(choice.length)
    states[i] = state
  }
  const listAt = (i: number) => lists[choice[i]!]!
  return {
    states,
    weight: (i) => weightAt(listAt(i), i),
    parts: (i, out) => listAt(i).parts?.(i, out) ?? writeWhole(listAt(i), i, out),
    write: (i, out) => listAt(i).write(i, out),
  }
}

/** Writes a value that cannot be written in parts, and returns no parts. */
function writeWhole(values: Values, index: number, out: ByteWriter): Part[] {
  values.write(index, out)
  return []
}
