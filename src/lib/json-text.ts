/** A JSON document that is already printed, so that its text goes into an answer without parsing it. */
export class PrintedJson {
  constructor(readonly text: string) {}
}

/** Returns the text of a value, which may be printed already. */
export const jsonText = (value: unknown): string => (value instanceof PrintedJson ? value.text : JSON.stringify(value))

/** Returns a JSON array of items that already are JSON text. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
