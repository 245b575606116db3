/** A share from 0 to 1 with two decimals, whatever the model gave. */
export function clampShare(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}

/** Material between tags; a closing tag inside it is defused, so that it cannot pose as instructions. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(`</${tag}`, `< /${tag}`)}\n</${tag}>`
}
