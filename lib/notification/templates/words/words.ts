import type { TopicName } from '../../../../schemas/notification/topic.ts'

/** What a mail says; what is missing is made of the title and the message. */
export interface MailWords {
  subject?: string
  greeting?: string
  /** Before the action. */
  paragraphs?: readonly string[]
  /** What the button says that opens `actionUrl`. */
  action?: string
  /** After the action, in smaller print. */
  notes?: readonly string[]
}

/** What is said of a topic, in Liquid. Every channel's form is made of this. */
export interface Words {
  title: string
  /** A sentence or two that stand for themselves: in lists, on phones, in chats. */
  message: string
  mail?: MailWords | { withToken: MailWords; withoutToken: MailWords }
}

export type WordsOf<Prefix extends string> = { readonly [T in Extract<TopicName, `${Prefix}.${string}`>]: Words }
