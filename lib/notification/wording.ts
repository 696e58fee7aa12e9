import type { Topic, TopicData } from '../events/topics.ts'

/** Topics that only mails are made of; their words are in `letters.ts`. */
export type MailedTopic = Extract<Topic, `iam.identity.${string}` | `iam.tenant.${string}`>

/** What stands in a member's list of notifications, where nobody wrote a template. */
export const WORDING: {
  [T in Exclude<Topic, MailedTopic>]: (data: TopicData[T]) => { title: string; message: string }
} = {
  'partner.partner.created': ({ partnerName }) => ({
    title: 'New partner',
    message: `${partnerName} was added as a partner.`,
  }),
  'iam.membership.created': ({ role }) => ({
    title: 'New invitation',
    message: `Somebody was invited as a member with the role ${role}.`,
  }),
  'iam.membership.member_joined': ({ role }) => ({
    title: 'New member',
    message: `An invitation was accepted: there is a new member with the role ${role}.`,
  }),
  'iam.membership.suspended': ({ role }) => ({
    title: 'Member suspended',
    message: `A member with the role ${role} was suspended.`,
  }),
  'iam.membership.reinstated': ({ role }) => ({
    title: 'Member reinstated',
    message: `A suspended member with the role ${role} may work again.`,
  }),
  'iam.membership.role_assigned': ({ role, before }) => ({
    title: 'Role changed',
    message: `A member has the role ${role} now, instead of ${before}.`,
  }),
  'iam.membership.role_revoked': ({ role }) => ({
    title: 'Member gone',
    message: `There is a member less: one with the role ${role} left or was removed.`,
  }),
}
