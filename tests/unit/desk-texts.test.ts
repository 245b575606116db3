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
