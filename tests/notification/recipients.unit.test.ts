import { expect, test } from 'vitest'
import { isConcerned } from '../../lib/notification/fan-out/recipients.ts'
import { ROLES } from '../../lib/platform/access/scopes.ts'
import { type Audience, TOPICS } from '../../schemas/events/topics.ts'

const rolesFor = (audience: Exclude<Audience, 'named'>) => ROLES.filter((role) => isConcerned(audience, role))

test.each([
  ['billing', ['owner', 'admin', 'finance', 'viewer']],
  ['document', ['owner', 'admin', 'finance', 'viewer']],
  ['partner', ['owner', 'admin', 'finance', 'operations', 'viewer']],
  ['warehousing', ['owner', 'admin', 'operations', 'viewer']],
  ['sales', ['owner', 'admin', 'operations', 'viewer']],
  ['inventory', ['owner', 'admin', 'operations', 'viewer']],
  ['iam', ['owner', 'admin', 'viewer']],
  ['everyone', ROLES],
] as const)('what happens in %s is told to %j, who can read it', (audience, roles) => {
  expect(rolesFor(audience)).toEqual(roles)
})

test('every topic reaches the owner, unless it names whom it is for', () => {
  for (const { audience } of Object.values(TOPICS))
    if (audience !== 'named') expect(isConcerned(audience, 'owner')).toBe(true)
})
