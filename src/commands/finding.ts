/** What one check of `doctor` found. */
export interface Finding {
  state: 'ok' | 'note' | 'fault'
  text: string
}

export type Add = (finding: Finding) => void
