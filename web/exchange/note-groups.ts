import { texts } from '../texts.js'
import type { Report } from './report.js'

const words = texts.exchange.import

type Severity = 'error' | 'conflict' | 'warning'
type Said = keyof typeof words.said

/** A note as a report has it; the warnings of a preview are texts that begin with their lines. */
interface Told {
  severity: Severity
  line: number
  message: string
  resolution: string
}

/** Notes that say the same of several lines. */
export interface NoteGroup {
  severity: Severity
  sentence: string
  /** The lines with what distinguishes them, such as a name; the line is 0 for the file as a whole. */
  lines: { line: number; detail: string }[]
  /** The number of further lines that the report counts but does not name. */
  unnamed: number
}

/**
 * What the messages of the server say, and of what kind of thing unless the message names it. `detail` distinguishes
 * the lines of a group, `more` is a number of lines that are not named.
 */
const messages: readonly (readonly [said: Said, pattern: RegExp, thing?: string])[] = [
  ['newId', /^The id is in use; the (?<thing>\w+) gets a new one$/],
  ['exists', /^The (?<thing>annotation|summary|claim|relation|correspondence|object) exists$/],
  ['exists', /^(?:Persona|System persona) "(?<detail>.*)" exists$/s, 'persona'],
  ['exists', /^"(?<detail>.*)" exists$/s, 'object'],
  ['exists', /^The persona has an ontology$/, 'ontology'],
  ['exists', /^A summary of the same video and persona exists$/, 'summary'],
  ['exists', /^A relation of the same (?:claims exists|type leads back)$/, 'relation'],
  ['exists', /^A correspondence of the same types exists$/, 'correspondence'],
  ['earlier', /^An earlier line has a correspondence of the same types$/, 'correspondence'],
  ['earlier', /^An earlier line has a summary of the same video and persona$/, 'summary'],
  ['earlier', /^An earlier line (?:relates the same claims|has a relation of the same type back)$/, 'relation'],
  ['earlier', /^An earlier line of the file has the same id$/],
  ['overlaps', /^Frames (?<from>\d+) to (?<to>\d+) overlap an annotation of the same object or track$/, 'annotation'],
  ['inside', /^All keyframes lie inside the annotation that exists$/, 'annotation'],
  ['moves', /^The sequences interpolate differently$/, 'annotation'],
  ['missing', /^Referenced (?<thing>\w+)(?: .*)? is missing$/s],
  [
    'repeats',
    /^Likely repeat of the (?<thing>claim relation|\w+) .+?(?:; so are (?<more>\d+) more lines of its kind)?$/s,
  ],
  ['earlierRepeats', /^Likely repeat of line \d+ of the file(?:; so are (?<more>\d+) more lines of its kind)?$/],
  ['oneKeyframe', /^Only one keyframe in the sequence$/, 'annotation'],
  ['corrected', /^Corrected: (?<detail>.*)$/s, 'annotation'],
  ['review', /^The review is left out: /],
  ['freeLabel', /^The persona has no type "(?<detail>.*)": the label is kept as free text$/s, 'annotation'],
  ['notTaken', /^Not imported: (?<detail>.*)$/s, 'track'],
  ['unknownKind', /^The type of the line is not known$/],
  ['behindFailed', /^It refers to line \d+, which failed$/],
  ['stopped', /^The import stopped at line (?<detail>\d+)$/],
  ['mostly', /^(?<detail>\d+) of (?<more>\d+) lines skipped, /],
]

/** Returns the notes of a report in groups, each with a sentence: errors first, then in the order of their lines. */
export function groupsOf(report: Report): NoteGroup[] {
  const groups = new Map<string, NoteGroup & { count: (count: number) => string }>()
  for (const note of onceEach(notesOf(report))) {
    const { key, detail, more, sentence } = read(note)
    const group = groups.get(key) ?? { severity: note.severity, sentence: '', lines: [], unnamed: 0, count: sentence }
    groups.set(key, group)
    group.lines.push({ line: note.line, detail })
    group.unnamed += more
  }
  const order: readonly Severity[] = ['error', 'conflict', 'warning']
  return [...groups.values()]
    .map(({ count, ...group }) => ({ ...group, sentence: count(linesIn(group) + group.unnamed) }))
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

const linesIn = ({ lines }: NoteGroup) => new Set(lines.map(({ line }) => line)).size

function notesOf({ errors, conflicts, warnings }: Report): Told[] {
  return [
    ...errors.map(({ line, message }) => ({ severity: 'error' as const, line, message, resolution: '' })),
    ...conflicts.map(({ line = 0, details = '', resolution = '' }) => ({
      ...{ severity: 'conflict' as const, line, resolution },
      message: details,
    })),
    ...warnings.map((warning) => {
      const [, line = 0, message = ''] =
        typeof warning === 'string'
          ? (/^(?:Line (\d+): )?(.*)$/s.exec(warning) ?? [])
          : [null, warning.line, warning.message]
      return { severity: 'warning' as const, line: Number(line), message, resolution: '' }
    }),
  ]
}

/**
 * Leaves out what a report says twice of a line: a conflict that is an error too, a conflict in a second word, and a
 * reference that is missing.
 */
function onceEach(notes: readonly Told[]): Told[] {
  const seen = new Map<string, Told>()
  for (const note of notes) {
    const [, thing] = /^Referenced (\w+)(?: .*)? is missing$/s.exec(note.message) ?? []
    const key = `${note.line} ${thing ?? note.message}`
    const before = seen.get(key)
    if (!before) seen.set(key, note)
    // The resolution is with the conflict only.
    else if (!before.resolution) seen.set(key, { ...before, resolution: note.resolution })
  }
  return [...seen.values()]
}

interface Read {
  /** Equal for notes that say the same. */
  key: string
  detail: string
  more: number
  sentence: (count: number) => string
}

function read({ severity, message, resolution }: Told): Read {
  for (const [said, pattern, ofThing] of messages) {
    const found = pattern.exec(message)
    if (!found) continue
    const { thing = ofThing ?? 'line', detail = '', more, from, to } = found.groups ?? {}
    const outcome = words.outcomes[resolution] ?? ''
    return {
      key: [severity, said, thing, resolution].join(),
      detail: from === undefined ? detail : words.frames(Number(from), Number(to)),
      more: said === 'mostly' ? 0 : Number(more ?? 0),
      sentence: (count) => words.said[said]({ count, thing, outcome, detail, all: more ?? '' }),
    }
  }
  // Messages that differ only in names and numbers are of one group, under the first of them.
  const alike = message.replace(/"[^"]*"|'[^']*'|[\da-f]{8}-[\da-f-]{27}|\d+/g, '…')
  return { key: `${severity} ${alike}`, detail: message, more: 0, sentence: (count) => words.likeIt(message, count) }
}
