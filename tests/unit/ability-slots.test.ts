import { describe, expect, it } from 'vitest'
import { abilitySlots } from '../../src/access/ability-slots.js'

describe('abilities of a prepared statement', () => {
  it('throw for role and grant checks instead of answering no', () => {
    for (const isAdmin of [false, true]) {
      const abilities = abilitySlots(isAdmin)
      expect(() => abilities.groupRole('g')).toThrow('groupRole')
      expect(() => abilities.projectRole('p')).toThrow('projectRole')
      expect(() => abilities.roleGrants('project', 'viewer', 'claim', 'read')).toThrow('roleGrants')
    }
  })
})
