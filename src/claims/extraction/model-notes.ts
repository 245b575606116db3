import { sentencesOf } from '@parallax/shared/sentences.js'
import type { PlacedEvidence } from './claim-evidence.js'

// A model that writes a summary also writes about itself: what it could not see, or how the text was made. Such notes
// are not statements about the video, so they do not become claims. The model service marks its own notes in the
// evidence; notes of a provider's model are recognised by their phrasing. A person can delete a claim from a missed
// note, but a statement that is mistaken for a note is lost. The phrases are therefore narrow: each begins a sentence,
// concerns the writer, the text or the writer's input, and must stand outside quotations.

const media =
  '(?:videos?|clips?|footage|recordings?|frames?|images?|stills?|pictures?|audio|sound(?:track)?|transcripts?)'
const perceive =
  '(?:see|hear|view|watch|listen|access|open|play|load|process|analy[sz]e|identify|determine|tell|verify|confirm|assess|' +
  'describe|provide|transcribe|read|make out|detect|summari[sz]e|observe|recogni[sz]e|evaluate|infer|know|be sure|be certain)'
const truly = '(?: (?:actually|directly|reliably|clearly|fully|currently))?'
const sounds = '(?:audio|sound(?: ?track)?|speech|dialogue)'
const worked = '(?:provided|available|supplied|included|analy[sz]ed|transcribed|processed)'
const account = '(?:this|the above|the following|my) (?:summary|description|analysis|account|assessment)'
const inIt = `(?: (?:to me|(?:for|in|with|from|by) (?:the|this|these) (?:\\w+ )?(?:${media}|analysis|summary|model)))?[.!]*$`

const opener =
  '^[(*_\\s]*(?:(?:unfortunately|regrettably|however|but|also|additionally|note|please note|disclaimer|caveat|limitations?)' +
  '\\b[,:*]*\\s+(?:that\\s+)?)*'

/** The beginnings of notes, in any case. */
const phrases = [
  // The writer as a model.
  `as an? (?:ai|artificial intelligence|(?:ai |large |vision )*language model)(?: (?:model|assistant|system))?,? (?:i|it is (?:not |im)possible)\\b`,
  `i(?:'m| am) (?:only )?an? (?:ai|(?:large )?language model)\\b`,
  // What the writer could not do.
  `i (?:cannot|can not|can't|could not|couldn't|(?:am|was) (?:not able|unable) to)${truly} ${perceive}\\b`,
  `i'm (?:not able|unable) to${truly} ${perceive}\\b`,
  `i (?:do not|don't|did not|didn't)${truly} have (?:(?:direct|any|enough|sufficient|full|the) )*(?:access|ability|information|context|${media})\\b`,
  'i (?:have|had) no (?:access|information|way|means|audio|sound|transcript)\\b',
  "i(?:'m| am) sorry\\b,? (?:but |that )?i\\b",
  'i apologi[sz]e\\b',
  `(?:it (?:is|was) (?:not possible|impossible)|there (?:is|was) (?:not enough|insufficient) \\w+) to ${perceive}\\b.*\\b(?:from|in|based on|with) (?:only |just )?(?:the|these|this) (?:provided|given|supplied|available|sampled|submitted|still|static|single) ${media}\\b`,
  // The input of the writer.
  `i (?:have |had )?only (?:have |had |was |were |been )?(?:access|seen?|saw|given|shown|provided|received|looked at|analy[sz]ed)\\b.*\\b${media}\\b`,
  `i (?:was|have been) (?:only )?(?:given|provided|shown|supplied)\\b.*\\b${media}\\b`,
  `no (?:audible |discernible |intelligible |usable )?(?:${sounds}|transcript(?:ion)?|spoken words?)(?: (?:track|data|information|content))? (?:was|were|is|could be|has been) (?:${worked}|found|detected|recogni[sz]ed)${inIt}`,
  `(?:the )?${sounds} (?:was|were|has|could) not (?:be |been )?${worked}[.!]*$`,
  // Requests of the writer.
  `i (?:would|'d|will|'ll) need (?:more|additional|further|access|the|a)\\b.*\\b(?:${media}|information|context)\\b`,
  'if you (?:can |could )?(?:provide|share|upload|send)\\b.*\\bi (?:can|could|will|would)\\b',
  `please (?:provide|share|upload|send)\\b.*\\b${media}\\b`,
  'let me know if you\\b',
  // The origin of the text.
  `${account}(?: of (?:this|the) ${media})? (?:is|was|has been) (?:only |solely |entirely |purely |mainly |primarily )?(?:based|generated|derived|produced|created|written|drawn|limited|inferred)\\b.*\\b(?:${media}|model|ai)\\b`,
  `(?:${account}|this transcript(?:ion)?) (?:is|was|has been) (?:automatically|ai|machine)[- ](?:generated|made|created|produced|written)\\b`,
  `(?:${account}|this transcript(?:ion)?) (?:may|might|could) (?:contain (?:errors|mistakes|inaccuracies)|(?:not )?be (?:incomplete|inaccurate|complete|exhaustive|accurate))\\b`,
  // Notes of the bundled model service in summaries from before it marked them.
  'what is seen was recognised by a detector of \\d+ everyday classes\\b',
  '(?:no object was recognised; )?these are measurements of brightness, colour\\b',
  'the detector has no class for "',
  'objects were not looked for:',
  'text was not looked for:',
  'speech was not listened for:',
  'joint analysis of picture and sound needs a multimodal model\\b',
  '\\d+ later shots are left out here[.]$',
]
const noteForm = new RegExp(`${opener}(?:${phrases.join('|')})`, 'i')

