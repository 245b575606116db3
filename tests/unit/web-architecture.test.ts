import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The areas of the desk in the order of web/README.md: each may import only areas before it. */
const areas = [
  'accounts',
  'jobs',
  'changes',
  'sharing',
  'groups',
  'videos',
  'personas',
  'world',
  'reviews',
  'annotations',
  'claims',
  'agreement',
  'summaries',
  'projects',
  'exchange',
  'administration',
  'search',
  'watch',
]

/** The layers from the lowest to the highest: each may import itself and lower ones. */
const layers: Record<string, readonly string[]> = {
  lib: ['lib', 'texts', 'generated'],
  app: ['app'],
  areas,
  pages: ['pages'],
}

/** The folders of the server that the browser may load: they import no library of the server and read no database. */
const ofServer = /^\.\.\/src\/(access|annotations|lib)\//

const longest = 80

const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
const sources = files.map((path) => {
  const text = readFileSync(join('web', path), 'utf8')
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
})
const written = sources.filter(({ path }) => !path.startsWith('generated/'))
const imports = new Map(sources.map(({ path, tree }) => [path, importsOf(path, tree)]))

/** The desk's own files that a file imports, as types too, and those that it loads later with `import()`. */
function importsOf(path: string, tree: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    const name = isImport ? node.moduleSpecifier : isCall ? node.arguments[0] : undefined
    if (name && ts.isStringLiteral(name) && /^\..*\.js$/.test(name.text))
      found.push(
        normalize(join(dirname(path), name.text))
          .replaceAll('\\', '/')
          .replace(/\.js$/, ''),
      )
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found.map((to) => files.find((file) => file === `${to}.ts` || file === `${to}.tsx`) ?? to)
}

/** The folder of a file; `texts.ts` belongs to the texts, and `main.tsx` starts the pages. */
const folderOf = (path: string) =>
  path.includes('/') ? path.slice(0, path.indexOf('/')) : path === 'texts.ts' ? 'texts' : 'pages'
const layerOf = (path: string) => Object.values(layers).findIndex((folders) => folders.includes(folderOf(path)))

/** Returns every import for which `isWrong` is true, as `from -> to`. */
const violations = (isWrong: (from: string, to: string) => boolean) =>
  [...imports].flatMap(([from, all]) => all.filter((to) => isWrong(from, to)).map((to) => `${from} -> ${to}`))

describe('the desk', () => {
  it('has no folder that the README does not name', () => {
    const folders = new Set(written.map(({ path }) => folderOf(path)))
    const known = Object.values(layers).flat()
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
    const readme = readFileSync('web/README.md', 'utf8')
    expect(readme).toContain(Object.keys(layers).join(' < '))
    expect(readme).toContain(areas.join(' < '))
  })

  it('imports layers from above only: lib, app, the areas, the pages', () => {
    const inside = (to: string) => !to.startsWith('..')
    expect(violations((from, to) => inside(to) && layerOf(to) > layerOf(from))).toEqual([])
  })

  it('imports areas in their order only', () => {
    const rank = (path: string) => areas.indexOf(folderOf(path))
    expect(violations((from, to) => areas.includes(folderOf(from)) && rank(to) > rank(from))).toEqual([])
  })

  it('imports of the server only what runs in a browser', () => {
    expect(violations((_from, to) => to.startsWith('..') && !ofServer.test(to))).toEqual([])
  })

  it('has no circle of imports, nor of types alone, nor through import()', () => {
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
        return
      }
      if (done.has(path)) return
      for (const to of imports.get(path) ?? []) visit(to, [...trail, path])
      done.add(path)
    }
    for (const path of imports.keys()) visit(path, [])
    expect(circles).toEqual([])
  })

  it('has files of at most 300 lines, except for the texts', () => {
    const long = written.filter(({ path, text }) => text.split('\n').length > 301 && !/^texts\/\w\w\.ts$/.test(path))
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('has no bounds of fields in place: those of the server come from its shapes', () => {
    /** Bounds that no shape has, and why. */
    const own: Record<string, string> = {
      'annotations/BoxNumbers.tsx NumberInput min':
        'how many frames a box is copied to at once, which the desk alone decides',
      'annotations/BoxNumbers.tsx NumberInput max': 'the same',
      'summaries/Transcript.tsx NumberInput min':
        'the number of speakers, which the service checks if it matters (V-21)',
    }
    const found: string[] = []
    for (const { path, tree } of written) {
      const visit = (node: ts.Node): void => {
        if (ts.isJsxOpeningLikeElement(node) && /Input$|^Textarea$/.test(node.tagName.getText()))
          for (const attribute of node.attributes.properties) {
            const name = attribute.name?.getText() ?? ''
            if (/^(min|max)(Length)?$/.test(name) && /[{"']-?[\d_.]+["'}]$/.test(attribute.getText()))
              found.push(`${path} ${node.tagName.getText()} ${name}`)
          }
        ts.forEachChild(node, visit)
      }
      visit(tree)
    }
    expect(found.sort()).toEqual(Object.keys(own).sort())
  })

  // Of a component, the lines of its markup and of the functions inside it count as well.
  it(`has no function of more than ${longest} lines, from its first line to its last`, () => {
    const long: string[] = []
    for (const { path, tree } of written) {
      const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line
      const visit = (node: ts.Node): void => {
        const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
        if (ts.isFunctionLike(node) && lines > longest)
          long.push(`${path}:${lineAt(node.getStart()) + 1}, ${lines} lines`)
        ts.forEachChild(node, visit)
      }
      visit(tree)
    }
    expect(long).toEqual([])
  })
})
