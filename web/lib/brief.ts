/** Returns the beginning of a text, at most `most` characters long, with an ellipsis if it was cut. */
export function brief(text: string, most = 60): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
