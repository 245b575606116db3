/** A JSON document that is already printed, so that an answer takes over its text without parsing it. */
export class PrintedJson {
  constructor(readonly text: string) {}
}

/** Returns the text of a value, which may be printed already. */
export const jsonText = (value: unknown): string => (value instanceof PrintedJson ? value.text : JSON.stringify(value))

/** Builds a JSON array from items that already are JSON text. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
