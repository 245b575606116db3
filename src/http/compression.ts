import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'

/** The size in bytes above which compression saves time. */
const threshold = 2048

/**
 * Compresses the JSON answers of REST and GraphQL for clients that accept gzip; files, exports and media are sent as
 * they are.
 */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    threshold,
    // Compressed request bodies are not unpacked, because they could expand to any size.
    globalDecompression: false,
    encodings: ['gzip'],
    // The fastest level: an answer is sent only once.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    customTypes: (type) => /^application\/(graphql-response\+)?json\b/.test(type),
  })
}
