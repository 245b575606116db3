import { newType, type NewType } from './new-types.js'

/** Reads a list with one type in each line: its name and, behind a tab, its definition. Empty lines are left out. */
export function readList(text: string): readonly NewType[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [name = '', ...rest] = line.trim().split(/\s*\t\s*/)
    const definition = rest.join(' ')
    return name === '' ? [] : newType(name, { definition })
  })
}
