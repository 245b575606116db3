import { lineKinds } from '../../exchange/line.shape.js'
import { kindNamed, kindNames, type ContentType, type LoggedKind } from '../../kinds.js'

/** The kinds of content in the log. */
export const contentKinds = kindNames<LoggedKind>(({ log, content }) => log !== undefined && content !== undefined)

const exported = new Set(lineKinds.map((kind) => kindNamed(kind)?.content))
/** The kinds of content whose changes change lines of exports. */
export const kindsInLines = contentKinds.filter((kind) => {
  const { content, hasNoLines } = kindNamed(kind)!
  return !hasNoLines && exported.has(content)
})

/** The other kinds in the log: rights, accounts, imports and exports. */
export const accessKinds = kindNames<LoggedKind>(({ log, content }) => log !== undefined && content === undefined)

/** The kinds that a project's webhook can send: content, the project, and the rights and settings that belong to it. */
export const kindsOfProjects: readonly string[] = kindNames(
  ({ content, isStorage, project, log }) =>
    !isStorage && (content !== undefined || project === 'id' || (log !== undefined && log.parent === 'it.project_id')),
)

/** Returns the kinds whose access is decided by the rules of these content types. */
export const kindsWithin = (types: readonly ContentType[]): LoggedKind[] =>
  kindNames(({ content, isStorage }) => !isStorage && types.some((type) => type === content))

/** Returns the content type whose rules decide the access to a kind; undefined for kinds that are not content. */
export function contentOf(kind: string): ContentType | undefined {
  const { content, isStorage } = kindNamed(kind) ?? {}
  return isStorage ? undefined : (content as ContentType | undefined)
}
