import { normalizeEmail } from '../platform/access/email.ts'
import type { Id } from '../platform/id.ts'
import type { Key } from '../platform/store/table/table.ts'
import type { RequestSource } from '../platform/store/unit-scope.ts'

export const RECIPIENT_KINDS = ['to', 'cc', 'bcc'] as const
export type RecipientKind = (typeof RECIPIENT_KINDS)[number]

export const MAILING_STATES = ['queued', 'sent', 'partly_sent', 'failed'] as const
export type MailingState = (typeof MAILING_STATES)[number]

export interface Recipient {
  address: string
  kind: RecipientKind
  status: 'queued' | 'sent' | 'failed'
}

/** A file of the object storage, to attach. */
export interface AttachedFile {
  path: string
  filename: string
  mimeType: string
  /** Set for an uploaded file: the mail is sent without it if it was erased meanwhile. */
  isUploaded?: true
  /** Name by which the HTML shows the file. */
  cid?: string
}

export interface ComposedMail {
  subject: string
  text: string
  html: string
  senderName: string | null
  replyTo: string | null
}

/** A mail with documents to addresses outside the tenant, with its result. */
export interface Mailing extends Key {
  id: Id
  tenant: Id
  /** URI of the resource that is sent. */
  subject: string
  channel: 'email' | 'portal'
  format: 'pdf' | 'html'
  documentIds: readonly Id[]
  recipients: readonly Recipient[]
  /** Deleted once the mailing has ended, since it may have links with which anybody can open a document or an export. */
  mail?: ComposedMail
  files: readonly AttachedFile[]
  /** The orders that it is about, whose timelines tell of it. */
  orderIds: readonly Id[]
  status: MailingState
  attempts: number
  /** The claim of the current try. */
  claimedBy?: string
  claimedUntil?: string
  failureReason: string | null
  createdBy: Id | null
  createdByType: RequestSource['actorType'] | null
  createdAt: string
  endedAt: string | null
}

export const mailingUri = ({ subject, id }: Pick<Mailing, 'subject' | 'id'>): string => `${subject}/sendings/${id}`

/** Returns the mailing that a URI names; undefined if it names none. */
export const parseMailingUri = (uri: string): { subject: string; id: Id } | undefined => {
  const [subject = '', id] = uri.split('/sendings/')
  return id ? { subject, id } : undefined
}

/** Returns each address once, as `to` rather than `cc`, and as `cc` rather than `bcc`. */
export const collectRecipients = (given: Readonly<Record<RecipientKind, readonly string[]>>): Recipient[] => {
  const known = new Set<string>()
  return RECIPIENT_KINDS.flatMap((kind) =>
    given[kind].flatMap((address): Recipient[] => {
      const same = normalizeEmail(address)
      if (known.has(same)) return []
      known.add(same)
      return [{ address, kind, status: 'queued' }]
    }),
  )
}

/** Returns the recipients after the mail server accepted the mail for all but the refused ones. */
export const updateAfterSending = (recipients: readonly Recipient[], refused: readonly string[]): Recipient[] => {
  const not = new Set(refused.map((address) => normalizeEmail(address)))
  return recipients.map((each) => ({ ...each, status: not.has(normalizeEmail(each.address)) ? 'failed' : 'sent' }))
}

export const getOutcome = (recipients: readonly Recipient[]): MailingState => {
  const sent = recipients.filter(({ status }) => status === 'sent').length
  if (sent === recipients.length) return 'sent'
  return sent ? 'partly_sent' : 'failed'
}
