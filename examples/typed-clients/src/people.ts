/** Who the programs sign in as, from the command line: URL ANN PASSWORD BEN PASSWORD. Ann may synchronise. */
export interface Two {
  url: string
  ann: { username: string; password: string }
  ben: { username: string; password: string }
}

export function twoPeople(): Two {
  const [url, ann, annPassword, ben, benPassword] = process.argv.slice(2)
  if (!url || !ann || !annPassword || !ben || !benPassword) {
    throw new Error('arguments: URL USERNAME PASSWORD OTHER-USERNAME OTHER-PASSWORD')
  }
  return { url, ann: { username: ann, password: annPassword }, ben: { username: ben, password: benPassword } }
}

/** `session_token=…` of an answer, to be sent along from then on; a browser does this by itself. */
export function cookieOf(response: Response): string {
  const [cookie] = response.headers.getSetCookie()
  if (!cookie) throw new Error('the answer sets no cookie')
  return cookie.split(';')[0] ?? ''
}
