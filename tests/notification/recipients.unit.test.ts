import { expect, test } from 'vitest'
import { isInAudience, isToldTo } from '../../lib/notification/fan-out/list-recipients.ts'
import { type Audience, TOPICS } from '../../schemas/events/topics.ts'
import { ROLES } from '../../schemas/roles.ts'

const rolesFor = (audience: Exclude<Audience, 'named'>) => ROLES.filter((role) => isInAudience(audience, role))

test.each([
  ['billing', ['owner', 'admin', 'finance', 'viewer']],
  ['document', ['owner', 'admin', 'finance', 'operations', 'viewer']],
  ['partner', ['owner', 'admin', 'finance', 'operations', 'viewer']],
  ['warehousing', ['owner', 'admin', 'operations', 'viewer']],
  ['sales', ['owner', 'admin', 'operations', 'viewer']],
  ['inventory', ['owner', 'admin', 'operations', 'viewer']],
  ['iam', ['owner', 'admin', 'viewer']],
  ['everyone', ROLES],
] as const)('what happens in %s is told to %j, who can read it', (audience, roles) => {
  expect(rolesFor(audience)).toEqual(roles)
})

test('every topic reaches the owner, unless it is for a named recipient', () => {
  for (const { audience } of Object.values(TOPICS))
    if (audience !== 'named') expect(isInAudience(audience, 'owner')).toBe(true)
})

test.each([
  ['invoice', ['owner', 'admin', 'finance', 'viewer']],
  ['open_items', ['owner', 'admin', 'finance', 'viewer']],
  ['delivery_note', ['owner', 'admin', 'operations', 'viewer']],
  ['pick_list', ['owner', 'admin', 'operations', 'viewer']],
] as const)('what happens to a document of the type %s is told to %j, who can read it', (documentType, roles) => {
  const data = { documentId: '01K9ZB4A7M2C5X8V1B6N3Q0W4E', documentNumber: null, documentType }
  expect(ROLES.filter((role) => isToldTo(role, { topic: 'document.document.finalized', data }))).toEqual(roles)
})