/** Returns whether the sentence is a note in which a model describes itself. */
export const isNote = (sentence: string): boolean => noteForm.test(sentence.replace(/\s+/g, ' ').replaceAll('’', "'"))

/** Quotations; an unclosed quotation extends to the end. */
const quotations = /"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)/g

/**
 * Not a dash: after a full stop a dash continues the sentence (SContinue in UAX 29), which would then become part of
 * the note.
 */
const filler = '·'

interface Stretch {
  start: number
  end: number
}

/** A text of a summary without the notes in it. */
export interface WithoutNotes {
  /** The text with dots in place of notes, so that offsets and sentence numbers stay the same. */
  text: string
  /** Returns whether most of the stretch is a note. */
  isNote(stretch: Stretch): boolean
}

/**
 * Returns the text of a summary without its notes: the sentences that its evidence marks as notes and, if a model wrote
 * the text (`byModel`), those with the phrasing of notes.
 */
export function withoutNotes(text: string, placed: readonly PlacedEvidence[], byModel: boolean): WithoutNotes {
  const notes: Stretch[] = placed
    .filter(({ evidence }) => evidence.source === 'note')
    .map(({ charStart, charEnd }) => ({ start: charStart, end: charEnd }))
  if (byModel) {
    const quoted = [...text.matchAll(quotations)].map(({ 0: quotation, index }) => ({
      from: index,
      to: index + quotation.length,
    }))
    let next = 0
    for (const { text: sentence, start, end } of sentencesOf(text)) {
      while (quoted[next] && quoted[next]!.to <= start) next += 1
      const isQuoted = quoted[next] !== undefined && quoted[next]!.from < start
      if (!isQuoted && isNote(sentence)) notes.push({ start, end })
    }
  }
  notes.sort((a, b) => a.start - b.start)
  const parts: string[] = []
  let at = 0
  for (const { start, end } of notes) {
    if (start < at) continue
    parts.push(text.slice(at, start), `${filler.repeat(end - start - 1)}.`)
    at = end
  }
  const kept = parts.join('') + text.slice(at)
  return {
    text: /[\p{L}\p{N}]/u.test(kept) ? kept : '',
    isNote: ({ start, end }) =>
      notes.some((note) => 2 * (Math.min(end, note.end) - Math.max(start, note.start)) > end - start),
  }
}
