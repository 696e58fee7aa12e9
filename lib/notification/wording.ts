import type { Topic, TopicData } from '../events/topics.ts'

/** Topics that only mails are made of; their words are in `letters.ts`. */
export type MailedTopic = Extract<Topic, `iam.identity.${string}`>

/** What stands in a member's list of notifications, where nobody wrote a template. */
export const WORDING: {
  [T in Exclude<Topic, MailedTopic>]: (data: TopicData[T]) => { title: string; message: string }
} = {
  'partner.partner.created': ({ partnerName }) => ({
    title: 'New partner',
    message: `${partnerName} was added as a partner.`,
  }),
}
