import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { referencesTo, type NamedThing } from '../../src/documents/name-references.js'

const uses: Record<string, NamedThing['use']> = { entity: 'noun', role: 'noun', event: 'verb', label: 'noun' }
/** The things and sentences of a file. */
function read(file: string) {
  const lines = readFileSync(new URL(`../fixtures/texts/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const things = lines.flatMap((line): NamedThing[] => {
    const [, kind, id, name, synonyms] = /^([a-z]+) ([a-z0-9-]+) \| ([^|]+?)(?: \| (.+))?$/.exec(line) ?? []
    if (!kind || !id || !name) return []
    const names = [name, ...(synonyms?.split(';') ?? [])].map((one) => one.trim())
    return [{ item: { type: 'ref', content: id }, names, use: uses[kind] ?? 'individual' }]
  })
  return { things, sentences: lines.filter((line) => !/^[a-z]+ [a-z0-9-]+ \| /.test(line)) }
}

/** A sentence with its marks, as the plain text and the references that it is to have. */
function unmarked(sentence: string) {
  const expected: string[] = []
  let text = ''
  for (const part of sentence.split(/(\[[^\]]+\])/)) {
    const [, said, id] = /^\[(.+)\|(.+)\]$/.exec(part) ?? []
    if (said !== undefined) expected.push(`${text.length} ${said} = ${id}`)
    text += said ?? part
  }
  return { text, expected }
}

/** Compares what is found in the sentences of a file with its marks. */
async function compare({ things, sentences }: ReturnType<typeof read>) {
  const references = await referencesTo(things)
  const counts = { expected: 0, found: 0 }
  const [missed, wrong]: [string[], string[]] = [[], []]
  for (const sentence of sentences) {
    const { text, expected } = unmarked(sentence)
    let at = 0
    const found = references.glossOf(text).flatMap((item) => {
      const said = String(item.type === 'text' ? item.content : item['text'])
      at += said.length
      return item.type === 'text' ? [] : [`${at - said.length} ${said} = ${item.content}`]
    })
    expect(at).toBe(text.length)
    counts.expected += expected.length
    counts.found += expected.filter((one) => found.includes(one)).length
    missed.push(...expected.filter((one) => !found.includes(one)).map((one) => `${text}: ${one}`))
    wrong.push(...found.filter((one) => !expected.includes(one)).map((one) => `${text}: ${one}`))
  }
  expect(counts.found / counts.expected, missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  return { counts, wrong }
}

describe('names in texts', () => {
  it('are found in 200 sentences about 40 things: at least 95 %, and none that is wrong', async () => {
    const file = read('references.txt')
    expect([file.sentences.length, file.things.length]).toEqual([200, 41])
    expect((await compare(file)).wrong).toEqual([])
  })

  it('are found in 212 further sentences, and wrong in two idioms and one compound alone', async () => {
    const file = read('further-references.txt')
    expect([file.sentences.length, file.things.length]).toEqual([212, 44])
    const { counts, wrong } = await compare(file)
    expect(counts).toEqual({ expected: 176, found: 172 })
    expect(wrong).toEqual([
      "The airport's landing strip is lit.: 14 landing = landing",
      'She threw up.: 4 threw = throw',
      'Attention is paid to the child.: 13 paid = paying',
    ])
  })

  const named = (...names: string[]): NamedThing[] =>
    names.map((name) => ({ item: { type: 'ref', content: `id of ${name}` }, names: [name], use: 'noun' }))
  const saidOf = async (names: string[], text: string) =>
    (await referencesTo(named(...names)))
      .glossOf(text)
      .flatMap((item) => (item.type === 'text' ? [] : [`${String(item['text'])} = ${item.content.slice(6)}`]))

  it.each([
    ['C++', 'Vitamin C is good'],
    ['C#', 'Vitamin C is good'],
    ['C', 'They wrote it in C++ and in C#.'],
    ['A*', 'An A grade'],
    ['R&D', 'R D is two letters'],
    ['$100', 'It has 100 seats'],
    ['.NET', 'A net is thrown'],
    ['Net', 'The .NET runtime'],
  ])('are only what is written with the same signs: no %s in "%s"', async (name, text) => {
    expect(await saidOf([name], text)).toEqual([])
  })

  it.each([
    [['C', 'C++', 'C#'], 'Written in C++, C# and C.', ['C++ = C++', 'C# = C#', 'C = C']],
    [['C++'], '(C++) c++', ['C++ = C++', 'c++ = C++']],
    [['R&D'], 'R&D is dear, R & D is dear', ['R&D = R&D', 'R & D = R&D']],
    [['$100'], 'A bill of $100.', ['$100 = $100']],
    [['.NET'], 'The .NET runtime', ['.NET = .NET']],
    [['Straße'], 'Die strasse, die Straße', ['strasse = Straße', 'Straße = Straße']],
    [['strasse'], 'Die Straße', ['Straße = strasse']],
    [['ΟΔΟΣ'], 'οδος', ['οδος = ΟΔΟΣ']],
    [['Caf\u00e9'], 'The cafe\u0301 is open', ['cafe\u0301 = Caf\u00e9']],
    [['\u0130stanbul'], 'istanbul', ['istanbul = \u0130stanbul']],
  ])('are found with their signs, in any case and encoding: %j in "%s"', async (names, text, found) => {
    expect(await saidOf(names, text)).toEqual(found)
  })

  it('of one thing alone may stand in capitals, in which ß is SS', async () => {
    const street: NamedThing = { item: { type: 'ref', content: 'street' }, names: ['Hauptstraße'], use: 'individual' }
    const items = (await referencesTo([street])).glossOf('Along HAUPTSTRASSE, not along hauptstrasse')
    expect(items.filter(({ type }) => type === 'ref').map((item) => item['text'])).toEqual(['HAUPTSTRASSE'])
  })

  it('are told apart by their signs where a label or an id is looked up', async () => {
    const references = await referencesTo(named('C', 'C++', 'Straße'))
    const contentOf = (name: string) => references.find(name)?.item.content
    expect(['C', 'c++', 'STRASSE', 'C#'].map(contentOf)).toEqual(['id of C', 'id of C++', 'id of Straße', undefined])
    expect(references.namedBy('C++').map(({ names }) => names[0])).toEqual(['C++'])
    expect(references.namedBy('strasse').map(({ names }) => names[0])).toEqual(['Straße'])
  })
})
