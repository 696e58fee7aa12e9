import { expect, it } from 'vitest'
import { AUDITED_KINDS } from '../../functions/audit/audited-kinds.ts'
import { sources } from './sources.ts'

const DEFINITION = /\bentity<\w+>\(\{\s*name: '([\w-]+)'[\s\S]*?\}\)/g

const definitions = sources('lib').flatMap(({ path, text }) =>
  [...text.matchAll(DEFINITION)].map(([definition, name = '']) => ({ path, name, definition })),
)

it('every kind of resource says what the audit trail holds of it', () => {
  expect(definitions.length).toBeGreaterThan(40)
  const undecided = definitions.filter(({ definition }) => !/\baudit: /.test(definition))
  expect(undecided.map(({ path, name }) => `${name} in ${path}`)).toEqual([])
})

it('every kind that the audit trail holds is verified', () => {
  const audited = definitions.filter(({ definition }) => !definition.includes('audit: false'))
  const verified = AUDITED_KINDS.map(({ name }) => name)
  expect(audited.map(({ name }) => name).filter((name) => !verified.includes(name))).toEqual([])
})

it('what the audit trail holds of each kind is as last reviewed', async () => {
  const lines = AUDITED_KINDS.map(({ name, audit }) => `${name}  ${JSON.stringify(audit)}`)
  await expect(`${[...new Set(lines)].sort().join('\n')}\n`).toMatchFileSnapshot('audited.txt')
})
