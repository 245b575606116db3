import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface ComposeService {
  image?: string
  build?: string | { context: string; target: string }
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  read_only?: boolean
}

export interface Compose {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}

/** Reads docker-compose.yml as Docker Compose does; variables are not yet interpolated. */
export function readCompose(): Compose {
  return parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true, strict: true, uniqueKeys: true }) as Compose
}

/**
 * Interpolates `$NAME`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Docker Compose does; `$$` becomes one
 * dollar sign. Throws with the message when such a variable is missing.
 */
export function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(
    /\$(?:\$|(\w+)|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (whole, plain: string | undefined, braced: string | undefined, sign: string | undefined, rest = '') => {
      if (whole === '$$') return '$'
      const value = env[plain ?? braced ?? '']
      if (value) return value
      if (sign === '?') throw new Error(`required variable ${braced} is missing a value: ${rest}`)
      return sign === '-' ? rest : ''
    },
  )
}

/** Returns the environment of one service with its variables interpolated. */
export function environmentOf(compose: Compose, service: string, env: Record<string, string>): Record<string, string> {
  const entries = Object.entries(compose.services[service]?.environment ?? {})
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolate(String(value), env)]))
}
