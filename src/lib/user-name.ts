// The rules for user names follow PRECIS (RFC 8265, UsernameCaseMapped) and the "highly restrictive" level for scripts
// of Unicode Technical Standard #39.

/** The scripts in everyday use (Unicode Standard Annex #31, table 5); a name may use the scripts of one entry only. */
const scripts = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
  ...['Thaana', 'Thai', 'Tibetan'],
].map((entry) => [entry].flat())

/**
 * Returns an expression for names of letters, marks and digits of the scripts, and visible ASCII signs; ASCII letters
 * are allowed only if one of the scripts is Latin.
 */
function nameIn(names: readonly string[]): RegExp {
  const ofScripts = [...names, 'Inherited'].map((name) => `\\p{scx=${name}}`).join('')
  const ascii = names.includes('Latin') ? '[!-~]' : '[[!-~]--[A-Za-z]]'
  return new RegExp(`^[${ascii}[[[\\p{L}\\p{M}\\p{Nd}]&&[${ofScripts}]]--\\p{Default_Ignorable_Code_Point}]]+$`, 'v')
}

const forms = scripts.map(nameIn)

/**
 * Returns a user name as it is stored: full-width, ligature and other compatibility characters become the plain ones
 * (NFKC).
 */
export const keptUserName = (name: string): string => name.normalize('NFKC')

/** Returns whether a new user may have this name. */
export function isNewUserName(name: string): boolean {
  const kept = keptUserName(name)
  return forms.some((form) => form.test(kept))
}

/**
 * Returns a password in the form that is hashed (NFC, RFC 8265): keyboards write the same letter in one or in two
 * characters.
 */
export const keptPassword = (password: string): string => password.normalize('NFC')

/** Lower-case letters that look like a Latin letter, in lower or upper case, each followed by that Latin letter. */
const lookAlikes =
  'аaвbеeкkмmнhоoрpсcтtуyхxѕsіiјjԛqԝwԁdһhӏlѵv' + // Cyrillic
  'αaβbεeζzηhιiκkμmνvοoρpτtυyχxγy' + // Greek
  'օoոnսuհhցgզq' + // Armenian
  'ıiɩiɪiȷjɑaɡgʏyʋvᴀaʙbᴄcᴅdᴇeꜰfɢgʜhᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwᴢz' // Latin: without a dot, phonetic, small capitals

const latin = new Map([...lookAlikes.matchAll(/(.)(.)/gu)].map(([, letter = '', plain = '']) => [letter, plain]))

/**
 * Returns the common form of all spellings of a user name: without regard to case, to compatibility characters, and to
 * letters of other scripts that look like Latin ones.
 */
export function spellingOf(name: string): string {
  const small = keptUserName(name).toLowerCase().normalize('NFKD')
  // A capital I with a dot leaves a combining dot when it is converted to lower case.
  const plain = small.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ')
  return [...plain]
    .map((letter) => latin.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
}
