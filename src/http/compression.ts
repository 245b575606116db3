import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'

/** Where compressing begins to pay. */
const threshold = 2048

/** Compresses JSON answers of both doors for clients that ask; files, exports and media pass as they are. */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    threshold,
    // Packed requests could unfold to any size.
    globalDecompression: false,
    encodings: ['gzip'],
    // The fastest level: an answer is sent once and thrown away.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: (type) => /^application\/(graphql-response\+)?json\b/.test(type),
  })
}
