/** The result of one check of `doctor`. */
export interface Finding {
  state: 'ok' | 'note' | 'fault'
  text: string
}

export type Add = (finding: Finding) => void
