import { countInvitation, inviteMember as invite } from '../../../lib/iam/members/invite-member.ts'
import { effectEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { InviteMemberInput, Member } from '../../../schemas/iam/member.ts'

export const inviteMember = effectEndpoint({
  route: 'POST /api/iam/members',
  scope: 'iam:member:write',
  stepUp: true,
  summary: 'Invite a member by e-mail',
  description:
    'The link works once, for the number of days in the setting `security.invitationDays`. If `security.allowedEmailDomains` lists domains, other addresses are rejected. Inviting an address again returns 200, replaces its link and sets the role. You can send at most 100 invitations per hour, and one address gets at most five per hour, whoever invites it.',
  idempotent: true,
  body: InviteMemberInput,
  success: 201,
  also: 200,
  returns: Member,
  problems: ['ALREADY_EXISTS'],
  act: (app, { caller, body, unit }) => countInvitation(app, unit, caller, body),
  async run(app, { caller, body, unit }, counted) {
    const { member, wasInvited } = await invite(app, unit, caller, body, counted)
    return reply(member, wasInvited ? { status: 200 } : {})
  },
})
