let common: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords. It takes about 5 MB, so it is loaded only when the first password is checked. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()))
}

/** Returns whether a password, regardless of case, is one of the 49,000 most common ones, which attackers try first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  return (await common).has(password.toLowerCase())
}
