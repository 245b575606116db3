/** Returns whether the text can serve as a provider's base URL: http or https, without user name and password. */
export function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
