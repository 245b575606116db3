import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'

export const allRoles = choicesOf(texts.projects.roles)
/** The roles that can be given. A user cannot be made an owner: the server keeps an owner in every project. */
export const givenRoles = allRoles.filter(({ value }) => value !== 'PROJECT_OWNER')
