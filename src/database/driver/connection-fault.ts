import { isErrno } from '@parallax/shared/errno.js'

/** Thrown if the server cannot be reached until the configuration, or a file that it names, is changed. */
export class LastingFault extends Error {}

/** The codes of OpenSSL and Node for a certificate that is not accepted. */
const certificate =
  /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/
const advice =
  'node-postgres checks certificate and host name with sslmode=prefer, require and verify-ca as with verify-full. ' +
  'Name the CA with sslrootcert=/path/to/ca.crt in the URL or in NODE_EXTRA_CA_CERTS; ' +
  'uselibpqcompat=true gives these modes their meaning in libpq, sslmode=no-verify checks nothing'

/**
 * Returns the error to throw for a failed connection: a LastingFault, with advice, if a retry cannot help because a
 * certificate is not accepted, TLS is not offered, a file of the URL cannot be read, or name and password are refused.
 * Returns other errors unchanged.
 */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const lasting = (more = '') => new LastingFault(`${error.message}${more}`, { cause: error })
  if (certificate.test(code)) return lasting(`. ${advice}`)
  if (/does not support SSL/.test(error.message))
    return lasting('. Give sslmode=disable in the URL, or switch TLS on at the server (ssl = on)')
  if (/sslmode|sslnegotiation/.test(error.message)) return lasting()
  // A missing socket, which may appear later, fails in `connect`; a missing certificate fails in `open`.
  if (syscall === 'open' && isErrno(error, 'ENOENT', 'EACCES', 'EISDIR')) return lasting()
  // Invalid name or password, and no rule of pg_hba.conf for this client.
  return ['28P01', '28000'].includes(code) ? lasting() : error
}
