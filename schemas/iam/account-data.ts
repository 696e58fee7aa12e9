import * as Type from 'typebox'
import { AuditEntry } from '../audit/entry.ts'
import { NotificationPreferences } from '../notification/preferences.ts'
import { PushSubscription } from '../notification/push-subscription.ts'
import { topicName } from '../notification/topic.ts'
import { subjectUri } from '../notification/watch.ts'
import { resource } from '../resource.ts'
import { ROLES } from '../roles.ts'
import { nullable, oneOf, timestamp, ulid } from '../types.ts'
import { ExternalAccount } from './external.ts'
import { Me } from './identity.ts'
import { MEMBER_STATES } from './member.ts'
import { Factor } from './mfa.ts'
import { Session } from './session.ts'

const { id, email, firstName, country, marketingOptIn, phone, locale, createdAt, updatedAt } = Me.fields.properties

const membership = {
  name: Type.String({ description: 'Name of the tenant' }),
  memberId: ulid(),
  role: oneOf(ROLES),
  status: oneOf([...MEMBER_STATES, 'left']),
}

const signIns = (description: string) => Type.Array(Type.Object({ lastSignInAt: timestamp() }), { description })

export const AccountData = resource('AccountData', '/api/iam/account/data', {
  ...{ id, email, firstName, country, marketingOptIn, phone, locale },
  emailVerifiedAt: nullable(timestamp()),
  formerEmail: nullable(
    Type.Object({ email, heldUntil: timestamp() }, { description: 'The address before the last change' }),
  ),
  tenants: Type.Array(Type.Object({ tenantId: ulid(), ...membership }), {
    description: 'Your memberships, also those that ended',
  }),
  sessions: Type.Array(Session.fields),
  knownDevices: signIns('The devices that are known by a digest, from which you signed in'),
  knownAddresses: signIns('The network addresses that are known by a digest, from which you signed in'),
  factors: Type.Array(Factor.fields),
  externalAccounts: Type.Array(ExternalAccount.fields),
  pushSubscriptions: Type.Array(PushSubscription.fields),
  createdAt,
  updatedAt,
})

export const TenantAccountData = resource('TenantAccountData', '/api/iam/account/data/{tenantId}', {
  tenantId: ulid(),
  ...membership,
  preferences: NotificationPreferences.fields,
  watches: Type.Array(Type.Object({ topic: topicName(), subject: nullable(subjectUri()) })),
  auditEntries: Type.Array(AuditEntry.fields, {
    description:
      'What you did, without the changes, which are data of the tenant; and what was done to your account and membership, without who else did it from where. Newest first.',
  }),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page of `auditEntries`; null on the last one' })),
})
