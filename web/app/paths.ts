/**
 * The URL paths of the desk's pages. The build passes them to the server, which serves the desk's HTML under each of
 * them; so a new page needs a line here and one in routes.ts.
 */
export const paths = {
  library: '/',
  video: '/videos/:videoId',
  reading: '/videos/:videoId/reading',
  compare: '/videos/:videoId/compare',
  exchange: '/exchange',
  personas: '/personas',
  persona: '/personas/:personaId',
  world: '/world',
  projects: '/projects',
  project: '/projects/:projectId',
  groups: '/groups',
  group: '/groups/:groupId',
  shared: '/shared',
  profile: '/profile',
  trash: '/trash',
  administration: '/administration',
} as const

/**
 * Returns the address of a page: `at(paths.video, { videoId }, { frame: 12 })`. Undefined members of `search` are
 * omitted.
 */
export function at(
  path: string,
  parts: Record<string, string> = {},
  search: Record<string, string | number | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(parts[name] ?? ''))
  const present = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return present.length ? `${filled}?${new URLSearchParams(present).toString()}` : filled
}
