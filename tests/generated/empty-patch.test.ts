import { describe, expect, it } from 'vitest'
import { aimless, ask, member, where } from './asking.ts'
import { expectDescribed } from './operations.ts'
import { listWrites } from './writes.ts'

describe('a PATCH without members', () => {
  it.each(where(({ method }) => method === 'PATCH'))(
    'is refused by $operation, and changes nothing',
    async (operation) => {
      const written = await listWrites(member.tenant, async () => {
        const answer = await ask(operation, { ...aimless(operation), body: {} })
        expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_ERROR'])
        expect(answer.body.violations.length).toBeGreaterThan(0)
        expectDescribed(operation, answer)
      })
      expect(written).toEqual([])
    },
  )
})
