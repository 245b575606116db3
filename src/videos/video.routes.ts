import { below } from '../http/created.js'
import { Type, type Static } from '@sinclair/typebox'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { receiveForm } from '../http/form.js'
import { linkNext, partQuery } from '../http/next-part.js'
import { sendRanged } from '../http/ranged-file.js'
import type { MountRoutes } from '../http/server.js'
import { partOf } from '../lib/page.js'
import { streamVideo } from './files/stream.service.js'
import { requireFileKeeper } from './files/sync.service.js'
import { thumbnailOf } from './files/thumbnail.service.js'
import { draftVideo, keepVideo, videoTooLarge } from './files/upload.service.js'
import { listVideosQuery, thumbnailQuery, videoParams } from './video.shape.js'
import * as videos from './video.service.js'
import { videoBody } from './video-body.js'

type Params = { Params: Static<typeof videoParams> }

const tags = ['Videos']
const json = 'application/json; charset=utf-8'

const videosQuery = Type.Object({ ...listVideosQuery.properties, ...partQuery })

/** Mounts the routes that stream lists, files and pictures. */
export const mountVideoRoutes: MountRoutes = async (server, services) => {
  server.get<{ Querystring: Static<typeof videosQuery> }>(
    '/api/videos',
    {
      schema: { querystring: videosQuery, tags },
      config: { auth: 'required', streamed: true, lasting: true, inParts: true },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query
      if (limit !== undefined || cursor !== undefined) {
        const { rows, next } = await partOf(await videos.listVideos(request.ctx, filter), { limit, cursor })
        linkNext({ request, reply }, services.config, next)
        return reply.send(rows.map(videoBody))
      }
      const pages = videos.eachVideo(request.ctx, filter)
      // The first page is read before the answer begins, so that its errors can still set the status.
      const first = await pages.next()
      return reply.type(json).send(Readable.from(listText(first, pages), { objectMode: false }))
    },
  )

  server.route<Params>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:videoId/stream',
    schema: { params: videoParams, tags },
    config: { auth: 'required', unlimited: true, lasting: true },
    handler: sendStream,
  })

  server.get<Params & { Querystring: Static<typeof thumbnailQuery> }>(
    '/api/videos/:videoId/thumbnail',
    {
      schema: { params: videoParams, querystring: thumbnailQuery, tags },
      config: { auth: 'required', unlimited: true },
    },
    async (request, reply) => {
      const { stream, size } = await thumbnailOf(request.ctx, request.params.videoId, request.query)
      reply.header('content-length', size).header('cache-control', 'private, max-age=86400')
      return reply.type('image/jpeg').send(stream)
    },
  )

  await server.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    // Content of any other type contains no file and is not read.
    scope.addContentTypeParser('*', async () => undefined)
    scope.post(
      '/api/videos/upload',
      {
        schema: { tags },
        config: { auth: 'required', idempotencyKey: false, anyLength: true, located: below('/api/videos') },
      },
      async (request, reply) => {
        const { ctx } = request
        requireFileKeeper(ctx)
        const { file, leave } = await receiveForm(request, services, {
          largest: ctx.config.files.largestUpload,
          tooLarge: () => videoTooLarge(ctx),
          take: (stream, filename) => draftVideo(ctx, filename, stream),
          drop: ({ draft }) => draft.drop(),
        })
        const video = await keepVideo(ctx, file).finally(leave)
        return reply.status(201).send(videoBody(video))
      },
    )
  })
}

/** The list is sent in chunks of a certain length, not of a number of videos, because metadata can be long. */
const charactersAtOnce = 1 << 16

type Pages = AsyncGenerator<Parameters<typeof videoBody>[0][]>

async function* listText(first: Awaited<ReturnType<Pages['next']>>, pages: Pages): AsyncGenerator<string> {
  let text = '['
  let before = ''
  for (let next = first; !next.done; next = await pages.next()) {
    for (const video of next.value) {
      text += before + JSON.stringify(videoBody(video))
      before = ','
      if (text.length < charactersAtOnce) continue
      yield text
      text = ''
    }
  }
  yield `${text}]`
}

/** Answers a stream request with the file, or by a redirect to the object store (V-09, V-11). */
async function sendStream(request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const stream = await streamVideo(request.ctx, request.params.videoId)
  if ('redirect' in stream) return reply.header('cache-control', 'no-store').redirect(stream.redirect, 302)
  return sendRanged(request, reply, stream)
}
