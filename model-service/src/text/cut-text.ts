/** Cuts a text to at most `length` UTF-16 code units without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length))
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
