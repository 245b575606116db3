import { encoding } from '@parallax/shared/config-reader.js'

/** The parameters of a URL that node-postgres reads. */
const read = new Set([
  ...['host', 'port', 'user', 'password', 'db', 'encoding', 'client_encoding', 'application_name', 'options'],
  ...['fallback_application_name', 'ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'],
  ...['uselibpqcompat', 'keepalives', 'keepalives_idle', 'statement_timeout', 'lock_timeout', 'query_timeout'],
  'idle_in_transaction_session_timeout',
])
const form = 'must be a URL such as postgres://user:password@host:5432/database'

/**
 * Returns why a text is not the URL of a database, to follow its name; undefined for a URL that node-postgres
 * understands. Of the forms of libpq these are a host in the URL, no host (`postgres:///database`), a folder of sockets
 * (`?host=/run/postgresql`, `%2Frun%2Fpostgresql`), and everything in parameters except the name of the database. The
 * text itself is never shown, because it may contain a password.
 */
export function databaseUrlFault(text: string): string | undefined {
  if (!/^(postgres|postgresql|socket):/.test(text)) return form
  const hosts = /^\w+:\/\/(?:[^@/]*@)?([^/?#]*)/.exec(text)?.[1] ?? ''
  // node-postgres itself inserts a name for a host that is empty after a user.
  const whole = text.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?]|$)/, '$1none')
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  const several =
    'must name one host: node-postgres does not choose among several. Give the address that leads to the primary'
  if (/^[^@]*,/.test(hosts) || url?.searchParams.get('host')?.includes(',')) return several
  if (!url) return `${form}; ${encoding}`
  // The text after a sign that was not encoded is read as a path, parameters or a fragment.
  const rest = [url.pathname, ...[...url.searchParams.keys()], url.hash].join('')
  if (url.hash || rest.includes('@')) return `${form}; ${encoding}`
  if (url.searchParams.has('dbname')) return 'must name the database as its path, not by the parameter dbname'
  return undefined
}

/**
 * Returns the parameters of a database URL that node-postgres ignores, although PostgreSQL's own clients may read them.
 */
export function unreadParameters(text: string): string[] {
  const [, query = ''] = /\?([^#]*)/.exec(text) ?? []
  return [...new Set(new URLSearchParams(query).keys())].filter((name) => !read.has(name))
}
