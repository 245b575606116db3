import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** What a program means is one word, or begins with a small letter; what people read is a sentence, or stands in JSX. */
function isForPeople(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /[A-Za-z]{2}/.test(node.text)
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node)
  return isText && /^[A-Z][a-z]+( [a-z]+){2}/.test(node.text)
}

it('every English text of the desk stands in web/texts/en.ts', () => {
  const elsewhere = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('texts/') && !path.startsWith('generated'))
    .flatMap((path) => {
      const source = ts.createSourceFile(path, readFileSync(web + path, 'utf8'), ts.ScriptTarget.Latest, true)
      const found: string[] = []
      const visit = (node: ts.Node) => {
        if (isForPeople(node)) found.push(`${path}: ${node.getText()}`)
        ts.forEachChild(node, visit)
      }
      visit(source)
      return found
    })
  expect(elsewhere).toEqual([])
})

/** The texts of a language as `area.name: text`; of functions the pieces between what they fill in. */
function textsOf(language: string): Map<string, string> {
  const source = ts.createSourceFile(
    '',
    readFileSync(`${web}texts/${language}.ts`, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found = new Map<string, string>()
  const visit = (node: ts.Node, path: readonly string[]) => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
    const within = isNamed ? [...path, node.name.getText()] : path
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const name = path.join('.')
      found.set(name, `${found.get(name) ?? ''} ${node.text}`.trim())
    }
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(source, [])
  return found
}

/** Keys of a report, which are no texts. */
const keys = 'texts.exchange.import.kinds.world'

it('every text of more than one word is another one in German', () => {
  const english = textsOf('en')
  const same = [...textsOf('de')].filter(
    ([name, text]) => name !== keys && /[a-z]{2,} [a-z]{2,}/i.test(text) && english.get(name) === text,
  )
  expect(same).toEqual([])
})
