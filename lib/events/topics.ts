import type { Id } from '../id.ts'

/** What each topic that is emitted says. Values that open something are sealed by the vault, never in clear. */
export interface TopicData {
  'partner.partner.created': { partnerId: Id; partnerName: string }
  'iam.identity.email_verification': {
    identityId: Id
    email: string
    firstName: string
    /** Null where the address was registered already and the mail only says so. */
    sealedToken: string | null
  }
  'iam.identity.password_reset': { identityId: Id; email: string; firstName: string; sealedToken: string }
}

export type Topic = keyof TopicData
