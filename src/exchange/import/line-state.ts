/** The states of a line. The transitions are listed below; a state without transitions is final. */
export const lineStates = ['import', 'skip', 'fail', 'exclude'] as const
export type LineState = (typeof lineStates)[number]

/**
 * How an imported line is written. insert: as a new row; replace: the stored row gets its content; merge: it adds what
 * the stored row lacks; rename: as a new row under another name; split: as a new row with those of its frames that no
 * stored annotation has; extend, overwrite: its frames are added to the stored annotation that it overlaps, where with
 * extend the stored frames win and with overwrite the line's; frames: the stored annotation gets the sequence into
 * which both were united.
 */
export const lineActs = ['insert', 'replace', 'merge', 'rename', 'split', 'extend', 'overwrite', 'frames'] as const
export type LineAct = (typeof lineActs)[number]

/** The states to which a line may change from each state. A parsed line begins as `import`, `skip` or `exclude`. */
const states: Record<LineState, readonly LineState[]> = {
  // A rule skips or fails the line, the import stops at a line before it, or the database refuses it.
  import: ['skip', 'fail'],
  // In strict mode a warning makes the line fail.
  skip: ['fail'],
  fail: [],
  exclude: [],
}

/** The acts to which the act of a line in the state `import` may change; every line begins as `insert`. */
const acts: Record<LineAct, readonly LineAct[]> = {
  insert: ['replace', 'merge', 'rename', 'split', 'extend', 'overwrite'],
  // Once the documents have been united, an object is replaced, and an annotation gets the united frames. A split line
  // is inserted with its remaining frames.
  merge: ['replace', 'frames'],
  split: ['insert'],
  extend: ['frames'],
  overwrite: ['frames'],
  replace: [],
  rename: [],
  frames: [],
}

/**
 * Returns the states from which a line may change to this one. Every statement that moves lines restricts itself to
 * these.
 */
export const before = (state: LineState): LineState[] => lineStates.filter((from) => states[from].includes(state))
/** Returns the acts from which a line may change to this one. */
export const actsBefore = (act: LineAct): LineAct[] => lineActs.filter((from) => acts[from].includes(act))
