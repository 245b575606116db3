import { choicesOf } from '../lib/choices.js'
import { texts } from '../texts.js'

export const allRoles = choicesOf(texts.projects.roles)
/** The roles that can be given: nobody can be made an owner. A project always has one, or gets one when that leaves. */
export const givenRoles = allRoles.filter(({ value }) => value !== 'PROJECT_OWNER')
