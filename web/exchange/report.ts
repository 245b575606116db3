interface Note {
  line: number
  type: string
  message: string
}

interface Conflict {
  line?: number
  type: string
  details?: string
  resolution?: string
}

/** The answer of an import or of a preview; the warnings of a preview are texts. */
export interface Report {
  success: boolean
  summary: {
    totalLines: number
    failedLines: number
    excludedLines: number
    likelyRepeats: number
    importedItems: Record<string, number>
    skippedItems: Record<string, number>
  }
  warnings: (Note | string)[]
  errors: Note[]
  conflicts: Conflict[]
}
