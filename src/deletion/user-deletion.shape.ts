import { Type, type Static } from '@sinclair/typebox'
import { says, typed } from '../lib/described.js'
import { uuid } from '../lib/schema.js'

const number = (sentence: string) => says(sentence, Type.Integer())

export const contentCount = typed(
  'ContentCount',
  'Number of items of one kind, inside and outside projects.',
  Type.Object({
    inProjects: number('Number of items that belong to a project.'),
    personal: number('Number of items that belong to no project.'),
  }),
)
const counted = (sentence: string) => says(sentence, contentCount)

export const userDeletion = typed(
  'UserDeletion',
  'Counts of what a user has, which the deletion of the account affects.',
  Type.Object({
    personas: counted('Personas of the user.'),
    worldObjects: counted("Objects in the user's worlds."),
    summaries: counted('Summaries written by the user.'),
    claims: counted('Claims made by the user.'),
    claimRelations: counted('Relations between claims that the user made.'),
    annotations: counted('Annotations made by the user.'),
    claimsOfOthers: number(
      'Number of claims of other users that are deleted too if the content is deleted (DELETE): those in summaries of ' +
        "the user or of the user's personas, and those below the user's claims.",
    ),
    projects: number('Number of projects that the user owns; those owned by groups do not count.'),
    sessions: number('Number of sessions of the user; they end.'),
    tokens: number('Number of tokens of the user; they are deleted, and what acts by them is refused.'),
    apiKeys: number("Number of the user's stored API keys; they are deleted."),
  }),
)
export type UserContentCounts = Static<typeof userDeletion>

const userContent = typed(
  'UserContent',
  'What happens to the content that a deleted user made in projects, and to personal content that the work of others ' +
    'depends on. Other personal content is deleted in any case.',
  Type.Union([
    says('The content stays, with an account named "Removed user" as its author.', Type.Literal('keep')),
    says(
      "The user in `transferTo` becomes the author of the content and the owner of the deleted user's projects.",
      Type.Literal('transfer'),
    ),
    says('The content is deleted, together with the claims of other users that depend on it.', Type.Literal('delete')),
  ]),
)

export const deletedUserParams = Type.Object({
  userId: says("ID of the user. The caller's own account cannot be deleted (FORBIDDEN).", uuid),
})

/**
 * How to treat the content of a deleted account. The service checks that `transferTo` is given with `transfer` and only
 * with `transfer`.
 */
export const userDeletionWish = Type.Object({
  content: Type.Optional(
    says(
      "What happens to the user's content in projects and to content that others depend on; KEEP when absent.",
      userContent,
    ),
  ),
  transferTo: Type.Optional(
    says(
      'ID of the user who receives the content, another user with an active account. Required with TRANSFER, refused ' +
        'otherwise.',
      uuid,
    ),
  ),
})
export type UserDeletionWish = Static<typeof userDeletionWish>
