import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { isErrno } from '@parallax/shared/errno.js'
import { parseFault } from '../../stage/line-parse.js'
import { mostBoxes, type ToolBox, type ToolFault, type ToolItem, type ToolTrack } from '../tool-track.js'
import { readBox } from './cvat-box.js'

/** A file of CVAT nests elements about ten deep. */
const deepest = 32
/** The longest tag, text or comment, in characters. */
const longestToken = 1024 * 1024
/** The longest box with its attributes, in characters. */
const longestBox = longestToken
const noTask = { id: '', source: '', step: 1 }
const noPlace = (what: string): ToolFault => ({
  type: 'unsupported_shape',
  message: `Not imported: ${what}; only upright boxes are taken`,
})
/** Returns the distance between the frames that a filter such as `step=5` selects; 1 without a filter. */
const stepOf = (filter: string) => Math.max(1, Number(/\bstep\s*=\s*(\d{1,6})\b/.exec(filter)?.[1] ?? 1))
const shapes = new Set(['box', 'polygon', 'polyline', 'points', 'cuboid', 'ellipse', 'mask', 'skeleton', 'tag'])

/**
 * Reads a file of CVAT for video 1.1 in pieces and collects its tracks. Throws PARSE_ERROR with the line for any other
 * file: XML that is not well-formed or not UTF-8, another root, a document type (which could define entities), elements
 * nested too deep, and tags, texts or boxes that are too long. A track that lacks something, or has a box that does,
 * gets a fault instead.
 */
export class CvatReader {
  readonly sources = new Map<string, string>()
  private readonly parser = new SaxesParser()
  private readonly decoder = new TextDecoder('utf-8', { fatal: true })
  private readonly path: string[] = []
  private items: ToolItem[] = []
  private text = ''
  private tokenFrom = 0
  /** The distances between frames by the id of their task; in a file of one task the key is the empty text. */
  private readonly steps = new Map<string, number>()
  private boxFrom = 0
  private track: ToolTrack | undefined
  private box: ToolBox | undefined
  private attribute: string | undefined
  private attributes: [name: string, value: string][] | undefined
  private image: { line: number; name: string; shapes: number } | undefined
  private task = noTask
  private lastLine = 0

