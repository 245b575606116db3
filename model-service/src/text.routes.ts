import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { alikeTexts, equalTexts, rankTexts } from './meaning/compare.js'
import type { SentenceEncoder } from './meaning/sentence-encoder.js'
import { Missing, partOf } from './models/parts.js'
import { Problem } from './problem.js'
import { providerAugmentation } from './providers/augment.js'
import { baselineModel, providerModel } from './providers/choose.js'
import { providerClaims } from './providers/claims.js'
import { providerSynthesis } from './providers/synthesis.js'
import { byProvider, traced } from './spans.js'
import {
  alikeRequest,
  augmentRequest,
  equalRequest,
  extractClaimsRequest,
  rankRequest,
  synthesizeRequest,
} from './text.schema.js'
import type {
  AlikeRequest,
  AugmentRequest,
  EqualRequest,
  ExtractClaimsRequest,
  RankRequest,
  SynthesizeRequest,
} from './text.schema.js'
import { augmentOntology } from './text/augment.js'
import { extractClaims } from './text/claims.js'
import { synthesizeSummary } from './text/synthesize.js'

/** Mounts the routes that process text. If the key of a provider is available, the provider answers (AK-07). */
export function textRoutes(context: ServiceContext) {
  const encoding = async <T>(
    signal: AbortSignal,
    act: (held: { encoder: SentenceEncoder; model: string }) => Promise<T>,
  ): Promise<T> => {
    const part = partOf(context.registry, 'sentence_embedding', 'sentences', signal)
    const done = await part((encoder, model) => traced('embed_sentences', { model }, () => act({ encoder, model })))
    if (done instanceof Missing) throw new Problem(503, done.reason)
    return done
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ExtractClaimsRequest }>(
      '/api/extract-claims',
      { schema: { body: extractClaimsRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'claim_extraction', headers, body.model)
        if (model)
          return traced('use_case.extract_claims', byProvider(model), () =>
            providerClaims(body, model, clientSignal(reply)),
          )
        const baseline = { model: baselineModel(context, 'claim_extraction', body.model) }
        return traced('use_case.extract_claims', baseline, () => extractClaims(body, clientSignal(reply)))
      },
    )

    app.post<{ Body: RankRequest }>(
      '/api/sentences/rank',
      { schema: { body: rankRequest } },
      async ({ body }, reply) => {
        const signal = clientSignal(reply)
        return encoding(signal, (held) => rankTexts(body, held, signal))
      },
    )

    app.post<{ Body: EqualRequest }>(
      '/api/sentences/equal',
      { schema: { body: equalRequest } },
      async ({ body }, reply) => {
        const signal = clientSignal(reply)
        return encoding(signal, (held) => equalTexts(body, held, signal))
      },
    )

    app.post<{ Body: AlikeRequest }>(
      '/api/sentences/alike',
      { schema: { body: alikeRequest } },
      async ({ body }, reply) => {
        for (const { texts, groups } of [body.first, body.second])
          if (groups && groups.length !== texts.length) throw new Problem(400, 'There must be a group for each text')
        const signal = clientSignal(reply)
        return encoding(signal, (held) => alikeTexts(body, held, signal))
      },
    )

    app.post<{ Body: SynthesizeRequest }>(
      '/api/synthesize-summary',
      { schema: { body: synthesizeRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'claim_synthesis', headers)
        if (model)
          return traced('use_case.synthesize_summary', byProvider(model), () =>
            providerSynthesis(body, model, clientSignal(reply)),
          )
        const baseline = { model: baselineModel(context, 'claim_synthesis') }
        return traced('use_case.synthesize_summary', baseline, () => synthesizeSummary(body, clientSignal(reply)))
      },
    )

    app.post<{ Body: AugmentRequest }>(
      '/api/ontology/augment',
      { schema: { body: augmentRequest } },
      async ({ body, headers }, reply) => {
        const model = providerModel(context, 'ontology_augmentation', headers)
        if (model)
          return traced('use_case.augment_ontology', byProvider(model), () =>
            providerAugmentation(body, model, clientSignal(reply)),
          )
        const baseline = { model: baselineModel(context, 'ontology_augmentation') }
        return traced('use_case.augment_ontology', baseline, () => augmentOntology(body, clientSignal(reply)))
      },
    )
  }
}
