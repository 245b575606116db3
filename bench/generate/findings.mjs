// Generates the findings of personas in the videos: summaries, claims with their relations, annotations.
import { BIG_SUMMARY_CLAIMS, ENTITIES, EVENTS, FRAME, PERSONAS, TIMES } from './identities.mjs'
import { sentence } from './random.mjs'
import { World } from './world.mjs'

const MODES = ['linear', 'ease-in-out', 'bezier', 'step']
const STRATEGIES = ['sentence-based', 'semantic-units', 'hierarchical']

/** The parent of each claim within a group of twelve: -1 is the root; the tree has four levels. */
const CLAIM_PARENT = [-1, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6]

export class Findings extends World {
  /** Summary s describes video floor(s / PERSONAS) for persona s % PERSONAS, so that each pair occurs once. */
  summary(index) {
    const r = this.rng('summary', index)
    const persona = index % PERSONAS
    const frames = Array.from({ length: 4 }, (_, i) => i * 600 + r.int(0, 599))
    return {
      id: this.id('summary', index),
      videoId: this.videoId(Math.floor(index / PERSONAS)),
      personaId: this.personaId(persona),
      summary: this.gloss(r, persona, `${sentence(r)} ${sentence(r)}`),
      visualAnalysis: r.chance(0.7) ? `${sentence(r)} ${sentence(r)}` : null,
      audioTranscript: r.chance(0.5) ? sentence(r) : null,
      keyFrames: frames.map((frame) => ({
        frame_number: frame,
        timestamp: frame / FRAME.rate,
        description: sentence(r),
        confidence: r.round(0, 1, 2),
      })),
      confidence: r.round(0, 1, 3),
      comment: r.chance(0.2) ? sentence(r) : null,
      ...this.stamp('summary', index),
    }
  }

  /**
   * Returns the index of a summary's first claim: the first summary has BIG_SUMMARY_CLAIMS, the others share the rest
   * evenly.
   */
  claimStart(summary) {
    const { summary: summaries, claim: claims } = this.counts
    if (summary === 0) return 0
    return BIG_SUMMARY_CLAIMS + Math.floor(((claims - BIG_SUMMARY_CLAIMS) * (summary - 1)) / (summaries - 1))
  }

