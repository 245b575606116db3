import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nameless } from '../../src/http/answers.js'
import { documentedRoutes } from '../support/documented-routes.js'

type Operations = Record<string, { responses: Record<string, unknown> }>
const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, Operations> }

/** The statuses of each operation of openapi.json, by method and path without the names of its parameters. */
const described = new Map(
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => [
      `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
      Object.keys(responses).map(Number).filter(Number.isInteger),
    ]),
  ),
)

/** A HEAD is described by the GET of its path. */
const routes = documentedRoutes.filter(({ method }) => method !== 'HEAD')

describe('openapi.json', () => {
  it('has every status that docs/api.md has of a route', () => {
    const missing = routes.flatMap(({ method, path, success, refusals }) => {
      const statuses = described.get(nameless(`${method} ${path}`)) ?? []
      return [...success, ...refusals].filter((one) => !statuses.includes(one)).map((one) => `${method} ${path} ${one}`)
    })
    expect(routes.length).toBeGreaterThan(170)
    expect(missing).toEqual([])
  })

  it('says of no route that it refuses callers, where docs/api.md does not', () => {
    const more = routes.flatMap(({ method, path, refusals }) =>
      (described.get(nameless(`${method} ${path}`)) ?? [])
        .filter((one) => [401, 403].includes(one) && !refusals.includes(one))
        .map((one) => `${method} ${path} ${one}`),
    )
    expect(more).toEqual([])
  })
})
