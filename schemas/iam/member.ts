import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { ROLES } from '../roles.ts'
import { email, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'

export const MEMBER_STATES = ['invited', 'active', 'suspended'] as const
export type MemberState = (typeof MEMBER_STATES)[number]

const role = () => oneOf(ROLES, { description: 'Only owners can add, change or remove owners' })

export const Member = resource('Member', '/api/iam/members/{id}', {
  id: ulid(),
  email: email(),
  firstName: nullable(Type.String({ examples: ['Grace'] })),
  role: role(),
  status: oneOf(MEMBER_STATES),
  identityId: nullable(ulid({ description: 'Null until the invitation is accepted' })),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

export const InviteMemberInput = input({ email: email({ examples: ['grace@example.com'] }), role: role() })

export const ChangeMemberRoleInput = input({ role: role() })

export const AcceptInvitationInput = input({
  token: Type.String({ minLength: 1, maxLength: 512, title: 'the token from the mail', writeOnly: true }),
  password: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 256,
      writeOnly: true,
      description: 'Required if the address has no account or an unverified one',
      examples: ['correct horse battery staple'],
    }),
  ),
  firstName: Type.Optional(text(100, { description: 'Required together with password', examples: ['Grace'] })),
})
