import { openSpeechDetector, type SpeechDetector } from '../hearing/speech-detector.js'
import { openSentenceEncoder, type SentenceEncoder } from '../meaning/sentence-encoder.js'
import { openObjectDetector, type ObjectDetector } from '../objects/object-detector.js'
import { Problem } from '../problem.js'
import { isProvider } from '../providers/provider.js'
import { openTextReader, type TextReader } from '../reading/text-reader.js'
import type { ModelOption } from './model-config.js'

/** The engines by purpose: models with weights that run in threads of this service. */
export interface Engines {
  objects: ObjectDetector
  text: TextReader
  speech: SpeechDetector
  sentences: SentenceEncoder
}
export type Engine = Engines[keyof Engines]

interface Runnable {
  framework: string
  open(): Engine
}

/** Engines by the `model_id` of an option in the configuration. */
const runnable: Record<string, Runnable> = {
  'centernet-mobilenet-coco': { framework: 'tfjs-wasm', open: openObjectDetector },
  'tesseract-5-eng': { framework: 'tesseract-wasm', open: openTextReader },
  'silero-vad-5': { framework: 'javascript', open: openSpeechDetector },
  'universal-sentence-encoder-lite': { framework: 'tfjs-wasm', open: openSentenceEncoder },
}

const weightsOf = ({ model_id: id, framework }: ModelOption): Runnable | undefined => {
  const weights = Object.hasOwn(runnable, id) ? runnable[id] : undefined
  return weights?.framework === framework ? weights : undefined
}

/**
 * Returns whether the option can run: as code of this service, with weights from an installed package, or at a
 * provider.
 */
export const canRun = (option: ModelOption): boolean =>
  option.framework === 'baseline' || isProvider(option.framework) || weightsOf(option) !== undefined

/**
 * Opens the engine of an option; undefined for an option without weights. Throws a Problem with status 503 if the
 * option cannot run here.
 */
export function openEngine(name: string, option: ModelOption): Engine | undefined {
  if (!canRun(option)) {
    const { framework = 'a framework', model_id: id } = option
    const ours = Object.values(runnable).some((one) => one.framework === framework)
    throw new Problem(
      503,
      ours
        ? `${name} is ${id}, of which this service has no weights`
        : `${name} needs ${framework}, which this service does not have`,
    )
  }
  return weightsOf(option)?.open()
}
