import type { TopicName } from '../../../../schemas/notification/topic.ts'

/** Texts of a mail; missing ones are taken from the title and the message. */
export interface MailWords {
  subject?: string
  greeting?: string
  /** Paragraphs before the button. */
  paragraphs?: readonly string[]
  /** Label of the button that opens `actionUrl`. */
  action?: string
  /** Small print after the button. */
  notes?: readonly string[]
}

/** Texts of a topic, in Liquid, from which the texts of every channel are built. */
export interface Words {
  title: string
  /** One or two sentences that are complete without the title. */
  message: string
  mail?: MailWords | { withToken: MailWords; withoutToken: MailWords }
}

export type WordsOf<Prefix extends string> = { readonly [T in Extract<TopicName, `${Prefix}.${string}`>]: Words }
