/** What becomes of a line. Each word is terminal where nothing below leads on from it. */
export const lineStates = ['import', 'skip', 'fail', 'exclude'] as const
export type LineState = (typeof lineStates)[number]

/**
 * What happens to a line that is imported. insert: as a new row; replace: the stored row gets its content; merge: it
 * adds to the stored one; rename: a new row under another name; split: what of its frames no stored annotation has;
 * extend, overwrite: its frames go into the stored annotation that it overlaps; frames: the stored annotation gets the
 * sequence that both came to.
 */
export const lineActs = ['insert', 'replace', 'merge', 'rename', 'split', 'extend', 'overwrite', 'frames'] as const
export type LineAct = (typeof lineActs)[number]

/** Where a line may go from each state. A parsed line begins as `import`, `skip` or `exclude`. */
const states: Record<LineState, readonly LineState[]> = {
  // A rule skips or refuses it, the import stops before it, or the database refuses it.
  import: ['skip', 'fail'],
  // In strict mode a warning refuses the line.
  skip: ['fail'],
  fail: [],
  exclude: [],
}

/** Where the act of a line that stays `import` may go; every line begins as `insert`. */
const acts: Record<LineAct, readonly LineAct[]> = {
  insert: ['replace', 'merge', 'rename', 'split', 'extend', 'overwrite'],
  // Once the documents are united: objects are replaced, annotations get their frames or are inserted with the rest.
  merge: ['replace', 'frames'],
  split: ['insert'],
  extend: ['frames'],
  overwrite: ['frames'],
  replace: [],
  rename: [],
  frames: [],
}

export const transitions = { states, acts }

/** The states from which a line may go into this one: every statement that moves lines asks for them. */
export const before = (state: LineState): LineState[] => lineStates.filter((from) => states[from].includes(state))
/** The same of acts. */
export const actsBefore = (act: LineAct): LineAct[] => lineActs.filter((from) => acts[from].includes(act))
