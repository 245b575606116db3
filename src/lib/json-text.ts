/** A JSON document as text, which becomes part of an answer without being parsed. */
export class PrintedJson {
  constructor(readonly text: string) {}
}

/** Returns the JSON text of a value, which may be a PrintedJson. */
export const jsonText = (value: unknown): string => (value instanceof PrintedJson ? value.text : JSON.stringify(value))

/** Returns a JSON array of items that already are JSON text. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
