import { randomBytes } from 'node:crypto'
import type { Role } from '../../../schemas/roles.ts'
import { hashEmail, normalizeEmail } from '../../platform/access/email.ts'
import { checkRateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { findOwner } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { ReadOnlyUnit, Unit } from '../../platform/store/unit.ts'
import { countMail } from '../accounts/count-mail.ts'
import { buildMailedTokenContext, hashToken } from '../accounts/email-token.ts'
import { checkMayChangeOwners, type Member, memberUri } from '../member.ts'
import { members } from '../member-store.ts'
import { recordMemberChange, requireOpenTenant } from '../tenant.ts'
import { checkMayBeInvited, readMembershipRules } from './membership-rules.ts'

const DAY_SECONDS = 24 * 3600

// Invitations go to unverified addresses, so their number is limited.
const MAX_INVITATIONS = 100
const INVITATION_WINDOW_SECONDS = 3600

interface Inviter {
  identity: Id
  scopes: ReadonlySet<string>
}

interface Invitee {
  email: string
  role: Role
}

interface Invitation {
  member: Member
  /** True if the address had an open invitation, which this one replaces. */
  wasInvited: boolean
}

/** Reads the data that an invitation depends on. Throws if the address must not be invited. */
const prepareInvitation = async (db: Table, tenantId: Id, by: Inviter, { email: given, role }: Invitee) => {
  const email = normalizeEmail(given)
  checkMayChangeOwners(by, role)
  const tenant = await requireOpenTenant(db, tenantId)
  const [known, inviter, { domains, invitationDays }] = await Promise.all([
    findOwner(db, members, tenant.id, 'email', hashEmail(email)),
    findOwner(db, members, tenant.id, 'identity', by.identity),
    readMembershipRules(db, tenant.id),
  ])
  if (known && known.status !== 'invited')
    throw new Problem('ALREADY_EXISTS', 'A member with this e-mail address exists already.')
  if (known) checkMayChangeOwners(by, known.role)
  checkMayBeInvited(email, domains)
  return { tenant, email, role, known, inviter, invitationDays }
}

type PreparedInvitation = Awaited<ReturnType<typeof prepareInvitation>>

/** Checks that the caller may invite the address, and counts the invitation. */
export const countInvitation = async (
  app: App,
  { tenant, now }: ReadOnlyUnit,
  by: Inviter,
  invitee: Invitee,
): Promise<PreparedInvitation> => {
  const prepared = await prepareInvitation(app.db, tenant, by, invitee)
  const gate = { pk: `G#invitations#${tenant}`, sk: 'GATE' }
  await checkRateLimit(app.db, now, gate, MAX_INVITATIONS, { windowSeconds: INVITATION_WINDOW_SECONDS })
  await countMail(app, now, prepared.email, 'members')
  return prepared
}

/** Invites by e-mail after the invitation was counted. Nothing reveals whether the address has an account. */
export const inviteMember = async (
  { db, vault }: App,
  unit: Unit,
  by: Inviter,
  invitee: Invitee,
  counted: PreparedInvitation,
): Promise<Invitation> => {
  const prepared = unit.isRerun ? await prepareInvitation(db, unit.tenant, by, invitee) : counted
  const { tenant, email, role, known, inviter, invitationDays } = prepared
  recordMemberChange(unit, tenant)
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
  return { member, wasInvited: known !== undefined }
}
