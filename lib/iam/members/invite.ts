import { randomBytes } from 'node:crypto'
import { hashEmail, normalizeEmail } from '../../platform/access/email.ts'
import { checkGate } from '../../platform/access/gate.ts'
import type { Role } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildMailedTokenContext, hashToken } from '../accounts/email-token.ts'
import { checkMayChange } from '../member.ts'
import { type Member, members } from '../members.ts'
import { holdTenant } from '../tenant.ts'
import { memberUri } from './change-member.ts'
import { checkMayBeInvited, membershipRules } from './membership-rules.ts'

const DAY_SECONDS = 24 * 3600

// Mails go to addresses that nobody here has proved to be anybody's.
const MAX_INVITATIONS = 100
const INVITATION_WINDOW_SECONDS = 3600

interface Invited {
  member: Member
  /** Whether there was an invitation already, which is void now. */
  again: boolean
}

/** Invites by e-mail. Whether the address has an account shows nowhere. */
export const invite = async (
  app: App,
  unit: Unit,
  by: { identity: Id; scopes: ReadonlySet<string> },
  given: { email: string; role: Role },
): Promise<Invited> => {
  const { db, vault } = app
  const [email, role] = [normalizeEmail(given.email), given.role]
  checkMayChange(by, role)
  const tenant = await holdTenant(db, unit)
  const [known, inviter, { domains, invitationDays }] = await Promise.all([
    findOwner(db, members, tenant.id, 'email', hashEmail(email)),
    findOwner(db, members, tenant.id, 'identity', by.identity),
    membershipRules(db, tenant.id),
  ])
  if (known && known.status !== 'invited')
    throw new Problem('ALREADY_EXISTS', 'A member with this e-mail address is there already.')
  if (known) checkMayChange(by, known.role)
  checkMayBeInvited(email, domains)
  const gate = { pk: `G#invitations#${tenant.id}`, sk: 'GATE' }
  await checkGate(db, unit.now, gate, MAX_INVITATIONS, { windowSeconds: INVITATION_WINDOW_SECONDS })

  const id = known?.id ?? unit.newId()
  const token = [tenant.id, id, randomBytes(32).toString('base64url')].join('.')
  const sealedToken = await vault.seal(token, buildMailedTokenContext(id))
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + invitationDays * DAY_SECONDS
  const invitation = { hash: hashToken(token), expiresAt }
  const member = known
    ? unit.update(members, known, { role, invitation })
    : unit.create(members, { id, identityId: null, email, firstName: null, role, status: 'invited', invitation })
  const subject = memberUri(member)
  if (!known) unit.emit('iam.membership.created', { subject, data: { memberId: id, role } })
  unit.emit('iam.tenant.invitation_sent', {
    subject,
    data: { memberId: id, email, tenantName: tenant.name, role, invitedBy: inviter?.firstName ?? null, sealedToken },
  })
  return { member, again: known !== undefined }
}