  /** Returns the summary of claim `index`: the last one whose claims start at or before it (binary search). */
  summaryOfClaim(index) {
    let low = 0
    let high = this.counts.summary - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.claimStart(middle) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  claim(index) {
    const r = this.rng('claim', index)
    const summary = this.summaryOfClaim(index)
    const start = this.claimStart(summary)
    const persona = summary % PERSONAS
    const place = (index - start) % CLAIM_PARENT.length
    const parent = place === 0 ? null : this.id('claim', index - place + CLAIM_PARENT[place])
    const text = sentence(r)
    const split = r.int(5, text.length - 5)
    const gloss = this.gloss(r, persona, text)
    if (parent && r.chance(0.3)) gloss.push({ type: 'claimRef', content: 'the parent claim', refClaimId: parent })
    if (index % 10 === 3) gloss.push({ type: 'annotationRef', content: this.id('annotation', index) })
    const attributed = r.chance(0.4)
    return {
      id: this.id('claim', index),
      summaryId: this.id('summary', summary),
      summaryType: 'video',
      text,
      gloss,
      parentClaimId: parent,
      textSpans: r.chance(0.7)
        ? [
            { sentenceIndex: r.int(0, 3), charStart: 0, charEnd: split },
            { charStart: split + 1, charEnd: text.length },
          ]
        : [{ sentenceIndex: r.int(0, 3), charStart: 0, charEnd: text.length }],
      claimerType: attributed ? 'entity' : r.chance(0.3) ? 'author' : null,
      claimerGloss: attributed ? [{ type: 'objectRef', content: this.id('entity', r.int(0, ENTITIES - 1)) }] : null,
      claimRelation: attributed ? [{ type: 'text', content: r.pick(['believes', 'states', 'denies']) }] : null,
      claimEventId: attributed && r.chance(0.5) ? this.id('event', r.int(0, EVENTS - 1)) : null,
      claimTimeId: attributed && r.chance(0.5) ? this.id('time', r.int(0, TIMES - 1)) : null,
      claimLocationId: null,
      confidence: r.round(0, 1, 3),
      modelUsed: r.chance(0.5) ? 'model-a' : null,
      extractionStrategy: r.pick(STRATEGIES),
      audio: r.chance(0.3) ? ['speech'] : null,
      video: r.chance(0.5) ? r.pick([['text'], ['non-text'], ['text', 'non-text']]) : null,
      metadata: r.chance(0.1) ? ['text'] : null,
      comment: r.chance(0.1) ? sentence(r) : null,
      ...this.stamp('claim', index),
    }
  }

  /**
   * Relation k lies within summary k % summaries. Each relation there starts at another claim and ends less than half
   * way round that summary's claims, so that no pair of claims occurs twice, in either direction.
   */
  claim_relation(index) {
    const r = this.rng('claim_relation', index)
    const summaries = this.counts.summary
    const summary = index % summaries
    const start = this.claimStart(summary)
    const size = (summary + 1 < summaries ? this.claimStart(summary + 1) : this.counts.claim) - start
    const source = Math.floor(index / summaries)
    const target = (source + r.int(1, (size - 1) >> 1)) % size
    return {
      id: this.id('claim_relation', index),
      sourceClaimId: this.id('claim', start + source),
      targetClaimId: this.id('claim', start + target),
      relationTypeId: this.typeId(summary % PERSONAS, 'relationTypes', r.int(0, 2)),
      sourceSpans: r.chance(0.3) ? [{ charStart: 0, charEnd: r.int(5, 20) }] : null,
      targetSpans: r.chance(0.3) ? [{ charStart: 0, charEnd: r.int(5, 20) }] : null,
      confidence: r.round(0, 1, 3),
      notes: r.chance(0.2) ? sentence(r) : null,
      ...this.stamp('claim_relation', index),
    }
  }

  /** Annotations are spread over the videos in turn; about four in five assign a type, the others link an object. */
  annotation(index) {
    const r = this.rng('annotation', index)
    const persona = r.int(0, PERSONAS - 1)
    const isType = r.chance(0.8)
    let target
    if (isType) {
      const type = this.anyType(r, persona, 'entityTypes')
      target = { typeAssignment: { typeId: type.id, typeName: type.name } }
    } else {
      const kind = r.pick(['entity', 'entity', 'event', 'time'])
      const count = { entity: ENTITIES, event: EVENTS, time: TIMES }[kind]
      target = { objectLink: { objectId: this.id(kind, r.int(0, count - 1)), objectType: kind } }
    }
    return {
      id: this.id('annotation', index),
      videoId: this.videoId(index % this.counts.videos),
      personaId: isType ? this.personaId(persona) : null,
      annotationType: isType ? 'type' : 'object',
      ...target,
      boundingBoxSequence: this.sequence(r),
      ...this.stamp('annotation', index),
    }
  }

  /** Returns 3 to 12 keyframes within at most FRAME.maxSpan frames, frame numbers strictly ascending. */
  sequence(r) {
    const keyframes = r.int(3, 12)
    const step = r.int(2, Math.floor((FRAME.maxSpan - 1) / (keyframes - 1)))
    const width = r.round(20, 400, 1)
    const height = r.round(20, 400, 1)
    let frameNumber = r.int(0, FRAME.count - FRAME.maxSpan)
    let x = r.float() * (FRAME.width - width)
    let y = r.float() * (FRAME.height - height)
    const boxes = []
    for (let i = 0; i < keyframes; i++) {
      boxes.push({
        frameNumber,
        x: Math.round(x * 10) / 10,
        y: Math.round(y * 10) / 10,
        width,
        height,
        isKeyframe: true,
        // The first box is always visible; a later one may open a gap in visibility.
        visible: i === 0 || !r.chance(0.05),
      })
      frameNumber += r.int(1, step)
      x = Math.min(Math.max(x + (r.float() - 0.5) * 120, 0), FRAME.width - width)
      y = Math.min(Math.max(y + (r.float() - 0.5) * 120, 0), FRAME.height - height)
    }
    return { interpolationMode: r.pick(MODES), boxes }
  }
}
