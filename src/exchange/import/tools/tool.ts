import type { Clock } from '../../../lib/fairness/turns.js'
import { CvatReader } from './cvat/read-cvat.js'
import { MotReader } from './mot/read-mot.js'
import type { ToolItem, ToolSources } from './tool-track.js'

/** Reads a file of a tool in pieces. Throws PARSE_ERROR with the line for a file that the tool does not write. */
export interface ToolReader {
  readonly sources: ToolSources
  /** Reads the next bytes and returns the items that they complete. */
  read(bytes: Uint8Array): ToolItem[]
  /** Reads the end of the file and returns the remaining items. */
  end(clock: Clock): Iterable<ToolItem> | AsyncIterable<ToolItem>
}

/** A tool whose files an import takes. */
interface Tool {
  name: string
  /** Returns whether a file begins like one of the tool, by its first kilobyte without blanks and byte order mark. */
  begins(head: string): boolean
  reader(): ToolReader
}

/** The tools whose files an import takes. Another one is an entry here, and a row of docs/formats.md. */
export const tools = [
  { name: 'cvat', begins: (head) => head.startsWith('<'), reader: () => new CvatReader() },
  { name: 'mot', begins: (head) => /^\d+\s*,/.test(head), reader: () => new MotReader() },
] as const satisfies readonly Tool[]

export type ToolName = (typeof tools)[number]['name']
export const toolNames = tools.map(({ name }) => name)
