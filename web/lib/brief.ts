/** The beginning of a text, at most `most` characters long, with an ellipsis where the text goes on. */
export function brief(text: string, most = 60): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
