/** A box of a track of another tool: its corners in pixels of the picture as displayed. */
export interface ToolBox {
  /** Counted from 0. */
  frame: number
  left: number
  top: number
  right: number
  bottom: number
  isOutside: boolean
  isOccluded: boolean
  isKeyframe: boolean
  depth: number
  attributes: readonly (readonly [name: string, value: string])[]
  /** From 0 to 1; absent where the tool has no figure for it. */
  confidence?: number
}

/** The attributes of most boxes, of which a track may have hundreds of thousands. */
export const noAttributes: ToolBox['attributes'] = []

/** A track of a file of another tool. */
export interface ToolTrack {
  /** The line of the file on which it begins, or the next free number. */
  line: number
  label: string
  /** The number that the file gives to the track; NaN if it gives it none. */
  number: number
  source: string | null
  groupId: number
  /** The task of the track, in a file of several tasks. */
  taskId: string | null
  /** The distance between frames of its task, in frames of the video. */
  step: number
  boxes: ToolBox[]
  fault: ToolFault | null
}

/** Why a track or another element of a file is not imported: it cannot be represented here, or is invalid. */
export interface ToolFault {
  type: 'unsupported_shape' | 'validation'
  message: string
}

/** An element of a file, other than a track, that cannot be represented here. */
export interface ToolRefused {
  line: number
  fault: ToolFault
}

export type ToolItem = ToolTrack | ToolRefused

/** The names of the video files by the id of their task; in a file of one task the key is the empty text. */
export type ToolSources = ReadonlyMap<string, string>

/** The most boxes of a track: 4.6 hours at 60 frames a second. */
export const mostBoxes = 1_000_000
