import { join } from 'node:path'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from './api.js'
import { answer, startFaultyModel, type Behaviour } from './faulty-model.js'
import { made, unique } from './workspace.js'
import { videoFolder } from '../videos/support.js'

export interface ScriptedApi extends TestApi {
  /** How the model service answers, by route; every other route is refused. */
  behaviours: Map<string, Behaviour>
  /** The body that each route received last. */
  sent: Map<string, any>
  /** Makes a video, whose file nobody needs, and returns its id. */
  video(): Promise<string>
  /** Polls until the job is completed or failed and returns it. */
  ended(person: Person, jobId: string): Promise<any>
  /** Starts a job by a REST request and returns it once it has ended; throws unless the request is accepted. */
  done(person: Person, path: string, body?: object): Promise<any>
}

/** Starts the API, a worker, and a model service that answers what a test tells it. */
export async function startScriptedApi(env: Record<string, string> = {}): Promise<ScriptedApi> {
  const model = await startFaultyModel()
  const behaviours = new Map<string, Behaviour>()
  const sent = new Map<string, any>()
  model.behave((request, response, body) => {
    const route = request.url ?? ''
    sent.set(route, JSON.parse(body || '{}'))
    const act = behaviours.get(route) ?? answer(400, { detail: 'The test expects no request here' })
    act(request, response, body)
  })
  const api = await startApi({ MODEL_SERVICE_URL: model.url, ...env })
  const workers = createWorkers(api.app)
  const ended = async (person: Person, jobId: string) => {
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      const { body } = await person.get(`/api/jobs/${jobId}`)
      if (body.status === 'completed' || body.status === 'failed') return body
      await new Promise((wait) => setTimeout(wait, 50))
    }
    throw new Error(`job ${jobId} did not end`)
  }
  return {
    ...api,
    behaviours,
    sent,
    async video() {
      const id = unique('video')
      const row = { id, filename: `${id}.mp4`, path: join(videoFolder(api), `${id}.mp4`), size: 1 }
      await api.app.services.db.insertInto('videos').values(row).execute()
      return id
    },
    ended,
    async done(person, path, body = {}) {
      const { jobId } = await made(person.post(path, body))
      return ended(person, jobId)
    },
    async stop() {
      await workers.close()
      await api.stop()
      await model.stop()
    },
  }
}

/** What a model service answers that has summarized a video. */
export const summaryAnswer = (videoId: string, summary: string, more: object = {}) =>
  answer(200, { video_id: videoId, summary, visual_model_used: 'm', processing_time_visual: 0.1, ...more })

/** What a model service answers that has found claims. */
export const claimsAnswer = (...claims: readonly (string | object)[]) =>
  answer(200, {
    claims: claims.map((claim) => (typeof claim === 'string' ? { text: claim, confidence: 0.9 } : claim)),
    model_used: 'm',
    processing_time: 0.1,
  })

/** What a model service answers that has written a summary from claims. */
export const synthesisAnswer = (...gloss: readonly object[]) =>
  answer(200, { summary_gloss: gloss, model_used: 'm', processing_time: 0.1, claims_used: 1 })
