/** A JSON document that is already printed, so that an answer takes over its text without parsing it. */
export class PrintedJson {
  constructor(readonly text: string) {}
}

/** The text of a value, which may be printed already. */
export const jsonText = (value: unknown): string => (value instanceof PrintedJson ? value.text : JSON.stringify(value))

/** Builds a JSON object from values that already are JSON text; members whose value is undefined are left out. */
export function objectText(members: readonly (readonly [name: string, json: string | undefined])[]): string {
  let text = ''
  for (const [name, json] of members) {
    if (json !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${json}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Builds a JSON array from items that already are JSON text. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
