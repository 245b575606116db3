let known: Promise<ReadonlySet<string>> | undefined

/** The list is unpacked when the first password is checked: some 5 MB. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()))
}

/** Whether a password, in any case of its letters, is among the 49,000 that guessing begins with. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(password.toLowerCase())
}
