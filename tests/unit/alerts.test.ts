import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('no alert expression in deploy/alerts.yml ends in `and ... == 0`', () => {
  const { groups } = parse(readFileSync('deploy/alerts.yml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(4)
  expect(rules.filter(({ expr }) => /\band\b.*== 0$/.test(expr)).map(({ alert }) => alert)).toEqual([])
})
