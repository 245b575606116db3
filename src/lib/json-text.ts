/** A JSON object of values that already are JSON text; members whose value is undefined are left out. */
export function objectText(members: readonly (readonly [name: string, json: string | undefined])[]): string {
  let text = ''
  for (const [name, json] of members) {
    if (json !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${json}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** A JSON array of items that already are JSON text. */
export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}
