import { invite } from '../../../lib/iam/members/invite-member.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { InviteMemberInput, Member } from '../../../schemas/iam/member.ts'

export const inviteMember = endpoint({
  route: 'POST /api/iam/members',
  scope: 'iam:member:write',
  summary: 'Invite somebody by e-mail; inviting again voids the link of before and sets the role',
  description:
    'The link works once, for as many days as the setting `security.invitationDays` says. Where `security.allowedEmailDomains` names any, an address elsewhere is a violation. 200 where the address was invited already. A hundred invitations an hour.',
  idempotent: true,
  body: InviteMemberInput,
  success: 201,
  also: 200,
  returns: Member,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    const { member, again } = await invite(app, unit, caller, body)
    return reply(member, again ? { status: 200 } : {})
  },
})
