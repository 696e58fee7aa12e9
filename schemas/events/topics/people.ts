import { ROLES } from '../../roles.ts'
import { nullable, oneOf } from '../../types.ts'
import { choice, id, moment, sealed, text, topic } from './topic.ts'

const roleText = () => choice(ROLES, 'finance')

const identity = {
  identityId: id(),
  email: text('kim@example.com'),
  firstName: text('Kim'),
}

// Events on members have no names, so that nothing personal stays in other members' lists after an erasure.
const member = { memberId: id(), role: roleText() }

const message = {
  identityId: id(),
  messageId: id('01K9ZB5D3F7H1K4M6P8R0T2V5X'),
  senderName: text('Robin'),
  excerpt: text('Can you look at order DE-100045 before noon?', { description: 'Start of the message' }),
}

/** Changes of an account of which its owner is told. */
const ACCOUNT_CHANGES = [
  'linked',
  'unlinked',
  'password_changed',
  'email_changing',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_codes_replaced',
] as const

export const PEOPLE = {
  'iam.identity.email_verification': topic(['named', 'account', 'high'], {
    ...identity,
    purpose: choice(['registration', 'email_change'], 'registration'),
    // Null if the address was registered already and the mail only says so.
    sealedToken: nullable(sealed()),
  }),
  'iam.identity.password_reset': topic(['named', 'account', 'high'], { ...identity, sealedToken: sealed() }),
  'iam.identity.mfa_challenge_issued': topic(['named', 'account', 'urgent'], {
    ...identity,
    device: text('Firefox on Windows'),
    at: moment('2026-03-02T09:05:00.000Z'),
    expiresAt: moment('2026-03-02T09:10:00.000Z'),
  }),
  'iam.identity.new_device_login': topic(['named', 'account', 'high'], {
    ...identity,
    device: text('Firefox on Windows'),
    at: moment('2026-03-02T09:00:00.000Z'),
    // Set if the ways to sign in have changed, instead of a sign-in from a new device.
    change: nullable(
      oneOf(ACCOUNT_CHANGES, {
        title: 'text',
        examples: [null],
        description: 'Change of the account; null for a sign-in from a new device',
      }),
    ),
    provider: nullable(
      text('login.example.com', { examples: [null], description: 'Provider whose account was linked or unlinked' }),
    ),
    // Undoes a change of the e-mail address.
    sealedToken: nullable(sealed()),
  }),
  'iam.tenant.invitation_sent': topic(['named', 'account'], {
    memberId: id(),
    email: text('kim@example.com'),
    tenantName: text('Nordlicht'),
    role: roleText(),
    invitedBy: nullable(text('Robin', { description: 'First name' })),
    sealedToken: sealed(),
  }),
  'iam.tenant.welcome_sent': topic(['named', 'account'], {
    ...identity,
    tenantName: text('Nordlicht'),
    role: roleText(),
  }),
  'iam.membership.created': topic(['iam', 'account'], member),
  'iam.membership.member_joined': topic(['iam', 'account'], member),
  // Changes of what somebody may do concern the security of the tenant.
  'iam.membership.suspended': topic(['iam', 'account', 'high'], member, { isUrgent: true }),
  'iam.membership.reinstated': topic(['iam', 'account'], member, { isUrgent: true }),
  'iam.membership.role_assigned': topic(
    ['iam', 'account'],
    { ...member, before: choice(ROLES, 'viewer') },
    { isUrgent: true },
  ),
  'iam.membership.role_revoked': topic(['iam', 'account'], member, { isUrgent: true }),

  'messaging.message.new': topic(['named', 'operational'], message),
  'messaging.message.mention': topic(['named', 'operational'], message),

  'admin.platform.announcement': topic(['everyone', 'announcement'], {
    title: text('Maintenance on Sunday'),
    message: text('The platform is not available on Sunday, 8 March, from 02:00 to 03:00 UTC.'),
    url: nullable(text('https://status.example.com/2026-03-08')),
  }),
}
