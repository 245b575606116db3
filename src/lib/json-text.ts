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
