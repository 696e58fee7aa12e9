import type { DocumentType } from '../../../../schemas/document/document.ts'
import type { FulfilmentOrderState } from '../../../../schemas/fulfilment/fulfilment-order.ts'
import type { RESOLUTIONS } from '../../../../schemas/fulfilment/return.ts'
import type { SerialUnitState } from '../../../../schemas/inventory/serial-unit.ts'
import type { TopicName } from '../../../../schemas/notification/topic.ts'
import type { Role } from '../../../../schemas/roles.ts'
import type { PAYMENT_STATUSES } from '../../../../schemas/sales/payment-status.ts'
import type { DigestTopic } from './digest-items.ts'

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

/** Texts that the mails of all topics share. */
export interface FrameWords {
  greeting: string
  /** Greeting of a person whose first name is known. */
  greetingByName: string
  /** Label of the button if a topic has no better one. */
  open: string
  /** Stands between a label and what it names. */
  colon: string
  /** Stands before the link that the button opens. */
  ifButtonFails: string
  /** Says why members get a mail about their tenant. */
  why: string
  /** Says why somebody gets a mail about a message to them. */
  whyWritten: string
  /** Says that a mail gathers several messages. */
  gathered: string
  /** Says how many events are not named. */
  more: string
}

/** Names of values that events give as codes. */
export interface ValueNames {
  role: Readonly<Record<Role, string>>
  documentType: Readonly<Record<DocumentType, string>>
  fulfilment: Readonly<Record<FulfilmentOrderState, string>>
  payment: Readonly<Record<(typeof PAYMENT_STATUSES)[number], string>>
  partner: Readonly<Record<'active' | 'inactive' | 'blocked', string>>
  serialUnit: Readonly<Record<SerialUnitState, string>>
  resolution: Readonly<Record<(typeof RESOLUTIONS)[number], string>>
}

/** Parts of the items of digests; variables are members of `item`. */
export interface DigestItemWords {
  returnOfOrder: string
  withoutNumber: string
  expiry: string
  asRole: string
}

/** Titles of digests, with the number of events, which is at least 2. */
export type DigestTitles = Readonly<Record<DigestTopic, string>>

/** All texts of a language. */
export interface Language {
  topics: Readonly<Record<TopicName, Words>>
  digests: DigestTitles
  digestItems: DigestItemWords
  names: ValueNames
  frame: FrameWords
}
