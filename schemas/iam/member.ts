import * as Type from 'typebox'
import { MEMBER_STATES } from '../../lib/iam/member.ts'
import { ROLES } from '../../lib/platform/access/scopes.ts'
import { resource } from '../../lib/platform/http/response/resource.ts'
import { email, input, nullable, oneOf, text, timestamp, ulid } from '../types.ts'

const role = () => oneOf(ROLES, { description: 'Only an owner makes or unmakes an owner' })

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
      description: 'Where the address has no account yet, or one that was never verified',
      examples: ['correct horse battery staple'],
    }),
  ),
  firstName: Type.Optional(text(100, { description: 'Where password is given', examples: ['Grace'] })),
})
