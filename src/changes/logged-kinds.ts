import { kindNamed, kindNames, type ContentType, type LoggedKind } from '../kinds.js'

/** The kinds of content that the log has. */
export const contentKinds = kindNames<LoggedKind>(({ log, content }) => log !== undefined && content !== undefined)

/** The other kinds that the log has: rights, accounts, imports and exports. */
export const accessKinds = kindNames<LoggedKind>(({ log, content }) => log !== undefined && content === undefined)

/** The kinds that a project's webhook can send: content, the project, and what belongs to it. */
export const kindsOfProjects: readonly string[] = kindNames(
  ({ content, isStorage, project, log }) =>
    !isStorage && (content !== undefined || project === 'id' || (log !== undefined && log.parent === 'it.project_id')),
)

/** Returns the kinds whose rules of access are those of the content types. */
export const kindsWithin = (types: readonly ContentType[]): LoggedKind[] =>
  kindNames(({ content, isStorage }) => !isStorage && types.some((type) => type === content))

/** Returns the content type whose rules of access decide about a kind; undefined for kinds that are no content. */
export function contentOf(kind: string): ContentType | undefined {
  const { content, isStorage } = kindNamed(kind) ?? {}
  return isStorage ? undefined : (content as ContentType | undefined)
}