  constructor() {
    const { parser } = this
    parser.on('opentag', (tag) => this.open(tag))
    parser.on('closetag', (tag) => this.close(tag.name))
    parser.on('text', (text) => this.take(text))
    parser.on('cdata', (text) => this.take(text))
    parser.on('comment', () => this.begin())
    parser.on('processinginstruction', () => this.begin())
    parser.on('doctype', () => this.refuse('a document type is not taken'))
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding && !/^utf-?8$/i.test(encoding)) this.refuse(`is in ${encoding.slice(0, 40)}, not in UTF-8`)
    })
  }

  /** Reads the next bytes and returns the items that they complete. */
  read(bytes: Uint8Array): ToolItem[] {
    this.feed(() => this.parser.write(this.decoder.decode(bytes, { stream: true })))
    if (this.parser.position - this.tokenFrom > longestToken)
      this.refuse(`a tag, text or comment is longer than ${longestToken} characters`)
    return this.taken()
  }

  /** Reads the end of the file. */
  end(): ToolItem[] {
    this.feed(() => this.parser.write(this.decoder.decode()).close())
    return this.taken()
  }

  private taken(): ToolItem[] {
    const { items } = this
    this.items = []
    return items
  }

  private feed(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (isErrno(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) this.refuse('is not valid UTF-8')
      if (error instanceof Error && error.constructor === Error) this.refuse(error.message.replace(/^\d+:\d+: /, ''))
      throw error
    }
  }

  private refuse(reason: string): never {
    throw parseFault(this.parser.line, reason)
  }

  /** Marks the end of a token and the beginning of the next. Throws if the current box has become too long. */
  private begin(): void {
    const { position } = this.parser
    this.tokenFrom = position
    if (this.box && position - this.boxFrom > longestBox) this.refuse(`a box is longer than ${longestBox} characters`)
  }

  private take(text: string): void {
    this.begin()
    this.text += text
    if (this.text.length > longestToken) this.refuse(`a text is longer than ${longestToken} characters`)
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    this.begin()
    this.text = ''
    const { path } = this
    if (!path.length && name !== 'annotations')
      this.refuse(`the root of a file of CVAT is annotations, not ${name.slice(0, 100)}`)
    if (path.length >= deepest) this.refuse(`elements are nested more than ${deepest} deep`)
    path.push(name)
    if (path.length === 2 && name === 'track') this.openTrack(attributes)
    else if (path.length === 2 && name === 'image')
      this.image = { line: this.nextLine(), name: attributes['name'] ?? attributes['id'] ?? '', shapes: 0 }
    else if (path.length === 3 && this.track) this.openShape(name, attributes)
    else if (path.length === 3 && this.image && shapes.has(name)) this.image.shapes += 1
    else if (path.length === 4 && this.box && name === 'attribute') this.attribute = attributes['name'] ?? ''
    else if (this.isTask()) this.task = noTask
  }

  private openTrack(attributes: Record<string, string>): void {
    const { label = '', source = null, task_id: taskId = null } = attributes
    const [groupId, number] = [Number(attributes['group_id'] ?? 0), Number(attributes['id'] || NaN)]
    const step = this.steps.get(taskId ?? '') ?? this.steps.get('') ?? 1
    this.track = { line: this.nextLine(), label, number, source, groupId, taskId, step, boxes: [], fault: null }
    if (!label) this.refuseTrack('validation', 'a track has no label')
  }

  /** Refuses the open track. Only the first reason is kept. */
  private refuseTrack(type: ToolFault['type'], what: string): void {
    const track = this.track as ToolTrack
    const named = track.label && `the track ${JSON.stringify(track.label.slice(0, 100))} has `
    track.fault ??=
      type === 'validation' ? { type, message: `Not imported: ${named}${what}` } : noPlace(`${named}${what}`)
    track.boxes = []
  }

  private openShape(name: string, attributes: Record<string, string>): void {
    const track = this.track as ToolTrack
    if (track.fault) return
    if (name !== 'box') {
      const frame = (attributes['frame'] ?? '?').slice(0, 20)
      this.refuseTrack('unsupported_shape', `a shape of the kind ${name.slice(0, 40)} on frame ${frame}`)
      return
    }
    const read = readBox(attributes)
    if (typeof read === 'string')
      return this.refuseTrack('validation', `a faulty box on line ${this.parser.line}: ${read}`)
    if (Number(attributes['rotation'] ?? 0) !== 0) {
      const degrees = (attributes['rotation'] ?? '').slice(0, 20)
      return this.refuseTrack('unsupported_shape', `a box that is turned by ${degrees} degrees on frame ${read.frame}`)
    }
    if (track.boxes.length === mostBoxes) return this.refuseTrack('validation', `more than ${mostBoxes} boxes`)
    track.boxes.push(read)
    this.boxFrom = this.parser.position
    this.box = read
  }

  private close(name: string): void {
    this.begin()
    const { path, text } = this
    path.pop()
    this.text = ''
    if (path.length === 3 && this.box && this.attribute !== undefined) {
      const all = (this.attributes ??= [])
      all.push([this.attribute, text])
      this.box.attributes = all
      this.attribute = undefined
    } else if (path.length === 2) {
      this.box = undefined
      this.attributes = undefined
    } else if (path.length === 1 && this.track) {
      this.items.push(this.track)
      this.track = undefined
    } else if (path.length === 1 && this.image) {
      const { line, name, shapes } = this.image
      if (shapes) {
        const what = `the image ${name.slice(0, 100)} has shapes of its own (${shapes}), as in files of CVAT for images`
        this.items.push({ line, fault: noPlace(what) })
      }
      this.image = undefined
    }
    if (path[1] === 'meta') this.closeMeta(name, text.trim())
  }

  /**
   * Keeps the names of video files (`source` of a task, or of the whole file) and the distances between their frames.
   */
  private closeMeta(name: string, text: string): void {
    const { path, task, sources, steps } = this
    if (name === 'source' && path.length === 2) sources.set('', text)
    else if (name === 'source' && this.inTask()) this.task = { ...task, source: text }
    else if (name === 'id' && this.inTask()) this.task = { ...task, id: text }
    else if (name === 'frame_filter' && this.inTask()) this.task = { ...task, step: stepOf(text) }
    else if (name === 'task' || name === 'job') {
      const ids = path.length === 2 ? [task.id, ''] : [task.id]
      for (const id of ids) {
        if (task.source) sources.set(id, task.source)
        steps.set(id, task.step)
      }
    }
  }

  private readonly inTask = () => ['task', 'job'].includes(this.path.at(-1) ?? '')
  private readonly isTask = () => this.path[1] === 'meta' && this.inTask()

  /** Returns the line of the file, or the next unused number, because items need different ones. */
  private nextLine(): number {
    this.lastLine = Math.max(this.parser.line, this.lastLine + 1)
    return this.lastLine
  }
}
