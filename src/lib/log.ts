import { pino, type Logger } from 'pino'

const secrets = [
  'password',
  '*.password',
  'passwordHash',
  '*.passwordHash',
  'token',
  '*.token',
  'apiKey',
  '*.apiKey',
  'key',
  'req.headers.cookie',
  'req.headers.authorization',
  'headers.cookie',
  'headers.authorization',
  'res.headers["set-cookie"]',
  '*.encryptedKey',
]

/**
 * T-08: one JSON object a line in production and wherever output is not a terminal, readable lines on a terminal;
 * secrets never.
 */
export function openLog(level: string, pretty: boolean): Logger {
  const options = { level, redact: { paths: secrets, censor: '[redacted]' } }
  return pretty
    ? pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
    : pino(options)
}
