import type { Topic, TopicData } from '../../../../schemas/events/topics.ts'

/**
 * Members with a person's e-mail address, by topic. Events of these topics are indexed by the address, so that erasing the
 * account erases the address and the first name in them. Apart from the schemas, which are too large for every function.
 */
export const EMAIL_MEMBERS: { readonly [T in Topic]?: keyof TopicData[T] } = {
  'iam.identity.email_verification': 'email',
  'iam.identity.password_reset': 'email',
  'iam.identity.mfa_challenge_issued': 'email',
  'iam.identity.new_device_login': 'email',
  'iam.tenant.invitation_sent': 'email',
  'iam.tenant.welcome_sent': 'email',
}

/** Returns the e-mail address for which an event has to be found when its owner is erased. */
export const getErasableEmail = <T extends Topic>(topic: T, data: TopicData[T]): string | undefined => {
  const member = EMAIL_MEMBERS[topic]
  const email: unknown = member && data[member]
  return typeof email === 'string' && email ? email : undefined
}
