import type { Static } from '@sinclair/typebox'
import { ifMatch, setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import { getObject, removeObject, saveObject, type OwnObject } from './world-item.service.js'
import { objectPaths, projectObjectParams, savedObjectSchema, worldObjectParams } from './world.schema.js'

type Named = Static<typeof worldObjectParams> & { projectId?: string }
type Params = { Params: Named }

const tags = ['World']

const objectOf = ({ projectId, kind, objectId }: Named): OwnObject => ({
  projectId: projectId ? normalUuid(projectId) : null,
  kind: objectPaths[kind]!,
  objectId,
})

/** Mounts the routes of single objects of the caller's worlds, the personal one and those in projects. */
export const mountWorldItemRoutes: MountRoutes = (server) => {
  for (const [at, params] of [
    ['/api/world', worldObjectParams],
    ['/api/projects/:projectId/world', projectObjectParams],
  ] as const) {
    const url = `${at}/:kind/:objectId`
    const config = { auth: 'required' as const, versioned: true }

    server.get<Params>(url, { schema: { params, tags }, config: { auth: 'required' } }, async (request, reply) => {
      const { text, version } = await getObject(request.ctx, objectOf(request.params))
      setEtag(reply, version)
      return sendJson(reply, text)
    })

    server.put<Params & { Body: Static<typeof savedObjectSchema> }>(
      url,
      { schema: { params, body: savedObjectSchema, tags }, config },
      async (request, reply) => {
        const saved = await saveObject(request.ctx, objectOf(request.params), request.body, ifMatch(request))
        setEtag(reply, saved.version)
        return sendJson(reply, saved.text, saved.isNew ? 201 : 200)
      },
    )

    server.delete<Params>(url, { schema: { params, tags }, config }, async (request) => {
      await removeObject(request.ctx, objectOf(request.params), ifMatch(request))
      return { message: 'World object deleted successfully' }
    })
  }
}
