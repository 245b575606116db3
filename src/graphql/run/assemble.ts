import type { SelectedField } from './selection.js'
import { broken, statesOf, writeValue, type Run, type Values } from './values.js'

/** Objects that are made of the values of their fields. */
export function objectsOf(
  run: Run,
  fields: readonly SelectedField[],
  values: readonly Values[],
  count: number,
): Values {
  return {
    states: brokenBy(values, count),
    write(i, out) {
      run.objects += 1
      for (let field = 0; field < fields.length; field++) {
        out.fixed(fields[field]!.lead)
        writeValue(values[field]!, i, out)
      }
      if (!fields.length) out.byte(0x7b)
      out.byte(0x7d)
    },
  }
}

/** Objects are broken where one of their fields is. */
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
