// The job that every client of this folder does, and what it reports.

export interface Person {
  username: string
  password: string
}

/** A claim to be made; its text ends with a reference to the type `about`. */
export interface Claim {
  text: string
  confidence: number
  about?: { personaId: string; key: string }
}

/** The steps of the job. Each throws `Refused` where the server refuses it. */
export interface Client {
  signIn(person: Person): Promise<void>
  /** Returns the ID of a video. */
  video(): Promise<string>
  createPersona(name: string): Promise<string>
  /** Returns the names of the persona's types of entities. */
  defineType(personaId: string, type: { key: string; name: string }): Promise<string[]>
  summarize(videoId: string, personaId: string, text: string): Promise<string>
  /** Returns the keys of the types to which the text of the claim refers. */
  addClaim(summaryId: string, claim: Claim): Promise<string[]>
  /** Returns the left edges of the boxes. */
  annotate(videoId: string, personaId: string, key: string, boxes: Box[]): Promise<number[]>
  /** Returns the texts of the claims, page by page. */
  claims(summaryId: string, size: number): Promise<string[][]>
  /** Returns the texts of the claims that are found, or the passages of them that match. */
  search(words: string): Promise<string[]>
  /** Returns all content of the person as NDJSON. */
  exported(): Promise<string>
  /** Returns how many lines an import of the file would read. Absent where the library sends no files. */
  previewed?(file: File): Promise<number>
}

export interface Box {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  isKeyframe: boolean
}

/** What the server refused: the code, and the paths of the values that are wrong, in what was sent. */
export class Refused extends Error {
  constructor(
    readonly code: string | undefined,
    readonly fields: string[],
    message: string,
  ) {
    super(message)
  }

  /** From the body of an error of REST, or the `extensions` of one of GraphQL. */
  static from(message: string, given: unknown): Refused {
    const { code, details } = (given ?? {}) as { code?: string; details?: unknown }
    const fields = Array.isArray(details) ? details.flatMap(({ field }: { field?: string }) => field ?? []) : []
    return new Refused(code, fields, message)
  }
}

const ferry = { key: 'ferry', name: 'Ferry' }
const boxes = [0, 30].map((frameNumber) => ({
  ...{ frameNumber, x: 10 + 2 * frameNumber, y: 20 },
  ...{ width: 30, height: 40, isKeyframe: true },
}))

export async function mainJob(client: Client, person: Person) {
  await client.signIn(person)
  const videoId = await client.video()
  const personaId = await client.createPersona('Harbour master')
  const types = await client.defineType(personaId, ferry)
  const summaryId = await client.summarize(videoId, personaId, 'A ferry leaves the harbour.')
  const about = { personaId, key: ferry.key }
  const refersTo = await client.addClaim(summaryId, { text: 'Ferry leaves', confidence: 0.9, about })
  for (const text of ['A ship moves', 'Ferry turns', 'Gulls follow it'])
    await client.addClaim(summaryId, { text, confidence: 0.7 })
  const refused = await client.addClaim(summaryId, { text: 'A buoy sinks', confidence: 7 }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refused) return { code: error.code, fields: error.fields }
      throw error
    },
  )
  const edges = await client.annotate(videoId, personaId, ferry.key, boxes)
  const pages = await client.claims(summaryId, 3)
  const found = await client.search('ferry')
  const text = await client.exported()
  const lines = text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
  const file = new File([text], 'export.jsonl', { type: 'application/x-ndjson' })
  const previewed = await client.previewed?.(file)
  return { types, refersTo, refused, edges, pages, found: found.sort(), lines, previewed }
}
