import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Readable } from 'node:stream'
import { encodeKey } from './storage-cdn.js'
import type { Bucket, BucketConfig, StoredFile } from './storage-store.js'

/** A bucket of S3 or of a compatible service as a file store. */
export function openBucket(config: BucketConfig): Bucket {
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Compatible services do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000 },
  })
  return {
    list: () => listObjects(client, bucket),
    stat: (Key) =>
      missingAsNull(async () => {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))
        const modifiedAt = LastModified ?? new Date(0)
        return { size: ContentLength ?? 0, modifiedAt, changedAt: modifiedAt }
      }),
    open: (Key, range) =>
      missingAsNull(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, ...(Range ? { Range } : {}) }))
        return Body instanceof Readable ? Body : Readable.from([])
      }),
    put: async (Key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }))
    },
    url: async (Key, expiresIn) => {
      if (config.publicBucket) return { url: publicUrl(config, Key), expiresIn: null }
      return {
        url: await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key }), { expiresIn }),
        expiresIn,
      }
    },
  }
}

/** The objects at the top level of the bucket: keys with a slash are thumbnails and the like. */
async function listObjects(client: S3Client, Bucket: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Delimiter: '/', ...(token ? { ContinuationToken: token } : {}) }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key !== undefined)
        files.push({ filename: Key, path: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) })
    }
    token = page.NextContinuationToken
  } while (token !== undefined)
  return files
}

async function missingAsNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket')
      return null
    throw error
  }
}

function publicUrl({ bucket, region, endpoint }: BucketConfig, key: string): string {
  const origin =
    endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint.replace(/\/+$/, '')}/${bucket}`
  return `${origin}/${encodeKey(key)}`
}
