import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendStreamed } from '../../http/send-streamed.js'
import { warningBytes, warningText } from './limits.js'
import type { Export } from './export.service.js'

const megabyte = 1024 * 1024

/** Returns the headers for the size and the content of an export, and the warning for an unusually large one. */
function exportHeaders(
  { counters, fileName, contentType, leftOut }: Export,
  withSize: boolean,
): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    ...(leftOut && { 'x-export-left-out': countsText(leftOut) }),
    ...(counters && {
      ...(withSize && !leftOut && { 'x-export-size': `${(counters.bytes / megabyte).toFixed(2)}MB` }),
      'x-export-annotations': String(counters.annotations),
      'x-export-sequences': String(counters.sequences),
      'x-export-keyframes': String(counters.keyframes),
      'x-export-interpolated-frames': String(counters.interpolated),
      ...(!leftOut && counters.bytes > warningBytes && { 'x-export-warning': warningText }),
    }),
  }
}

/** Returns a dictionary of structured fields (RFC 8941), such as `claims=12, links=3`; empty if all counts are zero. */
const countsText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}=${count}`)
    .join(', ')

/** Sends an export while it is being read, with headers that describe its content. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Export,
  { size = false, skipped = false } = {},
): Promise<FastifyReply> {
  const position = await made.position().catch(async (error: unknown) => {
    await made.close()
    throw error
  })
  return sendStreamed(request, reply, made, {
    ...exportHeaders(made, size),
    'x-export-position': position,
    ...(skipped && { 'x-export-skipped': String(made.counters?.invalid ?? 0) }),
  })
}
