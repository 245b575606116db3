import { isErrno } from '@parallax/shared/errno.js'

/** The server cannot be reached as long as the configuration, or a file that it names, stays as it is. */
export class LastingFault extends Error {}

/** Codes of OpenSSL and Node for a certificate that was not accepted. */
const certificate =
  /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_)/
const advice =
  'node-postgres checks certificate and host name with sslmode=prefer, require and verify-ca as with verify-full. ' +
  'Name the CA with sslrootcert=/path/to/ca.crt in the URL or in NODE_EXTRA_CA_CERTS; ' +
  'uselibpqcompat=true gives these modes their meaning in libpq, sslmode=no-verify checks nothing'

/**
 * The error of a connection that failed: a LastingFault with what to do where trying again cannot help, since a
 * certificate is not accepted, TLS is not offered, a file of the URL cannot be read, or name and password are wrong.
 */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const lasting = (more = '') => new LastingFault(`${error.message}${more}`, { cause: error })
  if (certificate.test(code)) return lasting(`. ${advice}`)
  if (/does not support SSL/.test(error.message))
    return lasting('. Give sslmode=disable in the URL, or switch TLS on at the server (ssl = on)')
  if (/sslmode|sslnegotiation/.test(error.message)) return lasting()
  // A socket that is not there yet is looked up by `connect`, a certificate by `open`.
  if (syscall === 'open' && isErrno(error, 'ENOENT', 'EACCES', 'EISDIR')) return lasting()
  // Wrong name or password, and no rule of pg_hba.conf for this client.
  return ['28P01', '28000'].includes(code) ? lasting() : error
}
