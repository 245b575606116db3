export interface SpeechSegment {
  /** Seconds. */
  start: number
  end: number
  text: string
  /** 0 to 1; null where the model does not tell. */
  confidence: number | null
  /** Only where the model tells voices apart. */
  speaker?: string
}

export interface Speech {
  text: string
  segments: SpeechSegment[]
  language: string | null
  model: string
}

export interface SpeechQuestion {
  mp3: Buffer
  /** Seconds. */
  duration: number
  language: string | undefined
  temperature?: number | undefined
  /** Names and terms that may be said. */
  prompt?: string | undefined
}
