import type { Static } from '@sinclair/typebox'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { arrayText } from '../lib/json-text.js'
import { projectParams } from '../projects/project.shape.js'
import { assignVideoSchema, assignVideosSchema, projectVideoParams } from './assignment.schema.js'
import * as assignments from './assignment.service.js'
import { evaluateAllRules, evaluateRule } from './rule-evaluation.service.js'
import { createRuleSchema, ruleParams, updateRuleSchema } from './rule.schema.js'
import * as rules from './rule.service.js'

type ProjectParams = { Params: Static<typeof projectParams> }
type RuleParams = { Params: Static<typeof ruleParams> }

const tags = ['Video assignments']
const required = { auth: 'required' } as const
const admin = { auth: 'admin' } as const

export const mountAssignmentRoutes: MountRoutes = (server) => {
  server.get<ProjectParams>(
    '/api/projects/:projectId/videos',
    { schema: { params: projectParams, tags }, config: { ...required, listedBy: 'videoAssignments' } },
    async (request, reply) => {
      const texts = await assignments.listAssignmentTexts(request.ctx, request.params.projectId)
      return sendJson(reply, arrayText(texts))
    },
  )

  server.post<ProjectParams & { Body: Static<typeof assignVideoSchema> }>(
    '/api/projects/:projectId/videos',
    { schema: { params: projectParams, body: assignVideoSchema, tags }, config: required },
    async (request, reply) =>
      reply.status(201).send(await assignments.assignVideo(request.ctx, { ...request.body, ...request.params })),
  )

  server.delete<{ Params: Static<typeof projectVideoParams> }>(
    '/api/projects/:projectId/videos/:videoId',
    { schema: { params: projectVideoParams, tags }, config: required },
    async (request) => {
      await assignments.unassignVideo(request.ctx, request.params.projectId, request.params.videoId)
      return { success: true }
    },
  )

  server.post<{ Body: Static<typeof assignVideosSchema> }>(
    '/api/admin/video-assignments/bulk',
    { schema: { body: assignVideosSchema, tags }, config: admin },
    async (request) => ({ created: await assignments.assignVideos(request.ctx, request.body) }),
  )

  server.get(
    '/api/admin/video-assignments/rules',
    { schema: { tags }, config: { ...admin, listedBy: 'videoAssignmentRules' } },
    async (request) => rules.listRules(request.ctx),
  )

  server.post<{ Body: Static<typeof createRuleSchema> }>(
    '/api/admin/video-assignments/rules',
    { schema: { body: createRuleSchema, tags }, config: admin },
    async (request, reply) => reply.status(201).send(await rules.createRule(request.ctx, request.body)),
  )

  server.put<RuleParams & { Body: Static<typeof updateRuleSchema> }>(
    '/api/admin/video-assignments/rules/:ruleId',
    { schema: { params: ruleParams, body: updateRuleSchema, tags }, config: admin },
    async (request) => rules.updateRule(request.ctx, request.params.ruleId, request.body),
  )

  server.delete<RuleParams>(
    '/api/admin/video-assignments/rules/:ruleId',
    { schema: { params: ruleParams, tags }, config: admin },
    async (request) => {
      await rules.deleteRule(request.ctx, request.params.ruleId)
      return { success: true }
    },
  )

  server.post<RuleParams>(
    '/api/admin/video-assignments/rules/:ruleId/evaluate',
    { schema: { params: ruleParams, tags }, config: admin },
    async (request) => evaluateRule(request.ctx, request.params.ruleId),
  )

  server.post('/api/admin/video-assignments/rules/evaluate-all', { schema: { tags }, config: admin }, async (request) =>
    evaluateAllRules(request.ctx),
  )
}
