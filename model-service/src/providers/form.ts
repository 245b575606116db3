/** Limits a number from a model to the range 0 to 1 and rounds it to two decimals. */
export function clampShare(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}

/** Puts material between tags. A closing tag inside it is broken up, so that the rest cannot pass for instructions. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(`</${tag}`, `< /${tag}`)}\n</${tag}>`
}
