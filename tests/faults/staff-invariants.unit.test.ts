import { expect, test } from 'vitest'
import type { Member } from '../../lib/iam/member.ts'
import { winners } from './staff-invariants.ts'
import type { Reply } from './world.ts'

const id = '01M8ACQJJATGY7FNR44F5J45C9'

const confirmed = (action: string, body: Reply['body'] = {}): Reply => ({
  action,
  method: 'post',
  url: '',
  body,
  status: 200,
  id,
  rev: 2,
})

/** Checks replies that all confirm the second version of one member, of an active viewer at first. */
const check = (second: Pick<Member, 'role' | 'status'>, ...replies: Reply[]) =>
  winners({ replies }, new Map([[id, { versions: [{ role: 'viewer', status: 'active' }, second] }]]))

const suspended = { role: 'viewer', status: 'suspended' } as const
const toViewer = confirmed('role', { role: 'viewer' })

test('a role that a member already had may be confirmed before and after the suspension that made the version', () => {
  expect(check(suspended, toViewer, confirmed('suspend'))).toEqual([])
  expect(check(suspended, confirmed('suspend'), toViewer)).toEqual([])
})

test('a version that two requests made has two winners', () => {
  const found = [`suspend of ${id} 2 had two winners`]
  expect(check(suspended, confirmed('suspend'), confirmed('suspend'))).toEqual(found)
  const both = { role: 'owner', status: 'suspended' } as const
  expect(check(both, confirmed('role', { role: 'owner' }), confirmed('suspend'))).toEqual(found)
})
