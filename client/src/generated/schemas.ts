// Generated from the API description by `npm run generate:client`. Do not edit.

export interface AcceptInvitationInput {
  /** The token from the mail */
  token: string
  /** Required if the address has no account or an unverified one */
  password?: string | undefined
  /** Required together with password */
  firstName?: string | undefined
}

export interface AcceptanceDryRun {
  "@context": "/api/docs/contexts/AcceptanceDryRun"
  "@type": "AcceptanceDryRun"
  channelId: string
  /** Number of the latest orders that would be accepted */
  accept: number
  reject: number
  hold: number
  decisions: {
    orderId: string
    externalOrderId: string
    number: string
    /** Current status of the order */
    status: string
    action: AcceptanceDryRunDecisionAction
    /** Null if no rule set or the proposed one decided */
    ruleSetId: string | null
    reason: string
    unknownFields: string[]
  }[]
}

export type AcceptanceDryRunDecisionAction = "accept" | "reject" | "hold"

export interface AcceptanceRuleSet {
  "@id": string
  "@context": "/api/docs/contexts/AcceptanceRuleSet"
  "@type": "AcceptanceRuleSet"
  id: string
  channelId: string
  /** Text of 1 to 255 characters */
  name: string
  conditions: {
    logic: AcceptanceRuleSetConditionLogic
    rules: {
      field: string
      operator: AcceptanceRuleSetConditionRuleOperator
      value: string
      description: string | null
    }[]
  }[]
  action: AcceptanceRuleSetAction
  isActive: boolean
  /** Rule sets with lower numbers are evaluated first */
  priority: number
  createdAt: string
}

export type AcceptanceRuleSetAction = "accept" | "reject" | "hold"

export type AcceptanceRuleSetConditionLogic = "and" | "or"

export type AcceptanceRuleSetConditionRuleOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "exists"

export interface AccountData {
  "@id": string
  "@context": "/api/docs/contexts/AccountData"
  "@type": "AccountData"
  id: string
  /** An e-mail address */
  email: string
  firstName: string
  /** An ISO 3166 country code */
  country: string | null
  marketingOptIn: boolean
  /** Number that receives text messages */
  phone: string | null
  emailVerifiedAt: string | null
  /** The address before the last change */
  formerEmail: {
    /** An e-mail address */
    email: string
    heldUntil: string
  } | null
  /** Your memberships, also those that ended */
  tenants: {
    tenantId: string
    /** Name of the tenant */
    name: string
    memberId: string
    role: AccountDataTenantRole
    status: AccountDataTenantStatus
  }[]
  sessions: {
    id: string
    /** Browser and system */
    device: string | null
    /** Address of the sign-in: an IPv4 address or the /64 network of an IPv6 one */
    address: string | null
    startedAt: string
    /** Time of the sign-in or the last refresh */
    lastUsedAt: string
    /** True for the session of this request */
    current: boolean
  }[]
  /** The devices that are known by a digest, from which you signed in */
  knownDevices: {
    lastSignInAt: string
  }[]
  /** The network addresses that are known by a digest, from which you signed in */
  knownAddresses: {
    lastSignInAt: string
  }[]
  factors: {
    id: string
    type: AccountDataFactorType
    name: string
    createdAt: string
    /** Time of the last sign-in or step-up with it */
    lastUsedAt: string | null
  }[]
  externalAccounts: {
    id: string
    kind: AccountDataExternalAccountKind
    /** Name of the provider */
    provider: string
    linkedAt: string
  }[]
  pushSubscriptions: {
    id: string
    /** Owner of the browser */
    userId: string
    userAgent: string | null
    createdAt: string
    expiresAt: string | null
  }[]
  createdAt: string
  updatedAt: string
}

export type AccountDataExternalAccountKind = "oidc" | "social_oauth_a" | "social_oauth_b" | "social_oauth_c" | "saml"

export type AccountDataFactorType = "totp" | "passkey"

export type AccountDataTenantRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export type AccountDataTenantStatus = "invited" | "active" | "suspended" | "left"

export interface AddBillAttachmentInput {
  /** Id of a file that is ready */
  fileId: string
  /** Name by which the record has only one attachment */
  slot?: string | undefined
}

export interface AddCreditNoteAttachmentInput {
  /** Id of a file that is ready */
  fileId: string
  /** Name by which the record has only one attachment */
  slot?: string | undefined
}

export interface AddInvoiceAttachmentInput {
  /** Id of a file that is ready */
  fileId: string
  /** Name by which the record has only one attachment */
  slot?: string | undefined
}

export interface AddInvoiceLineItemInput {
  /** Text of 1 to 500 characters */
  description: string
  quantity: number
  /** Minor units; below 0 for a discount */
  unitPrice: number
  /** A reference of your own, such as an order number */
  reference?: string | null | undefined
  /** A category of the setting `billing.taxRates` */
  taxCategoryId?: string | null | undefined
}

export interface AddServiceAccountKeyInput {
  /** Hours for which the key before this one stays valid */
  overlapHours?: number | undefined
  publicKey?: {
    kty: AddServiceAccountKeyInputPublicKeyKty
    /** The only algorithm that is accepted with this key */
    alg: AddServiceAccountKeyInputPublicKeyAlg
    crv?: AddServiceAccountKeyInputPublicKeyCrv | undefined
    /** Text in base64url */
    x?: string | undefined
    /** Text in base64url */
    y?: string | undefined
    /** Modulus of an RSA key of 2,048 to 8,192 bits */
    n?: string | undefined
    /** Text in base64url */
    e?: string | undefined
    kid?: string | undefined
    use?: "sig" | undefined
  } | undefined
}

export type AddServiceAccountKeyInputPublicKeyAlg = "ES256" | "EdDSA" | "RS256"

export type AddServiceAccountKeyInputPublicKeyCrv = "P-256" | "Ed25519"

export type AddServiceAccountKeyInputPublicKeyKty = "EC" | "OKP" | "RSA"

export interface AddServiceAccountKeyResult {
  id: string
  type: AddServiceAccountKeyResultType
  /** Algorithm of a public key; null for a secret */
  algorithm: AddServiceAccountKeyResultAlgorithm | null
  createdAt: string
  /** Set once a newer key replaces it */
  expiresAt: string | null
  /** Id of the service account */
  clientId: string
  /** The key. It is shown only this once. Matches `ent_sk_[0-7][0-9A-HJKMNP-TV-Z]{25}[0-9A-Za-z]{36}`. Null for a public key. */
  secret: string | null
}

export type AddServiceAccountKeyResultAlgorithm = "ES256" | "EdDSA" | "RS256"

export type AddServiceAccountKeyResultType = "secret" | "public_key"

export interface AddSettlementLineItemInput {
  type: SettlementLineItemType
  /** Text of 1 to 500 characters */
  description: string
  amount: number
  /** An ISO 4217 currency code */
  currency: string
  /** What the line is for: the URI of a resource, or text that is printed beside it */
  subject?: string | null | undefined
  /** Text of 1 to 100 characters */
  chargeType?: string | null | undefined
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  itemOccurredAt?: string | null | undefined
  /** An object with up to 20 names of at most 50 characters and texts of at most 500 */
  metadata?: Record<string, string> | undefined
}

export interface AddShipmentAttachmentInput {
  /** Id of a file that is ready */
  fileId: string
  /** Name by which the record has only one attachment */
  slot?: string | undefined
}

export interface AddShipmentEventInput {
  state?: AddShipmentEventInputState | undefined
  flag?: ShipmentFlag | undefined
  /** Default: now */
  occurredAt?: string | undefined
  /** Text of 1 to 500 characters */
  description?: string | undefined
  /** Text of 1 to 255 characters */
  place?: string | undefined
  /** Who signed for the parcel; only with `delivered` */
  signedBy?: string | undefined
}

export type AddShipmentEventInputState = "scheduled" | "in_transit" | "out_for_delivery" | "delivered" | "refused" | "damaged" | "lost"

export interface AllocatePaymentInput {
  /** Issued or overdue invoices of the partner in the currency of the payment, each once */
  allocations: readonly {
    /** An id (a ULID or a UUID) */
    invoiceId: string
    /** At most the open amount of the invoice */
    amount: number
  }[]
}

export interface ApproveBillInput {
  notes?: string | null | undefined
}

export interface ApproveSettlementInput {
  notes?: string | null | undefined
}

export interface Assortment {
  "@id": string
  "@context": "/api/docs/contexts/Assortment"
  "@type": "Assortment"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  createdAt: string
  updatedAt: string
}

export interface Attachment {
  "@context": "/api/docs/contexts/Attachment"
  "@type": "Attachment"
  /** Id of the file */
  id: string
  originalFilename: string
  /** Path in the object storage */
  storagePath: string
  mimeType: string
  sizeBytes: number
  purpose: string | null
  uploadedAt: string
  /** Name by which the record has only one attachment */
  slot: string | null
  uploadedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  uploadedByType: AttachmentUploadedByType | null
  /** Address of the file */
  url: string | null
  /** Endpoint that redirects to a short-lived URL of the content */
  downloadUrl: string | null
}

export type AttachmentUploadedByType = "person" | "service_account"

export interface AuditEntry {
  "@id": string
  "@context": "/api/docs/contexts/AuditEntry"
  "@type": "AuditEntry"
  id: string
  occurredAt: string
  actorType: AuditEntryActorType
  /** The identity of a person, or a service account; null for the platform */
  actorId: string | null
  /** The caller's network address; null if there was none, or it was erased with the account */
  address: string | null
  /** `X-Request-Id` of the answer */
  requestId: string | null
  operation: string | null
  action: AuditEntryAction
  resourceType: string
  /** Null for an entry about several resources, or about none */
  resourceId: string | null
  /** Revision of the resource after the change; the last one of a deleted resource */
  revision: number | null
  /** The fields that changed. Secrets, and data of buyers, are masked. */
  changes: {
    field: string
    /** Value before as JSON; null if there was none */
    before: string | null
    /** Value after as JSON; null if there is none */
    after: string | null
    /** True if a value is longer than what is kept of it */
    isCut: boolean
  }[]
  /** The resources of an entry that sums up work of the platform, such as an import */
  resources: {
    id: string
    revision: number
  }[]
  /** True if personal data was erased from the entry, with the account it was of */
  isErased: boolean
}

export type AuditEntryAction = "create" | "update" | "delete" | "sign_in" | "sign_in_failed" | "sessions_ended" | "credentials_changed" | "read" | "export" | "replay" | "test" | "publish"

export type AuditEntryActorType = "person" | "service_account" | "platform"

export interface AuditEntryPage {
  "@context": "/api/docs/contexts/AuditEntryPage"
  "@type": "AuditEntryPage"
  member: {
    id: string
    occurredAt: string
    actorType: AuditEntryPageMemberActorType
    /** The identity of a person, or a service account; null for the platform */
    actorId: string | null
    /** The caller's network address; null if there was none, or it was erased with the account */
    address: string | null
    /** `X-Request-Id` of the answer */
    requestId: string | null
    operation: string | null
    action: AuditEntryPageMemberAction
    resourceType: string
    /** Null for an entry about several resources, or about none */
    resourceId: string | null
    /** Revision of the resource after the change; the last one of a deleted resource */
    revision: number | null
    /** The fields that changed. Secrets, and data of buyers, are masked. */
    changes: {
      field: string
      /** Value before as JSON; null if there was none */
      before: string | null
      /** Value after as JSON; null if there is none */
      after: string | null
      /** True if a value is longer than what is kept of it */
      isCut: boolean
    }[]
    /** The resources of an entry that sums up work of the platform, such as an import */
    resources: {
      id: string
      revision: number
    }[]
    /** True if personal data was erased from the entry, with the account it was of */
    isErased: boolean
  }[]
  /** Cursor of the next page; null on the last one */
  nextCursor: string | null
}

export type AuditEntryPageMemberAction = "create" | "update" | "delete" | "sign_in" | "sign_in_failed" | "sessions_ended" | "credentials_changed" | "read" | "export" | "replay" | "test" | "publish"

export type AuditEntryPageMemberActorType = "person" | "service_account" | "platform"

export interface AuthorizeReturnInput {
  /** The custodian that gets the goods; default: the custodian that they came from */
  custodianId?: string | null | undefined
  /** Text of 1 to 100 characters */
  carrier?: string | null | undefined
  /** Text of 1 to 100 characters */
  trackingNumber?: string | null | undefined
  /** A URL that begins with https:// */
  labelUrl?: string | null | undefined
}

export interface AutoSettlementRule {
  "@id": string
  "@context": "/api/docs/contexts/AutoSettlementRule"
  "@type": "AutoSettlementRule"
  id: string
  tenantId: string
  partnerId: string
  /** Text of 1 to 100 characters on one line, without surrounding spaces, other than . and .. */
  scope: string
  basis: AutoSettlementRuleBasis
  /** An ISO 4217 currency code */
  currency: string
  periodType: AutoSettlementRulePeriodType | null
  createdAt: string
}

export type AutoSettlementRuleBasis = "period" | "ad_hoc" | "per_job" | "on_demand"

export type AutoSettlementRulePeriodType = "weekly" | "bi_weekly" | "monthly"

export interface BankCsvMapping {
  "@id": string
  "@context": "/api/docs/contexts/BankCsvMapping"
  "@type": "BankCsvMapping"
  id: string
  name: string
  delimiter: BankCsvMappingDelimiter
  encoding: BankCsvMappingEncoding
  /** Separator before the decimals of amounts. Points, commas, spaces and apostrophes may separate groups of three digits; with a decimal point, also groups as in 12,34,567.89. An amount of another form is a fault of its row. */
  decimalSeparator: BankCsvMappingDecimalSeparator
  dateFormat: BankCsvMappingDateFormat
  /** Rows above the header */
  rowsBeforeHeader: number
  /** Currency of entries if no column has it */
  currency: string | null
  /** Names of the columns in the header, by what they contain */
  columns: {
    /** Day on which the entry was booked */
    date: string
    /** Day from which the amount bears interest */
    valueDate: string | null
    /** Signed amount; instead of `debit` and `credit` */
    amount: string | null
    /** Amount that left the account */
    debit: string | null
    /** Amount that reached the account */
    credit: string | null
    /** Whether the amount of the column `amount` left or reached the account, such as `S` and `H`, `D` and `C`, `Af` and `Bij` */
    direction: string | null
    /** Whether the entry is booked; rows that are pending, such as `Vorgemerkt` or `Pending`, are left out */
    status: string | null
    /** Currency; without this column, `currency` of the mapping applies */
    currency: string | null
    /** Name of the other party */
    name: string | null
    /** Account of the other party */
    iban: string | null
    /** Columns whose texts together say what the payment is for */
    text: string[] | null
    /** The bank's own reference of the entry */
    reference: string | null
    /** Reference that the payer gave the payment */
    endToEndId: string | null
  }
  createdAt: string
  updatedAt: string
}

export type BankCsvMappingDateFormat = "YYYY-MM-DD" | "DD.MM.YYYY" | "DD.MM.YY" | "DD/MM/YYYY" | "MM/DD/YYYY" | "YYYYMMDD"

export type BankCsvMappingDecimalSeparator = "," | "."

export type BankCsvMappingDelimiter = ";" | "," | "\t" | "|"

export type BankCsvMappingEncoding = "utf-8" | "windows-1252" | "iso-8859-15"

export interface BankEntry {
  "@id": string
  "@context": "/api/docs/contexts/BankEntry"
  "@type": "BankEntry"
  id: string
  /** The bank statement that first contained the entry */
  statementId: string
  status: BankEntryStatus
  /** Own account */
  account: string
  /** `credit`: the amount reached the account */
  direction: BankEntryDirection
  /** True if the bank marks the entry as the reversal of another */
  isReversal: boolean
  amount: number
  /** An ISO 4217 currency code */
  currency: string
  /** A date such as 2026-03-31 */
  bookedOn: string
  /** A date such as 2026-03-31 */
  valueOn: string | null
  /** Name of the other party */
  counterpartyName: string | null
  /** IBAN or other number of the account of the other party */
  counterpartyAccount: string | null
  /** What the payment is for */
  text: string | null
  /** Reference in a field of its own, such as an RF reference */
  structuredReference: string | null
  /** Reference that the initiator gave the payment */
  endToEndId: string | null
  /** The bank's own reference */
  bankReference: string | null
  /** Code of the reason for which a payment was returned */
  returnReason: string | null
  /** The partner who paid, or who probably did */
  partnerId: string | null
  /** The best first */
  proposals: {
    /** `payment` of invoices, `reversal` of a payment that the bank took back, or `outgoing_payment` of an item of a payment run */
    kind: BankEntryProposalKind
    /** Why this is proposed, strongest first */
    reasons: BankEntryProposalReason[]
    /** True if the open amounts of the invoices add up to the amount of the entry */
    isExact: boolean
    partnerId: string
    partnerName: string
    allocations: {
      invoiceId: string
      invoiceNumber: string
      /** Minor units of the entry that pay this invoice */
      amount: number
    }[]
    /** Minor units that pay no invoice and become credit of the partner */
    unallocatedAmount: number
    /** The payment that is reversed */
    paymentId: string | null
    /** The item of a payment run that the bank paid */
    paymentRunItemId: string | null
  }[]
  /** True if the first proposals are equally good, so that one must be chosen */
  isTied: boolean
  /** The payment that the confirmation recorded */
  paymentId: string | null
  /** The payment that the confirmation reversed */
  reversedPaymentId: string | null
  /** The item of a payment run that the confirmation paid */
  paymentRunItemId: string | null
  /** The identity or service account; null if the platform confirmed the entry */
  confirmedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  confirmedByType: BankEntryConfirmedByType | null
  confirmedAt: string | null
  createdAt: string
  updatedAt: string
}

export type BankEntryConfirmedByType = "person" | "service_account"

export type BankEntryDirection = "credit" | "debit"

export type BankEntryProposalKind = "payment" | "reversal" | "outgoing_payment"

export type BankEntryProposalReason = "end_to_end_id" | "structured_reference" | "invoice_number" | "partner_account" | "sum_of_invoices" | "partner_name" | "exact_amount"

export type BankEntryStatus = "open" | "proposed" | "confirmed" | "ignored"

export interface BankStatement {
  "@id": string
  "@context": "/api/docs/contexts/BankStatement"
  "@type": "BankStatement"
  id: string
  fileId: string
  fileName: string
  format: BankStatementFormat
  /** `reading` until all entries of the file are stored, then `ready` */
  status: BankStatementStatus
  /** Statements that the file contains, in its order */
  balances: {
    /** IBAN or other number of the account */
    account: string
    /** An ISO 4217 currency code */
    currency: string
    /** The bank's id of the statement, which may recur every year */
    statementId: string | null
    /** Day of the first entry */
    from: string | null
    /** Day of the last entry */
    to: string | null
    /** Minor units; null if the file does not say */
    openingBalance: number | null
    /** Minor units; null if the file does not say */
    closingBalance: number | null
    /** Sum of the entries that reached the account */
    credits: number
    /** Sum of the entries that left the account */
    debits: number
    /** Number of entries */
    entryCount: number
  }[]
  /** Number of entries in the file */
  entryCount: number
  /** Number of entries that were read so far */
  readCount: number
  /** Number of entries that were stored */
  addedCount: number
  /** Number of entries that an earlier file contained already */
  knownCount: number
  createdAt: string
  updatedAt: string
}

export type BankStatementFormat = "camt052" | "camt053" | "csv"

export type BankStatementStatus = "reading" | "ready"

export interface BeginPasskeyResult {
  /** Send it with the passkey; valid for five minutes in this session */
  enrolment: string
  /** Options for `navigator.credentials.create`, as `PublicKeyCredential.parse…OptionsFromJSON` reads them */
  options: Record<string, unknown>
  /** Lifetime in seconds */
  expiresIn: number
}

export interface BeginPasskeyStepUpResult {
  /** Send it with the passkey; works once */
  challenge: string
  /** Options for `navigator.credentials.get`, as `PublicKeyCredential.parse…OptionsFromJSON` reads them */
  options: Record<string, unknown>
  /** Lifetime in seconds */
  expiresIn: number
}

export interface BeginTotpResult {
  /** Send it with the first code; valid for ten minutes in this session */
  enrolment: string
  /** Secret in Base32, for apps that cannot read the QR code */
  secret: string
  /** URI to show as a QR code */
  uri: string
  /** Lifetime in seconds */
  expiresIn: number
}

export interface BeginWizardInput {
  /** An id (a ULID or a UUID) */
  custodianId: string
  /** One of the URIs that the deployment allows */
  redirectUri?: string | null | undefined
}

export interface Bill {
  "@id": string
  "@context": "/api/docs/contexts/Bill"
  "@type": "Bill"
  id: string
  tenantId: string
  partnerId: string
  partnerName: string
  billNumber: string
  /** An ISO 4217 currency code */
  currency: string
  totalAmount: number
  subtotal: number | null
  taxTotal: number | null
  /** Adjustments stated on the bill; the total includes them already */
  adjustments: Record<string, string>[]
  subject: string | null
  /** True if you issued the bill on behalf of the partner instead of receiving it */
  selfBilled: boolean
  status: BillStatus
  issuedAt: string
  dueAt: string
  reviewedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  reviewedByType: BillReviewedByType | null
  reviewedAt: string | null
  approvedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  approvedByType: BillApprovedByType | null
  approvedAt: string | null
  approvalNotes: string | null
  /** A date such as 2026-03-31 */
  scheduledPaymentDate: string | null
  paidAt: string | null
  paymentReference: string | null
  paymentMethod: string | null
  /** The payment run that pays the bill; null while it is in none */
  paymentRunId: string | null
  /** The reason why the last payment failed, until the bill is scheduled again */
  paymentFailureReason: string | null
  disputedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  disputedByType: BillDisputedByType | null
  disputedAt: string | null
  disputeReason: string | null
  cancellationReason: string | null
  /** Up to five other bills that are not cancelled and have the same partner, currency, total and issue date. Empty in lists; get a single bill to see them */
  warnings: {
    code: "POSSIBLE_DUPLICATE"
    message: string
  }[]
  createdAt: string
  updatedAt: string
}

export type BillApprovedByType = "person" | "service_account"

export type BillDisputedByType = "person" | "service_account"

export type BillReviewedByType = "person" | "service_account"

export type BillStatus = "received" | "under_review" | "approved" | "scheduled" | "paid" | "disputed" | "cancelled"

export interface BindCatalogLinkInput {
  /** An id (a ULID or a UUID) */
  assortmentId: string
  direction: BindCatalogLinkInputDirection
}

export type BindCatalogLinkInputDirection = "pull" | "push"

export interface BulkImportOrdersInput {
  orders: readonly Record<string, unknown>[]
  /** Skip orders that exist already, unless a later `modifiedAt` changes them; if false, those that would be skipped count as failed */
  skipDuplicates?: boolean | undefined
}

export interface BulkImportResult {
  "@context": "/api/docs/contexts/BulkImportResult"
  "@type": "BulkImportResult"
  channelId: string
  totalOrders: number
  /** New orders, and those that a newer version changed */
  imported: number
  /** How many of `imported` changed an order that existed */
  updated: number
  /** Orders that exist in this or a newer version */
  skipped: number
  /** How many of `skipped` differ from the order without saying which is newer: their `modifiedAt` is missing or the same */
  ambiguous: number
  failed: number
  errors: {
    /** Null if it cannot be read */
    externalOrderId: string | null
    error: string
  }[]
}

export interface BulkUpsertSettingsInput {
  settings: readonly {
    /** Key of a setting */
    key: string
    /** Value of the type of the setting; null clears a setting without a default */
    value: unknown
  }[]
}

/** `from` defaults to the company name and the legal address in your settings. */
export interface BuyShipmentLabelInput {
  /** An active shipping_api custodian that has `label_generation` enabled */
  custodianId: string
  weightGrams: number
  sizeMillimetres?: {
    length: number
    width: number
    height: number
  } | null | undefined
  /** By default the lowest price decides */
  carrier?: string | null | undefined
  /** Text of 1 to 100 characters */
  service?: string | null | undefined
  format?: ShipmentLabelFormat | undefined
  from?: {
    company?: string | null | undefined
    name?: string | null | undefined
    /** Text of 1 to 255 characters */
    line1: string
    line2?: string | null | undefined
    /** Text of 1 to 255 characters */
    city: string
    postalCode?: string | null | undefined
    region?: string | null | undefined
    /** An ISO 3166 country code */
    countryCode: string
    phone?: string | null | undefined
    email?: string | null | undefined
  } | undefined
}

export interface CancelBillInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface CancelFulfilmentOrderInput {
  /** Text of 1 to 500 characters */
  reason: string
  /** True if the pieces that are cancelled shall be fulfilled all the same. The sales order is then planned again, as it is now, by the fulfilment policy of its channel. This custodian is not excluded: if it is still the best, the pieces go to a new fulfilment order there; suspend it first, or use `reassign`, if they must not. Excluded are custodians that refused the sales order or closed it short. Without a policy, or if nobody can fulfil the pieces, a routing incident says why. An order without a sales order is only cancelled. */
  reroute?: boolean | undefined
}

export interface CancelInvoiceInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface CancelOrderInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface CancelShipmentInput {
  /** Text of 1 to 500 characters */
  reason?: string | undefined
}

export interface CapabilityCatalog {
  "@id": string
  "@context": "/api/docs/contexts/CapabilityCatalog"
  "@type": "CapabilityCatalog"
  id: "default"
  catalog: Record<string, CapabilityCatalogCatalogValue[]>
}

export type CapabilityCatalogCatalogValue = "tenant_picks_warehouse" | "provider_picks_warehouse" | "list_inventory" | "push_inventory" | "cancel_order" | "webhook_receipt" | "label_generation"

export interface Carrier {
  "@context": "/api/docs/contexts/Carrier"
  "@id": string
  "@type": "Carrier"
  /** One to four lower-case words, joined by hyphens */
  code: string
  /** Text of 1 to 100 characters */
  name: string
  aliases: string[]
  trackingUrlTemplate: string | null
  /** False for carriers that the platform knows */
  isOwn: boolean
  createdAt: string | null
  updatedAt: string | null
}

export interface CatalogPlan {
  "@context": "/api/docs/contexts/CatalogPlan"
  "@id": string
  "@type": "CatalogPlan"
  channelId: string
  /** Hash of the whole plan, for `planHash` of a publish; null if the plan is too large */
  planHash: string | null
  createCount: number
  updateCount: number
  /** Variants that the shop refused, which are not sent again until they change */
  refusedCount: number
  /** Variants in conflict, which are withheld until the conflict is resolved */
  conflictedCount: number
  /** The first variants of the plan */
  items: {
    variantId: string
    variantName: string
    productName: string
    sku: string
    /** Hash of the content that the channel should show now */
    currentHash: string
    /** Hash of the content that the platform confirmed last */
    headHash: string | null
    /** Number of times that the platform confirmed a push */
    contentVersion: number
    driftState: CatalogPlanItemDriftState
    lastPushedAt: string | null
    action: CatalogPlanItemAction
  }[]
}

export type CatalogPlanItemAction = "create" | "update" | "refused" | "conflicted"

export type CatalogPlanItemDriftState = "never_pushed" | "drifted" | "in_sync"

export interface ChangeEmailInput {
  /** An e-mail address */
  newEmail: string
}

export interface ChangeMemberRoleInput {
  /** Only owners can add, change or remove owners */
  role: MemberRole
}

export interface ChangePasswordInput {
  currentPassword: string
  newPassword: string
}

export interface ChannelAnalytics {
  "@context": "/api/docs/contexts/ChannelAnalytics"
  "@id": string
  "@type": "ChannelAnalytics"
  channelId: string
  channelName: string
  channelType: ChannelAnalyticsChannelType
  /** Orders count on the day of their import, with their current status */
  totalOrdersImported: number
  /** Failed attempts to import an order */
  totalOrdersFailed: number
  ordersAccepted: number
  ordersRejected: number
  /** Orders held for review without a decision yet */
  ordersHeldForReview: number
  totalSyncs: number
  successfulSyncs: number
  failedSyncs: number
  /** Accepted orders divided by those accepted, rejected or held; 0 if there are none */
  acceptanceRate: number
  /** Successful syncs divided by all syncs; 0 if there are none */
  syncSuccessRate: number
  /** Total of accepted orders in `currency` that are not cancelled */
  totalRevenue: number
  averageOrderValue: number
  /** Default currency of the channel or else of the tenant, or else the one with most orders */
  currency: string | null
  /** Revenue in other currencies, not included in totalRevenue */
  otherRevenue: {
    /** An ISO 4217 currency code */
    currency: string
    totalRevenue: number
    averageOrderValue: number
    orders: number
  }[]
  /** Average time from placing to importing an order */
  averageProcessingTimeSeconds: number
  /** Time at which a run of any type last succeeded */
  lastSyncAt: string | null
  period: ChannelAnalyticsPeriod
}

export type ChannelAnalyticsChannelType = "manual" | "woocommerce" | "shopify" | "sylius" | "vendure" | "simulator"

export type ChannelAnalyticsPeriod = "today" | "7d" | "30d" | "90d" | "all_time"

export interface ChannelAuthorization {
  "@context": "/api/docs/contexts/ChannelAuthorization"
  "@type": "ChannelAuthorization"
  id: string
  channelId: string
  authorizationUrl: string
  state: string
  expiresInSeconds: number
}

export interface ChannelDiscovery {
  "@context": "/api/docs/contexts/ChannelDiscovery"
  "@id": string
  "@type": "ChannelDiscovery"
  connectionId: string
  channels: {
    code: string
    name: string
    enabled: boolean
    locales: string[]
    defaultLocale: string | null
    currencies: string[]
    defaultCurrency: string | null
  }[]
}

export interface ChannelDriftSummary {
  "@context": "/api/docs/contexts/ChannelDriftSummary"
  "@id": string
  "@type": "ChannelDriftSummary"
  channelId: string
  /** Variants whose content differs from what the platform confirmed last */
  driftedCount: number
  /** Variants that the platform has never confirmed */
  neverPushedCount: number
  /** The first variants of both counts; list the rows for all of them */
  items: {
    variantId: string
    variantName: string
    productName: string
    sku: string
    /** Hash of the content that the channel should show now */
    currentHash: string
    /** Hash of the content that the platform confirmed last */
    headHash: string | null
    /** Number of times that the platform confirmed a push */
    contentVersion: number
    driftState: ChannelDriftSummaryItemDriftState
    lastPushedAt: string | null
  }[]
}

export type ChannelDriftSummaryItemDriftState = "never_pushed" | "drifted" | "in_sync"

export interface ChannelPolicy {
  "@id": string
  "@context": "/api/docs/contexts/ChannelPolicy"
  "@type": "ChannelPolicy"
  id: "policy"
  /** Every topic and channel, and whether the tenant enables it */
  entries: {
    /** Kind of event */
    type: ChannelPolicyEntryType
    /** Channel by which notifications are sent */
    channel: ChannelPolicyEntryChannel
    enabled: boolean
  }[]
}

export type ChannelPolicyEntryChannel = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export type ChannelPolicyEntryType = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export interface ChannelWebhook {
  "@context": "/api/docs/contexts/ChannelWebhook"
  "@id": string
  "@type": "ChannelWebhook"
  /** Text of 1 to 100 characters */
  topic: string
  channelId: string
  externalWebhookId: string
  callbackUrl: string
  subscribedAt: string
}

export interface ChannelWebhookDelivery {
  "@id": string
  "@context": "/api/docs/contexts/ChannelWebhookDelivery"
  "@type": "ChannelWebhookDelivery"
  id: string
  channelId: string
  topic: string | null
  platform: ChannelWebhookDeliveryPlatform
  status: ChannelWebhookDeliveryStatus
  errorMessage: string | null
  externalEventId: string | null
  repeats: string | null
  receivedAt: string
  processedAt: string | null
}

export type ChannelWebhookDeliveryPlatform = "manual" | "woocommerce" | "shopify" | "sylius" | "vendure" | "simulator"

export type ChannelWebhookDeliveryStatus = "received" | "processed" | "signature_failed" | "invalid_payload" | "failed"

export interface Charge {
  "@id": string
  "@context": "/api/docs/contexts/Charge"
  "@type": "Charge"
  id: string
  partnerId: string
  /** A scope from `GET /api/billing/settlement-scopes`, or a new one of your own */
  scope: string
  /** Text of 1 to 100 characters */
  chargeType: string
  /** Text of 1 to 500 characters */
  description: string
  /** Minor units. Above 0: owed to the partner; below 0: owed by the partner; never 0. */
  amount: number
  /** An ISO 4217 currency code */
  currency: string
  /** URI of the resource that the charge is for */
  subject: string | null
  /** A time with its offset, such as 2026-03-31T14:00:00Z */
  occurredAt: string
  /** The settlement that includes the charge; null while it is unsettled */
  settlementId: string | null
  createdAt: string
  updatedAt: string
}

export interface CloseFulfilmentOrderShortInput {
  /** Text of 1 to 500 characters */
  reason: string
  lines?: readonly {
    /** Id of a line of the fulfilment order */
    lineId: string
    quantity: number
  }[] | undefined
}

/** Query parameters of the collection */
export interface CollectionSearch {
  "@type": "IriTemplate"
  template: string
  variableRepresentation: "BasicRepresentation"
  mapping: {
    "@type": "IriTemplateMapping"
    variable: string
    property: string
    required: boolean
  }[]
}

/** This page and its neighbours; `previous` and `next` are present if they exist */
export interface CollectionView {
  "@id": string
  "@type": "PartialCollectionView"
  first: string
  last: string
  previous?: string
  next?: string
}

export interface CompleteMfaInput {
  /** The token from the sign-in */
  mfaToken: string
  /** Six digits */
  code?: string | undefined
  recoveryCode?: string | undefined
  /** The result of the call as `PublicKeyCredential.toJSON` returns it */
  passkey?: {
    /** Text in base64url */
    id: string
    /** Text in base64url */
    rawId: string
    type: "public-key"
    response: {
      /** Text in base64url */
      clientDataJSON: string
      /** Text in base64url */
      authenticatorData: string
      /** Text in base64url */
      signature: string
      userHandle?: string | null | undefined
    }
    clientExtensionResults: Record<string, unknown>
  } | undefined
}

export interface ConfirmBankEntryInput {
  /** Position of the proposal to confirm; by default the first, unless it is tied */
  proposal?: number | null | undefined
  /** The partner who paid, instead of a proposal */
  partnerId?: string | null | undefined
  /** Invoices of `partnerId` that the entry pays; the rest becomes credit of the partner */
  allocations?: readonly {
    /** An id (a ULID or a UUID) */
    invoiceId: string
    amount: number
  }[] | undefined
  /** What a bank or provider deducted on the way; it counts as paid, in addition to the amount of the entry. With a proposal, it pays what that leaves open of its invoices. */
  fee?: number | undefined
}

export interface ConfirmEmailChangeInput {
  /** The token from the mail */
  token: string
}

export interface ConfirmPasskeyInput {
  /** The enrolment from the answer that began it */
  enrolment: string
  /** The result of the call as `PublicKeyCredential.toJSON` returns it */
  passkey: {
    /** Text in base64url */
    id: string
    /** Text in base64url */
    rawId: string
    type: "public-key"
    response: {
      /** Text in base64url */
      clientDataJSON: string
      /** Text in base64url */
      attestationObject: string
      transports?: readonly string[] | undefined
    }
    clientExtensionResults: Record<string, unknown>
  }
  /** Text of 1 to 100 characters */
  name: string
}

export interface ConfirmPasskeyResult {
  id: string
  type: ConfirmPasskeyResultType
  name: string
  /** Shown once, with the first factor; null with further ones */
  recoveryCodes: string[] | null
}

export type ConfirmPasskeyResultType = "totp" | "passkey"

export interface ConfirmPaymentRunInput {
  /** Default: all pending items of the payment run */
  itemIds?: readonly string[] | undefined
  /** Default: the id of each item */
  paymentReference?: string | null | undefined
}

export interface ConfirmTotpInput {
  /** The enrolment from the answer that began it */
  enrolment: string
  /** Six digits */
  code: string
  /** Text of 1 to 100 characters */
  name: string
}

export interface ConfirmTotpResult {
  id: string
  type: ConfirmTotpResultType
  name: string
  /** Shown once, with the first factor; null with further ones */
  recoveryCodes: string[] | null
}

export type ConfirmTotpResultType = "totp" | "passkey"

export interface Conflict {
  "@id": string
  "@context": "/api/docs/contexts/Conflict"
  "@type": "Conflict"
  id: string
  /** Resource URI of the other side of the exchange */
  target: string
  variantId: string
  /** JSON pointer of the field. Empty if the other side deleted the variant while it changed here; the values are hashes then. */
  field: string
  /** Value at the last exchange */
  base: string | number | null
  /** Current value here */
  mine: string | number | null
  /** Current value on the other side */
  theirs: string | number | null
  status: ConflictStatus
  detectedAt: string
  resolvedAt: string | null
}

export type ConflictStatus = "open" | "resolved"

export interface ConnectChannelInput {
  /** Text of 1 to 255 characters */
  name: string
  /** 2 to 12 letters and digits with single hyphens between them */
  code: string
  type: SalesChannelType
  credentials: Record<string, string>
  syncSettings?: {
    /** Default: the setting `integrations.autoImportEnabled` */
    autoImportEnabled?: boolean | undefined
    /** Default: the setting `integrations.syncIntervalMinutes` */
    syncIntervalMinutes?: number | undefined
    /** Statuses, in the platform's words, in which syncs and webhooks import new orders; null: all. An order that its shop does not call paid and to be shipped is held until it does, unless its status is named here: so name `on-hold` to sell on account, and statuses of your own. Cancelled and refunded orders are always imported, and imported orders are updated whatever their status. An order that another status excludes is imported when it changes to one of these, so a channel that relies on webhooks needs a topic of changes, such as `order.updated` */
    statusFilters?: readonly string[] | null | undefined
    /** Default: the setting `integrations.daysToLookBack` */
    daysToLookBack?: number | undefined
  } | null | undefined
  /** Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order */
  connectorConfig?: Record<string, string> | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | null | undefined
}

export interface ConnectionTest {
  "@context": "/api/docs/contexts/ConnectionTest"
  "@type": "ConnectionTest"
  connected: boolean
  errorCode: string | null
  errorMessage: string | null
  checkedAt: string
  storeInfo: Record<string, string>
}

export interface CorrectStockItemInput {
  /** Pieces that were counted; of the lot if one is given */
  onHand: number
  /** Text of 1 to 500 characters */
  reason?: string | null | undefined
  /** Lot that was counted; required if the item is tracked by lot */
  lotId?: string | null | undefined
}

export interface CreateAcceptanceRuleSetInput {
  /** An id (a ULID or a UUID) */
  channelId: string
  /** Text of 1 to 255 characters */
  name: string
  /** All groups must be met. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. At most 100 kB in total. */
  conditions: readonly {
    logic?: AcceptanceRuleSetConditionLogic | undefined
    rules: readonly {
      /** A field of the order such as total or lineItems.sku */
      field: string
      operator: AcceptanceRuleSetConditionRuleOperator
      /** For `in` and `not_in`, several values separated by commas */
      value?: string | undefined
      description?: string | null | undefined
    }[]
  }[]
  action: AcceptanceRuleSetAction
  isActive?: boolean | undefined
  /** Rule sets with lower numbers are evaluated first */
  priority?: number | undefined
}

export interface CreateAssortmentInput {
  /** Text of 1 to 255 characters */
  name: string
}

export interface CreateAutoSettlementRuleInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** Text of 1 to 100 characters on one line, without surrounding spaces, other than . and .. */
  scope: string
  /** `period`: each period is settled when it ends. `on_demand`: charges are settled on request. `ad_hoc`: a settlement of the unsettled charges is proposed once a day. `per_job`: what tariffs charged for a fulfilment order is settled when it is over. */
  basis: AutoSettlementRuleBasis
  /** An ISO 4217 currency code */
  currency: string
  /** Of the basis `period`; `monthly` unless it is given */
  periodType?: AutoSettlementRulePeriodType | null | undefined
}

export interface CreateBankCsvMappingInput {
  /** Name of the mapping; white space around it is removed */
  name: string
  delimiter: BankCsvMappingDelimiter
  encoding: BankCsvMappingEncoding
  /** Separator before the decimals of amounts. Points, commas, spaces and apostrophes may separate groups of three digits; with a decimal point, also groups as in 12,34,567.89. An amount of another form is a fault of its row. */
  decimalSeparator: BankCsvMappingDecimalSeparator
  dateFormat: BankCsvMappingDateFormat
  /** Names of the columns in the header, by what they contain */
  columns: {
    /** Day on which the entry was booked */
    date: string
    /** Day from which the amount bears interest */
    valueDate?: string | null | undefined
    /** Signed amount; instead of `debit` and `credit` */
    amount?: string | null | undefined
    /** Amount that left the account */
    debit?: string | null | undefined
    /** Amount that reached the account */
    credit?: string | null | undefined
    /** Whether the amount of the column `amount` left or reached the account, such as `S` and `H`, `D` and `C`, `Af` and `Bij` */
    direction?: string | null | undefined
    /** Whether the entry is booked; rows that are pending, such as `Vorgemerkt` or `Pending`, are left out */
    status?: string | null | undefined
    /** Currency; without this column, `currency` of the mapping applies */
    currency?: string | null | undefined
    /** Name of the other party */
    name?: string | null | undefined
    /** Account of the other party */
    iban?: string | null | undefined
    /** Columns whose texts together say what the payment is for */
    text?: readonly string[] | null | undefined
    /** The bank's own reference of the entry */
    reference?: string | null | undefined
    /** Reference that the payer gave the payment */
    endToEndId?: string | null | undefined
  }
  /** Rows above the header */
  rowsBeforeHeader?: number | undefined
  /** Currency of entries if no column has it */
  currency?: string | null | undefined
}

export interface CreateBankStatementInput {
  /** Id of a file with the purpose `bank_statement` that is ready */
  fileId: string
  format: BankStatementFormat
  /** Required for a CSV, and only then */
  csv?: {
    /** Account of the statement, which a CSV does not name */
    account: string
    /** Id of a mapping; instead of `mapping` */
    mappingId?: string | null | undefined
    mapping?: {
      delimiter: BankCsvMappingDelimiter
      encoding: BankCsvMappingEncoding
      /** Separator before the decimals of amounts. Points, commas, spaces and apostrophes may separate groups of three digits; with a decimal point, also groups as in 12,34,567.89. An amount of another form is a fault of its row. */
      decimalSeparator: BankCsvMappingDecimalSeparator
      dateFormat: BankCsvMappingDateFormat
      /** Names of the columns in the header, by what they contain */
      columns: {
        /** Day on which the entry was booked */
        date: string
        /** Day from which the amount bears interest */
        valueDate?: string | null | undefined
        /** Signed amount; instead of `debit` and `credit` */
        amount?: string | null | undefined
        /** Amount that left the account */
        debit?: string | null | undefined
        /** Amount that reached the account */
        credit?: string | null | undefined
        /** Whether the amount of the column `amount` left or reached the account, such as `S` and `H`, `D` and `C`, `Af` and `Bij` */
        direction?: string | null | undefined
        /** Whether the entry is booked; rows that are pending, such as `Vorgemerkt` or `Pending`, are left out */
        status?: string | null | undefined
        /** Currency; without this column, `currency` of the mapping applies */
        currency?: string | null | undefined
        /** Name of the other party */
        name?: string | null | undefined
        /** Account of the other party */
        iban?: string | null | undefined
        /** Columns whose texts together say what the payment is for */
        text?: readonly string[] | null | undefined
        /** The bank's own reference of the entry */
        reference?: string | null | undefined
        /** Reference that the payer gave the payment */
        endToEndId?: string | null | undefined
      }
      /** Rows above the header */
      rowsBeforeHeader?: number | undefined
      /** Currency of entries if no column has it */
      currency?: string | null | undefined
    } | undefined
    /** Minor units; with `closingBalance`, the entries must add up to the difference */
    openingBalance?: number | null | undefined
    /** Minor units */
    closingBalance?: number | null | undefined
  } | undefined
}

export interface CreateCarrierInput {
  /** One to four lower-case words, joined by hyphens */
  code: string
  /** Text of 1 to 100 characters */
  name: string
  /** Other names under which shops and custodians report the carrier */
  aliases?: readonly string[] | undefined
  /** An https URL with {number} in it, and no other braces */
  trackingUrlTemplate?: string | null | undefined
}

export interface CreateChargeInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** A scope from `GET /api/billing/settlement-scopes`, or a new one of your own */
  scope: string
  /** Text of 1 to 100 characters */
  chargeType: string
  /** Text of 1 to 500 characters */
  description: string
  /** Minor units. Above 0: owed to the partner; below 0: owed by the partner; never 0. */
  amount: number
  /** An ISO 4217 currency code */
  currency: string
  /** A time with its offset, such as 2026-03-31T14:00:00Z */
  occurredAt: string
  /** URI of the resource that the charge is for */
  subject?: string | null | undefined
}

export interface CreateCreditNoteInput {
  /** An id (a ULID or a UUID) */
  invoiceId: string
  /** Text of 1 to 500 characters */
  reason: string
  /** Default: the remaining amount of the invoice. Given lines have at most 300 kB in total. */
  lineItems?: readonly {
    /** Default: the description of the invoice line */
    description?: string | null | undefined
    quantity: number
    /** Default: the unit price of the invoice line */
    unitPrice?: number | null | undefined
    /** The line of the invoice to credit */
    originalLineItemId?: string | null | undefined
  }[] | null | undefined
  issueImmediately?: boolean | undefined
}

export interface CreateCustodianInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  type: CustodianType
  /** Text of 1 to 255 characters */
  name: string
  enabledCapabilities?: readonly CustodianEnabledCapability[] | undefined
  connectionConfig?: {
    /** Of `shipping_api`: the id of the EasyPost carrier account whose prices are used, which starts with `ca_`, or `any` */
    publicKey?: string | null | undefined
    /** Of `shipping_api`: the API key of EasyPost */
    secretKey?: string | null | undefined
    /** Of a `custom` custodian: the https address of its system, which receives signed requests; without one, people work its orders. Of `shipping_api`: `easypost`. Of `fulfilment_api_a` and `fulfilment_api_b`: the id of the ShipBob centre or ShipHero warehouse that the tenant picks; an account with only one needs none. Of a `simulator`: its settings as a query, such as `step_seconds=5&lost_percent=10`. */
    integrationId?: string | null | undefined
    /** Of `fulfilment_api_b`: the refresh token of a ShipHero user */
    apiKey?: string | null | undefined
    /** Of `fulfilment_api_b`: the id of the ShipHero account whose orders are placed. Of a `simulator`: the seed from which everything follows */
    accountId?: string | null | undefined
    /** Of `fulfilment_api_a`: a personal access token of ShipBob */
    accessToken?: string | null | undefined
    /** Of `fulfilment_api_a`: the number of the ShipBob channel */
    channelId?: string | null | undefined
    /** Signs webhooks to the platform and, of a `custom` custodian, the requests to its system, as Standard Webhooks says: `whsec_` and a key in base64, or any text of 24 characters or more. Of ShipBob, ShipHero and EasyPost it is the secret of their webhook, of Flexport the token that it sends as `X-Webhook-Token`, of bol the public key as `/subscriptions/signature-keys` returns it. */
    webhookSecret?: string | null | undefined
  } | null | undefined
}

export interface CreateFileInput {
  /** A file name without slashes, backslashes, control characters and marks of text direction */
  name: string
  /** Number of bytes. The setting `general.maxFileMegabytes` may allow less than the maximum. */
  sizeBytes: number
  mimeType: CreateFileInputMimeType
  /** A SHA-256 as 64 hexadecimal digits in lower case */
  sha256: string
  /** What the file is for. A `logo` is a PNG or JPEG of at most 512 KB and 4 megapixels, a `proof_of_delivery` a PNG, JPEG or PDF, a `bank_statement` an XML or CSV of at most 10 MB, an `import` a CSV of at most 10 MB. */
  purpose?: StoredFilePurpose | undefined
}

export type CreateFileInputMimeType = "application/pdf" | "image/png" | "image/jpeg" | "text/csv" | "application/xml" | "text/plain" | "application/zpl"

export interface CreateFulfilmentOrderInput {
  /** An id (a ULID or a UUID) */
  custodianId: string
  /** The sales order; without it the fulfilment order stands alone */
  salesOrderId?: string | undefined
  /** Without it, all pieces of the sales order that nobody fulfils yet */
  lines?: readonly {
    /** Index of a line of the sales order */
    orderLine?: number | undefined
    /** The variant of an order that stands alone */
    variantId?: string | undefined
    quantity: number
  }[] | undefined
  /** Shown to people, if the order stands alone */
  orderNumber?: string | undefined
  deliveryAddress?: {
    name?: string | null | undefined
    line1?: string | null | undefined
    line2?: string | null | undefined
    city?: string | null | undefined
    postalCode?: string | null | undefined
    region?: string | null | undefined
    /** An ISO 3166 country code */
    countryCode?: string | null | undefined
  } | undefined
  /** Text of 1 to 100 characters */
  serviceLevel?: string | null | undefined
}

export interface CreateFulfilmentPolicyInput {
  /** Text of 1 to 255 characters */
  name: string
  isDefault?: boolean | undefined
  rules: readonly {
    /** Text of 1 to 255 characters */
    name: string
    /** All groups must be met; without any, the rule applies to every order. A rule refers to a field of the sales order, such as `lineItems.sku` or `serviceLevel`, to `channelCode`, `countryCode` and `weightGrams`, or to the platform's own record. */
    conditions?: readonly {
      logic?: FulfilmentPolicyRuleConditionLogic | undefined
      rules: readonly {
        /** A field of the order such as total or lineItems.sku */
        field: string
        operator: FulfilmentPolicyRuleConditionRuleOperator
        /** For `in` and `not_in`, several values separated by commas */
        value?: string | undefined
        description?: string | null | undefined
      }[]
    }[] | undefined
    /** Custodians in the order of preference; null for any that has the stock */
    custodianIds?: readonly string[] | null | undefined
    /** Text of 1 to 100 characters */
    serviceLevel?: string | null | undefined
    /** True if several custodians may fulfil one order */
    splitAllowed?: boolean | undefined
  }[]
}

export interface CreateGoodsReceiptInput {
  /** An id (a ULID or a UUID) */
  custodianId: string
  /** Text of 1 to 100 characters */
  reference?: string | null | undefined
  /** A date such as 2026-03-31 */
  expectedAt?: string | null | undefined
  lines: readonly {
    /** An id (a ULID or a UUID) */
    variantId: string
    /** Pieces that will arrive */
    expected: number
  }[]
}

export interface CreateImportInput {
  /** A file with the purpose `import` that is ready */
  fileId: string
  /** The columns of `partners` are `id`, `name`, `roles` (separated by `|`), `countryCode`, `defaultCurrency`, `locale`, `taxId`, `vatId`, `address.line1` and so on, `billingContact.name`, `billingContact.email`, `electronicAddress.scheme` (an EAS code such as `0204`), `electronicAddress.id` and `buyerReference`; of `variants` `sku`, `name`, `productId` (for a new SKU), `attributes.` with the name of an attribute, such as `attributes.weightGrams`, and `localizations.de_DE.name` and `.description`; of `products` the same with `product`, `description` and `brand`; of `stock` `sku`, `custodianId`, `onHand` and `reason`; of `prices` `sku`, `currency`, and `amount` in minor units or `price` in decimals. */
  kind: DataImportKind
  /** Columns by the headers of the file; a header that is mapped to an empty text is ignored */
  mapping?: Record<string, string> | undefined
  /** `all_or_nothing` checks all rows first and writes nothing if one is not valid. `valid_rows` writes those that are valid. */
  mode?: DataImportMode | undefined
  /** Checks all rows and writes nothing */
  dryRun?: boolean | undefined
}

export interface CreateMerchantInput {
  /** Text of 1 to 255 characters */
  name: string
  /** An ISO 3166 country code */
  countryCode?: string | null | undefined
  /** Text of 1 to 50 characters */
  taxId?: string | null | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | null | undefined
}

export interface CreatePartnerInput {
  /** Text of 1 to 255 characters */
  name: string
  roles?: readonly PartnerRole[] | undefined
  /** An ISO 3166 country code */
  countryCode?: string | null | undefined
  /** An ISO 4217 currency code */
  defaultCurrency?: string | null | undefined
  /** A locale such as de_DE */
  locale?: string | null | undefined
  /** Text of 1 to 50 characters */
  taxId?: string | null | undefined
  /** A VAT id with the prefix of its country and without spaces, such as DE123456789 or EL123456789 */
  vatId?: string | null | undefined
  address?: {
    /** Text of 1 to 255 characters */
    line1?: string | null | undefined
    /** Text of 1 to 255 characters */
    line2?: string | null | undefined
    /** Text of 1 to 255 characters */
    city?: string | null | undefined
    /** Text of 1 to 20 characters */
    postalCode?: string | null | undefined
    /** Text of 1 to 255 characters */
    region?: string | null | undefined
    /** An ISO 3166 country code */
    countryCode?: string | null | undefined
  } | null | undefined
  billingContact?: {
    /** Text of 1 to 255 characters */
    name?: string | null | undefined
    /** An e-mail address */
    email: string
  } | null | undefined
  electronicAddress?: {
    /** EAS code, such as 0204 for a Leitweg-ID, 9930 for a German VAT id or EM for e-mail */
    scheme: PartnerElectronicAddressScheme
    /** Text of 1 to 100 characters */
    id: string
  } | null | undefined
  /** Reference that e-invoices to the partner show, such as a Leitweg-ID */
  buyerReference?: string | null | undefined
  bankAccount?: {
    /** Default: the name of the partner */
    accountHolder?: string | null | undefined
    /** An IBAN without spaces */
    iban: string
    /** A BIC */
    bic?: string | null | undefined
  } | null | undefined
}

export interface CreatePaymentRunInput {
  /** Scheduled bills. Give ids, or `dueUntil`. */
  billIds?: readonly string[] | undefined
  /** Approved settlements */
  settlementIds?: readonly string[] | undefined
  /** Takes all bills that are scheduled for a day until this one, and all settlements that were approved until then and whose partner has a bank account */
  dueUntil?: string | undefined
  /** Default: today */
  executionDate?: string | null | undefined
  /** Default: the setting `billing.bankAccount` */
  debtorAccount?: {
    /** Default: the name of the partner */
    accountHolder?: string | null | undefined
    /** An IBAN without spaces */
    iban: string
    /** A BIC */
    bic?: string | null | undefined
  } | null | undefined
}

export interface CreateProductInput {
  /** Text of 1 to 255 characters */
  name: string
  description?: string | null | undefined
  /** Text of 1 to 255 characters */
  brand?: string | null | undefined
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes?: Record<string, string> | undefined
}

export interface CreateRecurringProfileInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** A name of your own, which no invoice shows */
  name?: string | null | undefined
  /** An ISO 4217 currency code */
  currencyCode: string
  /** Quarterly and yearly periods are counted from the month of `startAt` */
  cadence: RecurringInvoiceProfileCadence
  /** Day on which a period starts: 1 (Monday) to 7 (Sunday) for weekly, otherwise the day of the month, or its last day if the month is shorter */
  anchorDay?: number | undefined
  /** The first period starts on the first anchor day on or after this day */
  startAt: string
  /** No period starts on or after this day */
  endAt?: string | null | undefined
  /** Days from the start of a period to the due date, which is never before the day on which the invoice is created */
  dueDays?: number | undefined
  /** True if invoices are issued immediately; otherwise they are drafts */
  autoIssue?: boolean | undefined
  /** Text of 1 to 2000 characters */
  notes?: string | null | undefined
  /** The lines of each invoice, at most 300 kB in total */
  lines: readonly {
    /** Text of 1 to 500 characters */
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    /** A reference of your own, such as an order number */
    reference?: string | null | undefined
    /** A category of the setting `billing.taxRates` */
    taxCategoryId?: string | null | undefined
  }[]
}

export interface CreateServiceAccountInput {
  /** Text of 1 to 100 characters */
  name: string
  /** Scopes that you hold yourself; those that need a person are refused */
  scopes: readonly string[]
  /** Text of 1 to 1000 characters */
  description?: string | null | undefined
  /** Networks (CIDR) from which it may be used, IPv4 or IPv6; empty for all */
  networks?: readonly string[] | undefined
  /** End of its use; null for none */
  expiresAt?: string | null | undefined
}

export interface CreateSettlementInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  basis: AutoSettlementRuleBasis
  /** An ISO 4217 currency code */
  currency: string
  period?: {
    type?: CreateSettlementInputPeriodType | null | undefined
    /** A date such as 2026-03-31 */
    startDate: string
    /** Last day of the period, included */
    endDate: string
  } | null | undefined
  /** Default: all scopes */
  scopes?: readonly string[] | undefined
}

export type CreateSettlementInputPeriodType = "weekly" | "bi_weekly" | "monthly"

export interface CreateShipmentInput {
  /** A name or a code; see `GET /api/shipping/carriers` */
  carrier?: string | null | undefined
  /** Text of 1 to 100 characters */
  service?: string | null | undefined
  /** Text of 1 to 100 characters */
  trackingNumber?: string | null | undefined
  /** Defaults to the carrier's link for the number */
  trackingUrl?: string | null | undefined
  /** A time, or a day in the destination */
  promisedBy?: string | null | undefined
  /** Without one the shipment stands for itself; with one, order, custodian and address come from it */
  fulfilmentOrderId?: string | undefined
  /** Text of 1 to 255 characters */
  orderNumber?: string | undefined
  /** With a fulfilment order, SKUs of its lines; by default all that is not cancelled */
  lines?: readonly {
    /** Text of 1 to 255 characters */
    sku: string
    /** Text of 1 to 500 characters */
    name?: string | null | undefined
    quantity: number
  }[] | undefined
  deliveryAddress?: {
    name?: string | null | undefined
    line1?: string | null | undefined
    line2?: string | null | undefined
    city?: string | null | undefined
    postalCode?: string | null | undefined
    region?: string | null | undefined
    /** An ISO 3166 country code */
    countryCode?: string | null | undefined
  } | undefined
}

export interface CreateStockItemInput {
  /** An id (a ULID or a UUID) */
  variantId: string
  /** An id (a ULID or a UUID) */
  custodianId: string
  /** Pieces in stock; recorded as the opening movement */
  onHand?: number | undefined
  /** Pieces that may be reserved beyond those on hand; 0 if the item is tracked */
  backorderLimit?: number | undefined
  /** The way in which pieces are told apart; fixed once the item has a movement */
  tracking?: StockItemTracking | undefined
}

export interface CreateTariffInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** Text of 1 to 255 characters */
  name: string
  /** `custody`: for the work that the partner does as a custodian; `goods`: for orders that are sold on behalf of the partner */
  basis: TariffBasis
  /** `owed`: the charges are owed to the partner; `charged`: by the partner */
  direction?: TariffDirection | null | undefined
  /** An ISO 4217 currency code */
  currency: string
  /** At most one for each unit */
  rates: readonly {
    per: TariffRatePer
    /** Minor units, with up to six decimals; each charge is rounded once */
    amount: number
  }[]
  /** A date such as 2026-03-31 */
  validFrom: string
  /** A date such as 2026-03-31 */
  validUntil?: string | null | undefined
}

export interface CreateTemplateInput {
  /** Kind of event */
  notificationType: NotificationTemplateNotificationType
  /** Channel by which notifications are sent */
  channelType: NotificationTemplateChannelType
  /** Text of 1 to 255 characters */
  name: string
  /** Liquid template of one line: the subject of e-mails, the title in other channels */
  subjectTemplate: string
  /** Liquid template of the text */
  bodyTemplate: string
  /** Liquid with escaped values, for e-mails: a whole page, or the content of the default page. If null, it is derived from the body. */
  htmlBodyTemplate?: string | null | undefined
  /** A locale such as de_DE */
  locale?: string | undefined
  /** `single` for the message of one event, `digest` for a digest of several */
  form?: NotificationTemplateForm | undefined
  /** Id of the selected tenant */
  tenantId?: string | null | undefined
}

export interface CreateTenantInput {
  /** Text of 1 to 255 characters */
  name: string
}

export interface CreateTransferInput {
  /** An id (a ULID or a UUID) */
  fromCustodianId: string
  /** An id (a ULID or a UUID) */
  toCustodianId: string
  /** Text of 1 to 100 characters */
  reference?: string | null | undefined
  lines: readonly {
    /** An id (a ULID or a UUID) */
    variantId: string
    /** Pieces to move */
    quantity: number
  }[]
}

export interface CreateVariantInput {
  /** An id (a ULID or a UUID) */
  productId: string
  /** Identifies the variant in the tenant, however it is spelled: case, Unicode form and runs of white space make no difference */
  sku: string
  /** Text of 1 to 255 characters */
  name: string
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes?: Record<string, string> | undefined
  /** Prices in minor units, one for each currency */
  prices?: readonly {
    /** An ISO 4217 currency code */
    currency: string
    amount: number
  }[] | undefined
  /** Names and descriptions by locale, such as de_DE */
  localizations?: Record<string, {
    /** Text of 1 to 255 characters */
    name?: string | null | undefined
    description?: string | null | undefined
  }> | undefined
}

export interface CreateWebhookEndpointInput {
  /** Text of 1 to 100 characters */
  name: string
  /** An https URL on port 443 or 80 that leads to a public address, without a user name. Redirects are not followed. */
  url: string
  /** Topics whose events the endpoint gets. `finance.*` stands for all topics that begin with `finance.`, and `*` for all. If null, the endpoint gets the topics that the channel policy of the tenant enables for `webhook`. */
  topics: readonly string[] | null
  /** Text of 1 to 500 characters */
  description?: string | null | undefined
  /** The endpoint gets only events that meet all groups. Fields are `topic`, `subject` and members of `data` as in the request body. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. */
  conditions?: readonly {
    logic?: WebhookEndpointConditionLogic | undefined
    rules: readonly {
      /** A field of the event such as subject or data.details.currency */
      field: string
      operator: WebhookEndpointConditionRuleOperator
      /** For `in` and `not_in`, several values separated by commas */
      value?: string | undefined
      description?: string | null | undefined
    }[]
  }[] | null | undefined
  /** True if `data` also has `title` and `message`, the text of the notification in the language of the tenant */
  includesText?: boolean | undefined
  /** Headers of every request, beside those of the platform */
  headers?: readonly {
    /** The name of an HTTP header */
    name: string
    /** Can be left out for a secret header that the endpoint has already: its value is kept */
    value?: string | null | undefined
    /** True if the value is stored encrypted and never shown again */
    isSecret?: boolean | undefined
  }[] | undefined
}

export interface CreditNote {
  "@id": string
  "@context": "/api/docs/contexts/CreditNote"
  "@type": "CreditNote"
  id: string
  invoiceId: string
  invoiceNumber: string | null
  partnerId: string
  partnerName: string
  /** An ISO 4217 currency code */
  currencyCode: string
  status: CreditNoteStatus
  reason: string
  /** Assigned when the credit note is issued */
  creditNoteNumber: string | null
  /** Same as `grandTotal` */
  totalAmount: number
  subtotal: number
  taxTotal: number
  grandTotal: number
  totalAmountFormatted: string
  lineItemCount: number
  /** Empty in lists; get a single credit note to see them */
  lineItems: {
    id: string
    description: string
    quantity: number
    unitPrice: number
    unitPriceFormatted: string
    amount: number
    amountFormatted: string
    originalLineItemId: string | null
    taxCategoryId: string | null
    taxAmount: number
    taxRatePercent: number
    /** Fixed when the line is priced; see the setting `billing.taxCategories` */
    taxKind: CreditNoteLineItemTaxKind
    /** Why there is no tax; null: as the kind says */
    taxReason: string | null
    taxReasonCode: string | null
  }[]
  /** Always empty, because a credit note does not change after it is issued */
  adjustments: Record<string, string>[]
  /** Details that the credit note lacks; see the setting `billing.invoiceChecks`. In lists, only those that the settings lack. */
  warnings: {
    code: CreditNoteWarningCode
    message: string
  }[]
  issuedAt: string | null
  appliedAt: string | null
  createdAt: string
  updatedAt: string
}

export type CreditNoteLineItemTaxKind = "standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "intra_community" | "export" | "outside_scope"

export type CreditNoteStatus = "draft" | "issued" | "applied" | "cancelled"

export type CreditNoteWarningCode = "SELLER_ADDRESS_MISSING" | "SELLER_TAX_ID_MISSING" | "SELLER_VAT_ID_MISSING" | "BUYER_ADDRESS_MISSING" | "BUYER_VAT_ID_MISSING" | "TAX_RATE_MISSING" | "TAX_REASON_MISSING" | "BANK_ACCOUNT_MISSING"

export interface Custodian {
  "@id": string
  "@type": "Custodian"
  "@context": "/api/docs/contexts/Custodian"
  id: string
  partnerId: string
  partnerName: string
  type: CustodianType
  /** Text of 1 to 255 characters */
  name: string
  status: CustodianStatus
  enabledCapabilities: CustodianEnabledCapability[]
  connectionConfigured: boolean
  createdAt: string
  updatedAt: string
}

export interface CustodianConnectionTest {
  "@context": "/api/docs/contexts/CustodianConnectionTest"
  "@type": "CustodianConnectionTest"
  id: "test-connection"
  ok: boolean
  code: string
  message: string
}

export type CustodianEnabledCapability = "tenant_picks_warehouse" | "provider_picks_warehouse" | "list_inventory" | "push_inventory" | "cancel_order" | "webhook_receipt" | "label_generation"

export interface CustodianInventory {
  "@id": string
  "@context": "/api/docs/contexts/CustodianInventory"
  "@type": "CustodianInventory"
  /** Id of the custodian */
  id: string
  /** Cursor of the next page */
  nextCursor: string | null
  hasMore: boolean
  items: {
    sku: string
    /** Null if no variant has the SKU */
    variantId: string | null
    stockItemId: string | null
    /** Pieces on hand as the custodian counts them */
    theirs: number
    /** Pieces on hand here; null without a stock item */
    ours: number | null
    /** Theirs minus ours */
    difference: number
  }[]
}

export type CustodianStatus = "active" | "suspended" | "disconnected"

export type CustodianType = "internal" | "fba_marketplace" | "retailer_fbb" | "fulfilment_api_a" | "fulfilment_api_b" | "freight_platform" | "shipping_api" | "custom" | "simulator"

export interface CustodianWebhookDelivery {
  "@id": string
  "@context": "/api/docs/contexts/CustodianWebhookDelivery"
  "@type": "CustodianWebhookDelivery"
  id: string
  custodianId: string
  topic: string | null
  custodianType: CustodianWebhookDeliveryCustodianType
  status: CustodianWebhookDeliveryStatus
  errorMessage: string | null
  externalEventId: string | null
  repeats: string | null
  receivedAt: string
  processedAt: string | null
}

export type CustodianWebhookDeliveryCustodianType = "internal" | "fba_marketplace" | "retailer_fbb" | "fulfilment_api_a" | "fulfilment_api_b" | "freight_platform" | "shipping_api" | "custom" | "simulator"

export type CustodianWebhookDeliveryStatus = "received" | "processed" | "signature_failed" | "invalid_payload" | "failed"

export interface CustodianWizard {
  "@context": "/api/docs/contexts/CustodianWizard"
  "@type": "CustodianWizard"
  id: "wizard"
  provider: CustodianWizardProvider
  /** URL to send the user's browser to */
  authorizationUrl: string | null
  /** Send it once with auth-callback */
  state: string | null
  expiresInSeconds: number | null
  /** Form fields for the members of credentials. With the resources, also a field of type `select` for the member of resourceSelection; its `selected` has the ids of the selected resources, separated by commas. */
  requiredFields: Record<string, string>[]
  requiresAuthorizationUrl: boolean
  /** Names of the marketplaces, retailers or warehouses to select from, by id */
  resources: Record<string, string>
}

export type CustodianWizardProvider = "fba_marketplace" | "retailer_fbb" | "freight_platform"

export interface DataExport {
  "@id": string
  "@context": "/api/docs/contexts/DataExport"
  "@type": "DataExport"
  id: string
  collection: DataExportCollectionValue
  format: DataExportFormat
  /** The filters of the request */
  filters: Record<string, string>
  /** `writing` until the file is complete, then `ready` until `expiresAt`; `failed` if it cannot be written. */
  status: DataExportStatus
  filename: string
  /** Rows that were written so far */
  rowCount: number
  /** Bytes that were written so far */
  sizeBytes: number
  /** Documents that the format cannot hold, such as those in another currency than EUR in a DATEV posting batch */
  leftOutCount: number
  /** Endpoint that redirects to the file; null until it is ready */
  downloadUrl: string | null
  failureReason: string | null
  /** The identity or service account that asked */
  requestedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  requestedByType: DataExportRequestedByType | null
  readyAt: string | null
  /** Time at which the file is deleted */
  expiresAt: string | null
  createdAt: string
  updatedAt: string
}

export type DataExportCollectionValue = "orders" | "invoices" | "credit_notes" | "bills" | "payments" | "charges" | "statement_lines" | "settlement_lines" | "ledger_entries" | "datev_postings"

export type DataExportFormat = "csv" | "jsonl" | "datev"

export type DataExportRequestedByType = "person" | "service_account"

export type DataExportStatus = "writing" | "ready" | "failed" | "expired"

export interface DataImport {
  "@id": string
  "@context": "/api/docs/contexts/DataImport"
  "@type": "DataImport"
  id: string
  /** The columns of `partners` are `id`, `name`, `roles` (separated by `|`), `countryCode`, `defaultCurrency`, `locale`, `taxId`, `vatId`, `address.line1` and so on, `billingContact.name`, `billingContact.email`, `electronicAddress.scheme` (an EAS code such as `0204`), `electronicAddress.id` and `buyerReference`; of `variants` `sku`, `name`, `productId` (for a new SKU), `attributes.` with the name of an attribute, such as `attributes.weightGrams`, and `localizations.de_DE.name` and `.description`; of `products` the same with `product`, `description` and `brand`; of `stock` `sku`, `custodianId`, `onHand` and `reason`; of `prices` `sku`, `currency`, and `amount` in minor units or `price` in decimals. */
  kind: DataImportKind
  fileId: string
  /** `all_or_nothing` checks all rows first and writes nothing if one is not valid. `valid_rows` writes those that are valid. */
  mode: DataImportMode
  dryRun: boolean
  /** `checking` and `writing` while rows are processed. Then `completed`, also if rows were not valid; `rejected` if nothing was written because one was not; or `failed` if the file cannot be read. */
  status: DataImportStatus
  /** Rows of the file; null until it was read */
  rowCount: number | null
  /** Rows that were checked, or written once all were checked */
  processedCount: number
  /** Resources that were created; in a dry run, that would be */
  createdCount: number
  /** Resources that were changed; in a dry run, that would be */
  updatedCount: number
  /** Rows whose values were there already */
  unchangedCount: number
  /** Rows that are not valid */
  failedCount: number
  /** The first errors. `errorsUrl` has all. */
  errors: {
    /** Line of the file in which the row begins */
    line: number
    /** Header of the column; empty for the whole row */
    column: string
    message: string
  }[]
  /** Endpoint that answers with all errors as CSV; null if there are none */
  errorsUrl: string | null
  failureReason: string | null
  requestedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  requestedByType: DataImportRequestedByType | null
  finishedAt: string | null
  createdAt: string
  updatedAt: string
}

export type DataImportKind = "partners" | "products" | "variants" | "stock" | "prices"

export type DataImportMode = "all_or_nothing" | "valid_rows"

export type DataImportRequestedByType = "person" | "service_account"

export type DataImportStatus = "checking" | "writing" | "completed" | "rejected" | "failed"

export interface DisableCapabilityInput {
  capability: DisableCapabilityInputCapability
}

export type DisableCapabilityInputCapability = "tenant_picks_warehouse" | "provider_picks_warehouse" | "list_inventory" | "push_inventory" | "cancel_order" | "webhook_receipt" | "label_generation"

export interface DisputeBillInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface Document {
  "@id": string
  "@type": "Document"
  "@context": "/api/docs/contexts/Document"
  id: string
  type: DocumentType
  /** URI of the record that the document shows */
  subject: string
  status: DocumentStatus
  /** The identity or service account that requested it; null for the platform */
  generatedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  generatedByType: DocumentGeneratedByType | null
  createdAt: string
  number: string | null
  primaryFormat: DocumentPrimaryFormat
  source: string
  /** Id of the record that the document shows */
  sourceRef: string | null
  templateId: string
  templateVersion: number
  expiresAt: string | null
  finalizedAt: string | null
  voidedAt: string | null
  voidReason: string | null
  supersedes: string | null
  supersededBy: string | null
  /** Path in the object storage */
  storagePath: string
  fileSize: number
  failureReason: string | null
  updatedAt: string
  metadata: Record<string, string>
  renditions: {
    id: string
    format: DocumentRenditionFormat
    status: DocumentRenditionStatus
    locale: string
    /** Path in the object storage */
    storagePath: string | null
    sizeBytes: number | null
    generatedAt: string | null
    failureReason: string | null
    /** Endpoint that returns a short-lived URL of the file */
    url: string | null
  }[]
  /** Files that are attached to the record which the document shows, in the order in which they were attached */
  attachments: {
    /** Id of the file */
    id: string
    originalFilename: string
    /** Path in the object storage */
    storagePath: string
    mimeType: string
    sizeBytes: number
    purpose: string | null
    uploadedAt: string
    /** Name by which the record has only one attachment */
    slot: string | null
    uploadedBy: string | null
    /** The kind of actor; null for the platform, and where it was not recorded */
    uploadedByType: DocumentAttachmentUploadedByType | null
    /** Address of the file */
    url: string | null
    /** Endpoint that redirects to a short-lived URL of the content */
    downloadUrl: string | null
  }[]
  references: {
    id: string
    targetDocumentId: string
    /** `supersedes`: the previous document of the same subject. `credits`: the document of the invoice that a credit note credits, at the time when the document of the credit note was created. */
    type: DocumentReferenceType
    addedAt: string
    /** Number of the other document */
    description: string | null
  }[]
}

export type DocumentAttachmentUploadedByType = "person" | "service_account"

export interface DocumentDownload {
  "@id": string
  "@context": "/api/docs/contexts/DocumentDownload"
  "@type": "DocumentDownload"
  id: string
  /** Needs no token; valid until `expiresAt` */
  url: string
  expiresAt: string
  filename: string
  mimeType: string
  sizeBytes: number
}

export type DocumentGeneratedByType = "person" | "service_account"

export type DocumentPrimaryFormat = "pdf" | "html" | "png" | "zpl"

export type DocumentReferenceType = "supersedes" | "credits"

export type DocumentRenditionFormat = "pdf" | "html" | "png" | "zpl"

export type DocumentRenditionStatus = "ready" | "failed"

export type DocumentStatus = "draft" | "final" | "superseded" | "void"

export type DocumentType = "invoice" | "credit_note" | "settlement" | "statement" | "open_items" | "delivery_note" | "return_slip" | "pick_list" | "shipping_label"

export interface DriftRow {
  "@context": "/api/docs/contexts/DriftRow"
  "@id": string
  "@type": "DriftRow"
  channelId: string
  variantId: string
  variantName: string
  productName: string
  sku: string
  /** Hash of the content that the channel should show now */
  currentHash: string
  /** Hash of the content that the platform confirmed last */
  headHash: string | null
  /** Number of times that the platform confirmed a push */
  contentVersion: number
  driftState: DriftRowDriftState
  lastPushedAt: string | null
}

export type DriftRowDriftState = "never_pushed" | "drifted" | "in_sync"

export interface DryRunAcceptanceRulesInput {
  /** An id (a ULID or a UUID) */
  channelId: string
  proposed?: {
    /** Text of 1 to 255 characters */
    name: string
    /** All groups must be met. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. At most 100 kB in total. */
    conditions: readonly {
      logic?: DryRunAcceptanceRulesInputProposedConditionLogic | undefined
      rules: readonly {
        /** A field of the order such as total or lineItems.sku */
        field: string
        operator: DryRunAcceptanceRulesInputProposedConditionRuleOperator
        /** For `in` and `not_in`, several values separated by commas */
        value?: string | undefined
        description?: string | null | undefined
      }[]
    }[]
    action: AcceptanceDryRunDecisionAction
    /** Rule sets with lower numbers are evaluated first */
    priority?: number | undefined
  } | null | undefined
  limit?: number | undefined
}

export type DryRunAcceptanceRulesInputProposedConditionLogic = "and" | "or"

export type DryRunAcceptanceRulesInputProposedConditionRuleOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "exists"

export interface DryRunFulfilmentPolicyInput {
  /** An id (a ULID or a UUID) */
  salesOrderId: string
  /** The policy to try; without it and `rules`, the one that applies to the order's channel */
  policyId?: string | null | undefined
  rules?: readonly {
    /** Text of 1 to 255 characters */
    name: string
    /** All groups must be met; without any, the rule applies to every order. A rule refers to a field of the sales order, such as `lineItems.sku` or `serviceLevel`, to `channelCode`, `countryCode` and `weightGrams`, or to the platform's own record. */
    conditions?: readonly {
      logic?: DryRunFulfilmentPolicyInputRuleConditionLogic | undefined
      rules: readonly {
        /** A field of the order such as total or lineItems.sku */
        field: string
        operator: DryRunFulfilmentPolicyInputRuleConditionRuleOperator
        /** For `in` and `not_in`, several values separated by commas */
        value?: string | undefined
        description?: string | null | undefined
      }[]
    }[] | undefined
    /** Custodians in the order of preference; null for any that has the stock */
    custodianIds?: readonly string[] | null | undefined
    /** Text of 1 to 100 characters */
    serviceLevel?: string | null | undefined
    /** True if several custodians may fulfil one order */
    splitAllowed?: boolean | undefined
  }[] | undefined
}

export type DryRunFulfilmentPolicyInputRuleConditionLogic = "and" | "or"

export type DryRunFulfilmentPolicyInputRuleConditionRuleOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "exists"

export interface DryRunTariffInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** `custody`: for the work that the partner does as a custodian; `goods`: for orders that are sold on behalf of the partner */
  basis: TariffBasis
  /** Day of the hand-off; default: today */
  on?: string | null | undefined
  lines: readonly {
    /** Text of 1 to 255 characters */
    sku: string
    quantity: number
  }[]
  /** False if the goods leave without a parcel */
  hasParcel?: boolean | undefined
  /** False for a later hand-off of the same fulfilment order */
  isFirst?: boolean | undefined
}

export interface EInvoice {
  "@context": "/api/docs/contexts/EInvoice"
  "@type": "EInvoice"
  /** Id of the invoice or credit note */
  id: string
  /** `xrechnung-ubl` and `xrechnung-cii`: XRechnung 3.0. `peppol`: Peppol BIS Billing 3. `en16931-ubl`: EN 16931 without additions. `facturx`, the default: a PDF/A-3 that contains the invoice as XML too (Factur-X or ZUGFeRD, profile EN 16931). */
  format: EInvoiceFormat
  /** Needs no token; valid until `expiresAt` */
  url: string
  expiresAt: string
  filename: string
  mimeType: string
  sizeBytes: number
}

export type EInvoiceFormat = "xrechnung-ubl" | "xrechnung-cii" | "peppol" | "en16931-ubl" | "facturx"

export interface EnableCapabilityInput {
  capability: EnableCapabilityInputCapability
}

export type EnableCapabilityInputCapability = "tenant_picks_warehouse" | "provider_picks_warehouse" | "list_inventory" | "push_inventory" | "cancel_order" | "webhook_receipt" | "label_generation"

export interface EndTariffInput {
  /** Last day, included */
  validUntil: string
}

export type ErrorCode = "VALIDATION_ERROR" | "UNAUTHENTICATED" | "TOKEN_EXPIRED" | "SESSION_REVOKED" | "INVALID_CREDENTIALS" | "SCOPE_MISSING" | "TENANT_REQUIRED" | "PERSON_REQUIRED" | "ADDRESS_NOT_ALLOWED" | "EMAIL_NOT_VERIFIED" | "MFA_ENROLMENT_REQUIRED" | "STEP_UP_REQUIRED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "OPERATION_NOT_ALLOWED" | "ALREADY_EXISTS" | "CATALOG_LINK_LOOP" | "CREDIT_EXCEEDS_INVOICE" | "INVOICE_INCOMPLETE" | "IDEMPOTENCY_IN_PROGRESS" | "PROVIDER_NOT_CONFIGURED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "CONNECTION_FAILED" | "RATE_LIMITED" | "INTERNAL" | "UPSTREAM_FAILED" | "UPSTREAM_TIMEOUT" | "UNAVAILABLE"

export interface EventRecipient {
  "@id": string
  "@context": "/api/docs/contexts/EventRecipient"
  "@type": "EventRecipient"
  /** The identity, or the member if there is no account yet */
  id: string
  eventId: string
  topic: string
  decidedAt: string
  channels: {
    channel: EventRecipientChannelChannel
    sent: boolean
    /** Reason why it was not sent; null if it was sent */
    because: EventRecipientChannelBecause | null
    /** Digest of which the message became part; null if it is none */
    digestId: string | null
    /** Null until the digest is sent */
    digestSentAt: string | null
  }[]
}

export type EventRecipientChannelBecause = "not_offered" | "default" | "policy" | "preference" | "do_not_disturb" | "no_phone" | "gathered" | "no_longer_recipient"

export type EventRecipientChannelChannel = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export interface ExchangeSatelliteCodeInput {
  code: string
  clientId: string
  clientSecret: string
  /** A code verifier of 43 to 128 characters (RFC 7636) */
  codeVerifier: string
}

export type ExportAuditEntriesAction = "create" | "update" | "delete" | "sign_in" | "sign_in_failed" | "sessions_ended" | "credentials_changed" | "read" | "export" | "replay" | "test" | "publish"

export type ExportBillsFormat = "csv" | "jsonl"

export type ExportChargesFormat = "csv" | "jsonl"

export type ExportCreditNotesFormat = "csv" | "jsonl"

export interface ExportDownload {
  "@id": string
  "@context": "/api/docs/contexts/ExportDownload"
  "@type": "ExportDownload"
  id: string
  /** Needs no token; valid until `expiresAt` */
  url: string
  expiresAt: string
  filename: string
  mimeType: string
  sizeBytes: number
}

export type ExportInvoicesFormat = "csv" | "jsonl"

export type ExportLedgerAccount = "receivable" | "payable"

export type ExportLedgerFormat = "csv" | "jsonl"

export type ExportLedgerKind = "invoice" | "cancellation" | "payment" | "fee" | "refund" | "credit_note" | "reversal" | "bill" | "settlement" | "outgoing_payment"

export type ExportOrdersFormat = "csv" | "jsonl"

export type ExportPartnerStatementFormat = "csv" | "jsonl"

export type ExportPaymentsFormat = "csv" | "jsonl"

export type ExportSettlementLinesFormat = "csv" | "jsonl"

export interface ExternalAccount {
  "@id": string
  "@context": "/api/docs/contexts/ExternalAccount"
  "@type": "ExternalAccount"
  id: string
  kind: ExternalAccountKind
  /** Name of the provider */
  provider: string
  linkedAt: string
}

export type ExternalAccountKind = "oidc" | "social_oauth_a" | "social_oauth_b" | "social_oauth_c" | "saml"

export interface ExternalOrderPayload {
  "@context": "/api/docs/contexts/ExternalOrderPayload"
  "@id": string
  "@type": "ExternalOrderPayload"
  channelId: string
  externalOrderId: string
  inboundMessageId: string
  platform: string
  /** The order as it was received, as JSON text; white space and the spelling of numbers may differ from it */
  payload: string
  receivedAt: string
}

export interface ExternalSignIn {
  "@context": "/api/docs/contexts/ExternalSignIn"
  "@type": "ExternalSignIn"
  id: string
  kind: ExternalSignInKind
  /** Redirect the browser to this URL */
  authorizationUrl: string
  /** Returned with the tokens; store it and compare */
  state: string
  /** Callback URL; register it at the provider */
  redirectUri: string
  returnUri: string
  expiresInSeconds: number
}

export type ExternalSignInKind = "oidc" | "social_oauth_a" | "social_oauth_b" | "social_oauth_c" | "saml"

export interface Factor {
  "@id": string
  "@type": "Factor"
  "@context": "/api/docs/contexts/Factor"
  id: string
  type: FactorType
  name: string
  createdAt: string
  /** Time of the last sign-in or step-up with it */
  lastUsedAt: string | null
}

export type FactorType = "totp" | "passkey"

export interface FileDownload {
  "@id": string
  "@context": "/api/docs/contexts/FileDownload"
  "@type": "FileDownload"
  id: string
  /** Needs no token; valid until `expiresAt` */
  url: string
  expiresAt: string
  filename: string
  mimeType: FileDownloadMimeType
  sizeBytes: number
}

export type FileDownloadMimeType = "application/pdf" | "image/png" | "image/jpeg" | "text/csv" | "application/xml" | "text/plain" | "application/zpl"

export interface FileUpload {
  "@id": string
  "@context": "/api/docs/contexts/FileUpload"
  "@type": "FileUpload"
  /** Id of the file */
  id: string
  /** Time at which the upload ends unless it is completed */
  expiresAt: string
  /** Size of all parts but the last */
  partSizeBytes: number
  parts: {
    number: number
    /** Number of bytes of the part. The URL accepts exactly so many. */
    sizeBytes: number
    isUploaded: boolean
    /** Signed URL for a PUT of the part; needs no token. Null for callers who may only read. */
    url: string | null
    /** Headers that the PUT must have, besides `Content-Length` */
    headers: Record<string, string>
    /** Time at which the URL expires. Get the upload again for new URLs. */
    expiresAt: string
  }[]
}

export interface FinaliseWizardInput {
  /** An id (a ULID or a UUID) */
  custodianId: string
  /** Text of 1 to 300 characters */
  state: string
  /** Code with which the provider redirected the browser */
  code?: string | null | undefined
  /** Values of requiredFields, and sellingPartnerId if the provider redirected the browser with one */
  credentials?: Record<string, string> | null | undefined
  /** Ids or names of resources, as a text or a list, in the member marketplaces, retailers or warehouses. None selects all of them. */
  resourceSelection?: Record<string, string | readonly string[]> | null | undefined
}

export interface Fulfilment {
  "@id": string
  "@context": "/api/docs/contexts/Fulfilment"
  "@type": "Fulfilment"
  id: string
  fulfilmentOrderId: string
  salesOrderId: string | null
  custodianId: string
  /** The parcel; null for a reversal */
  shipmentId: string | null
  lines: {
    /** Id of the line of the fulfilment order */
    orderLineId: string
    /** Null for pieces that no stock was reserved for */
    stockItemId: string | null
    sku: string
    quantity: number
  }[]
  handedOverAt: string
  /** The fulfilment that this one reverses */
  reverses: string | null
  /** The fulfilment that reverses this one */
  reversedBy: string | null
  /** Why it was reversed */
  reason: string | null
  createdAt: string
}

export interface FulfilmentAnalytics {
  "@context": "/api/docs/contexts/FulfilmentAnalytics"
  "@type": "FulfilmentAnalytics"
  /** A date such as 2026-03-31 */
  from: string
  /** Last day, included */
  to: string
  /** Null for all custodians */
  custodianId: string | null
  totals: {
    /** Fulfilment orders that were given to the custodian on these days */
    accepted: number
    /** Fulfilment orders of which the first pieces left the custodian on these days */
    handedOver: number
    /** Of those, the ones that left later than the setting `warehousing.handOverHours` allows after their acceptance */
    late: number
    /** Hand-offs on these days; an order that leaves in several parts has several */
    handOffs: number
    /** Pieces that left the custodian */
    pieces: number
    /** Hours from acceptance to the first hand-off on average; null if there was none */
    averageHours: number | null
  }
  custodians: {
    custodianId: string
    /** Fulfilment orders that were given to the custodian on these days */
    accepted: number
    /** Fulfilment orders of which the first pieces left the custodian on these days */
    handedOver: number
    /** Of those, the ones that left later than the setting `warehousing.handOverHours` allows after their acceptance */
    late: number
    /** Hand-offs on these days; an order that leaves in several parts has several */
    handOffs: number
    /** Pieces that left the custodian */
    pieces: number
    /** Hours from acceptance to the first hand-off on average; null if there was none */
    averageHours: number | null
  }[]
  /** One entry for each day and custodian with any count, the earliest day first */
  days: {
    /** A date such as 2026-03-31 */
    day: string
    custodianId: string
    /** Fulfilment orders that were given to the custodian on these days */
    accepted: number
    /** Fulfilment orders of which the first pieces left the custodian on these days */
    handedOver: number
    /** Of those, the ones that left later than the setting `warehousing.handOverHours` allows after their acceptance */
    late: number
    /** Hand-offs on these days; an order that leaves in several parts has several */
    handOffs: number
    /** Pieces that left the custodian */
    pieces: number
    /** Hours from acceptance to the first hand-off on average; null if there was none */
    averageHours: number | null
  }[]
}

export interface FulfilmentOrder {
  "@id": string
  "@context": "/api/docs/contexts/FulfilmentOrder"
  "@type": "FulfilmentOrder"
  id: string
  /** The name under which the custodian knows the order */
  reference: string
  salesOrderId: string | null
  orderNumber: string
  channelId: string | null
  custodianId: string
  custodianName: string
  status: FulfilmentOrderStatus
  /** Of a closed order: whether all pieces left */
  outcome: FulfilmentOrderOutcome | null
  request: FulfilmentOrderRequest
  /** Why the custodian refused, holds or does not answer */
  requestMessage: string | null
  holds: {
    id: string
    reason: string
    note: string | null
    actorId: string | null
    /** The kind of actor; null for the platform, and where it was not recorded */
    actorType: FulfilmentOrderHoldActorType | null
    createdAt: string
  }[]
  /** True if people work the order over the API, since its custodian has no system */
  isManual: boolean
  serviceLevel: string | null
  deliveryAddress: {
    name: string | null
    line1: string | null
    line2: string | null
    city: string | null
    postalCode: string | null
    region: string | null
    countryCode: string | null
  } | null
  lines: {
    id: string
    /** Index of the line in the sales order; null without one */
    orderLine: number | null
    variantId: string
    sku: string
    name: string | null
    /** Pieces that the custodian is asked for */
    ordered: number
    /** Pieces that are reserved and neither handed over nor cancelled */
    allocated: number
    /** Pieces that left the custodian */
    handedOver: number
    /** Pieces that will not be fulfilled by this fulfilment order */
    cancelled: number
  }[]
  closedAt: string | null
  createdAt: string
  updatedAt: string
}

export type FulfilmentOrderHoldActorType = "person" | "service_account"

export type FulfilmentOrderOutcome = "full" | "short"

export type FulfilmentOrderRequest = "unsent" | "sending" | "sent" | "accepted" | "refused" | "cancel_requested" | "cancel_accepted" | "cancel_refused"

export type FulfilmentOrderStatus = "open" | "on_hold" | "in_progress" | "closed" | "cancelled"

export interface FulfilmentPolicy {
  "@id": string
  "@context": "/api/docs/contexts/FulfilmentPolicy"
  "@type": "FulfilmentPolicy"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  /** True if it applies to channels without a policy of their own */
  isDefault: boolean
  /** In the order in which they are tried; the first that applies decides */
  rules: {
    name: string
    conditions: {
      logic: FulfilmentPolicyRuleConditionLogic
      rules: {
        field: string
        operator: FulfilmentPolicyRuleConditionRuleOperator
        value: string
        description: string | null
      }[]
    }[]
    custodianIds: string[] | null
    serviceLevel: string | null
    splitAllowed: boolean
  }[]
  createdAt: string
  updatedAt: string
}

export interface FulfilmentPolicyDryRun {
  "@context": "/api/docs/contexts/FulfilmentPolicyDryRun"
  "@type": "FulfilmentPolicyDryRun"
  salesOrderId: string
  /** Null if rules were given, or if no policy applies */
  policyId: string | null
  /** Name of the rule that decides; null if none applies */
  rule: string | null
  ruleIndex: number | null
  reason: string
  /** Why the order cannot be fulfilled; null if it can */
  incident: FulfilmentPolicyDryRunIncident | null
  serviceLevel: string | null
  fulfilmentOrders: {
    custodianId: string
    custodianName: string
    lines: {
      orderLine: number
      sku: string
      quantity: number
    }[]
  }[]
  /** The reasons for or against each custodian that the rule considers */
  custodians: {
    custodianId: string
    custodianName: string
    isChosen: boolean
    reason: string
  }[]
  unknownFields: string[]
}

export type FulfilmentPolicyDryRunIncident = "no_rule" | "no_stock" | "no_coverage" | "unknown_sku" | "refused" | "custodian_down" | "order_changed" | "order_ended" | "order_unpaid"

export type FulfilmentPolicyRuleConditionLogic = "and" | "or"

export type FulfilmentPolicyRuleConditionRuleOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "exists"

export interface GenerateInvoiceInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** A date such as 2026-03-31 */
  dueDate: string
  /** Day of the supply. Issuing sets it to its own day unless it or a period is given. */
  supplyDate?: string | null | undefined
  supplyPeriod?: {
    /** A date such as 2026-03-31 */
    from: string
    /** A date such as 2026-03-31 */
    to: string
  } | null | undefined
  /** An ISO 4217 currency code */
  currencyCode?: string | null | undefined
  /** An id (a ULID or a UUID) */
  channelId?: string | null | undefined
  /** Text of 1 to 2000 characters */
  notes?: string | null | undefined
  issueImmediately?: boolean | undefined
  /** The lines, at most 300 kB in total */
  lineItems?: readonly {
    /** Text of 1 to 500 characters */
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    /** A reference of your own, such as an order number */
    reference?: string | null | undefined
    /** A category of the setting `billing.taxRates` */
    taxCategoryId?: string | null | undefined
  }[] | null | undefined
}

export interface GenerateSettlementStatementInput {
  format?: InvoiceSendingFormat | undefined
}

export interface GoodsReceipt {
  "@id": string
  "@context": "/api/docs/contexts/GoodsReceipt"
  "@type": "GoodsReceipt"
  id: string
  custodianId: string
  /** Text of 1 to 100 characters */
  reference: string | null
  /** A date such as 2026-03-31 */
  expectedAt: string | null
  status: GoodsReceiptStatus
  lines: {
    variantId: string
    /** Pieces that were announced */
    expected: number
    /** Pieces that arrived */
    received: number
    /** Pieces that have not arrived */
    short: number
    /** Pieces that arrived beyond those announced */
    over: number
  }[]
  /** Id of the announcement at the custodian's system; null if it was not announced there. Goods are announced to custodians with the capability `push_inventory`. */
  remoteId: string | null
  /** Why the goods could not be announced yet */
  announcementError: string | null
  closedAt: string | null
  createdAt: string
  updatedAt: string
}

export type GoodsReceiptStatus = "expected" | "receiving" | "closed" | "cancelled"

export interface HandOverFulfilmentOrderInput {
  /** A parcel without `lines` holds everything that is left */
  parcels: readonly {
    carrier?: string | null | undefined
    service?: string | null | undefined
    trackingNumber?: string | null | undefined
    /** An http or https address */
    trackingUrl?: string | null | undefined
    lines?: readonly {
      /** Id of a line of the fulfilment order */
      lineId: string
      quantity: number
    }[] | undefined
  }[]
  /** A time with its offset, such as 2026-03-31T14:00:00Z */
  handedOverAt?: string | undefined
}

export interface HoldFulfilmentOrderInput {
  /** Text of 1 to 100 characters */
  reason: string
  note?: string | null | undefined
}

export interface InventoryPlanRow {
  "@context": "/api/docs/contexts/InventoryPlanRow"
  "@type": "InventoryPlanRow"
  channelId: string
  variantId: string
  variantName: string
  productName: string
  sku: string
  action: InventoryPlanRowAction
  /** Quantity that the shop should show; null if the variant is skipped */
  quantity: number | null
  /** Quantity that the shop confirmed last; null before the first time */
  confirmedQuantity: number | null
  /** Reason for skipping the variant */
  reason: string | null
}

export type InventoryPlanRowAction = "update" | "unchanged" | "skipped"

export interface InviteMemberInput {
  /** An e-mail address */
  email: string
  /** Only owners can add, change or remove owners */
  role: MemberRole
}

export interface Invoice {
  "@id": string
  "@context": "/api/docs/contexts/Invoice"
  "@type": "Invoice"
  id: string
  partnerId: string
  partnerName: string
  /** An ISO 4217 currency code */
  currencyCode: string
  status: InvoiceStatus
  /** Assigned when the invoice is issued */
  invoiceNumber: string | null
  /** A date such as 2026-03-31 */
  dueDate: string
  /** Day of the supply. Issuing sets it to its own day unless it or a period is given. */
  supplyDate: string | null
  supplyPeriod: {
    /** A date such as 2026-03-31 */
    from: string
    /** A date such as 2026-03-31 */
    to: string
  } | null
  /** Same as `grandTotal` */
  totalAmount: number
  subtotal: number
  taxTotal: number
  grandTotal: number
  totalAmountFormatted: string
  /** Amount still to be paid: the total less the applied credit notes and the payments */
  openAmount: number
  /** Sum of the payments that are allocated to the invoice */
  paidAmount: number
  /** Fees of the reminders sent, which are not part of the total or the open amount */
  reminderFees: number
  /** Total of the credit notes that are not cancelled */
  creditedAmount: number
  notes: string | null
  lineItemCount: number
  /** Empty in lists; get a single invoice to see them */
  lineItems: {
    id: string
    /** Text of 1 to 500 characters */
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    amount: number
    reference: string | null
    /** The sales order that the line bills */
    orderId: string | null
    taxCategoryId: string | null
    taxAmount: number
    taxRatePercent: number
    /** Fixed when the line is priced; see the setting `billing.taxCategories` */
    taxKind: InvoiceLineItemTaxKind
    /** Why there is no tax; null: as the kind says */
    taxReason: string | null
    taxReasonCode: string | null
  }[]
  /** Changes of the open amount since the invoice was created: `type` is credit_notes, with a `description` and an `amount` in minor units below 0 */
  adjustments: Record<string, string>[]
  issuedAt: string | null
  paidAt: string | null
  cancelledAt: string | null
  cancellationReason: string | null
  paymentReference: string | null
  /** The recurring invoice profile that created the invoice */
  recurringProfileId: string | null
  /** First day of the period that a recurring invoice profile bills with the invoice */
  periodStart: string | null
  documentSubject: string
  /** Details that the invoice lacks; see the setting `billing.invoiceChecks`. In lists, only those that the settings lack. */
  warnings: {
    code: InvoiceWarningCode
    message: string
  }[]
  createdAt: string
  updatedAt: string
}

export type InvoiceLineItemTaxKind = "standard" | "reduced" | "zero" | "exempt" | "reverse_charge" | "intra_community" | "export" | "outside_scope"

export interface InvoiceReminders {
  "@id": string
  "@context": "/api/docs/contexts/InvoiceReminders"
  "@type": "InvoiceReminders"
  /** The id of the invoice */
  id: string
  /** Time at which reminders were stopped; null while they are not */
  stoppedAt: string | null
  /** Total of the fees; not part of the total of the invoice */
  reminderFees: number
  /** The reminders of levels, oldest first */
  sent: {
    level: number
    sentAt: string
    /** Minor units; 0 if nothing was sent */
    fee: number
    /** The sending of the mail; null if the partner had no billing contact to send it to */
    sendingId: string | null
  }[]
  /** The next level, and the day in your time zone on which it is sent */
  next: {
    level: number
    /** A date such as 2026-03-31 */
    day: string
  } | null
}

export interface InvoiceSending {
  "@id": string
  "@context": "/api/docs/contexts/InvoiceSending"
  "@type": "InvoiceSending"
  id: string
  invoiceId: string
  channel: InvoiceSendingChannel
  format: InvoiceSendingFormat
  status: InvoiceSendingStatus
  recipients: {
    /** An e-mail address */
    address: string
    kind: InvoiceSendingRecipientKind
    status: InvoiceSendingRecipientStatus
  }[]
  documentIds: string[]
  attempts: number
  failureReason: string | null
  createdBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  createdByType: InvoiceSendingCreatedByType | null
  createdAt: string
  /** Time at which all mails were sent or given up */
  endedAt: string | null
}

export type InvoiceSendingChannel = "email" | "portal"

export type InvoiceSendingCreatedByType = "person" | "service_account"

export type InvoiceSendingFormat = "pdf" | "html"

export type InvoiceSendingRecipientKind = "to" | "cc" | "bcc"

export type InvoiceSendingRecipientStatus = "queued" | "sent" | "failed"

export type InvoiceSendingStatus = "queued" | "sent" | "partly_sent" | "failed"

export type InvoiceStatus = "draft" | "issued" | "paid" | "overdue" | "cancelled"

export type InvoiceWarningCode = "SELLER_ADDRESS_MISSING" | "SELLER_TAX_ID_MISSING" | "SELLER_VAT_ID_MISSING" | "BUYER_ADDRESS_MISSING" | "BUYER_VAT_ID_MISSING" | "TAX_RATE_MISSING" | "TAX_REASON_MISSING" | "BANK_ACCOUNT_MISSING"

export interface IssueCreditNoteInput {
  /** Text of 1 to 50 characters on one line, other than . and .. */
  creditNoteNumber?: string | null | undefined
}

export interface IssueInvoiceInput {
  /** Text of 1 to 50 characters on one line, other than . and .. */
  invoiceNumber?: string | null | undefined
}

export interface IssueSatelliteCodeInput {
  clientId: string
  /** Must equal one of the redirect URIs of the satellite */
  redirectUri: string
  /** The SHA-256 of the verifier in base64url, 43 characters */
  codeChallenge: string
}

export interface IssueSatelliteCodeResult {
  /** Code to exchange for tokens; works once */
  code: string
  clientId: string
  /** Redirect the browser here with the code */
  redirectUri: string
  expiresInSeconds: number
}

export interface LinkMerchantInput {
  /** An id (a ULID or a UUID) */
  merchantId: string
}

export type ListChannelAnalyticsSortBy = "revenue" | "orders" | "acceptance_rate" | "sync_success_rate"

export interface ListingOverrides {
  "@context": "/api/docs/contexts/ListingOverrides"
  "@id": string
  "@type": "ListingOverrides"
  channelId: string
  variantId: string
  /** Text of 1 to 255 characters */
  name: string | null
  /** Text of 1 to 20000 characters */
  description: string | null
  /** Prices in minor units, one for each currency */
  prices: {
    /** An ISO 4217 currency code */
    currency: string
    amount: number
  }[]
  /** Names and descriptions by locale, such as de_DE */
  localizations: Record<string, {
    /** Text of 1 to 255 characters */
    name: string | null
    description: string | null
  }>
}

export interface LoginInput {
  /** An e-mail address */
  email: string
  password: string
  /** Token from an earlier sign-in on this device; ignored if it is no longer valid */
  deviceToken?: string | null | undefined
}

export type LoginResult = LoginTokens | MfaChallenge

export interface LoginTokens {
  accessToken: string
  /** Null if the one you have stays valid */
  refreshToken: string | null
  tokenType: "Bearer"
  /** Lifetime of the access token in seconds */
  expiresIn: number
  tenants: {
    id: string
    name: string
    role: LoginTokensTenantRole
  }[]
  /** Send it with the next sign-in from this device; valid for 180 days */
  deviceToken: string
}

export type LoginTokensTenantRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export interface Logo {
  "@context": "/api/docs/contexts/Logo"
  "@id": string
  "@type": "Logo"
  fileId: string
  name: string
  mimeType: string
  /** Endpoint that redirects to a short-lived URL of the picture */
  downloadUrl: string
  setAt: string
}

export interface Lot {
  "@id": string
  "@context": "/api/docs/contexts/Lot"
  "@type": "Lot"
  id: string
  stockItemId: string
  variantId: string
  custodianId: string
  /** Text of 1 to 64 characters */
  code: string
  /** Last day of use, in the time zone of the tenant */
  expiresOn: string | null
  status: LotStatus
  /** Pieces of the lot on the shelf */
  onHand: number
  /** Pieces of the lot that are promised to orders */
  reserved: number
  recallReason: string | null
  createdAt: string
  updatedAt: string
}

export type LotStatus = "active" | "expired" | "recalled" | "depleted"

export interface MarkBillPaidInput {
  /** Text of 1 to 255 characters */
  paymentReference: string
  paymentMethod?: SettlementPaymentMethod | null | undefined
}

export interface MarkInvoicePaidInput {
  /** Text of 1 to 255 characters */
  paymentReference?: string | null | undefined
  /** Default: now */
  paidAt?: string | null | undefined
}

export interface MarkSettlementPaidInput {
  /** Text of 1 to 255 characters */
  paymentReference: string
  paymentMethod?: SettlementPaymentMethod | null | undefined
}

export interface Me {
  "@id": string
  "@context": "/api/docs/contexts/Me"
  "@type": "Me"
  id: string
  /** An e-mail address */
  email: string
  firstName: string
  /** An ISO 3166 country code */
  country: string | null
  marketingOptIn: boolean
  /** Number that receives text messages */
  phone: string | null
  emailVerified: boolean
  sessionId: string
  tenant: {
    id: string
    name: string
    role: MeTenantRole
  } | null
  tenants: {
    id: string
    name: string
    role: MeTenantRole
  }[]
  scopes: string[]
  createdAt: string
  updatedAt: string
}

export type MeTenantRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export interface Member {
  "@id": string
  "@context": "/api/docs/contexts/Member"
  "@type": "Member"
  id: string
  /** An e-mail address */
  email: string
  firstName: string | null
  /** Only owners can add, change or remove owners */
  role: MemberRole
  status: MemberStatus
  /** Null until the invitation is accepted */
  identityId: string | null
  createdAt: string
  updatedAt: string
}

export type MemberRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export type MemberStatus = "invited" | "active" | "suspended"

export interface Merchant {
  "@id": string
  "@context": "/api/docs/contexts/Merchant"
  "@type": "Merchant"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  /** An ISO 3166 country code */
  countryCode: string | null
  /** Text of 1 to 50 characters */
  taxId: string | null
  partnerId: string | null
  createdAt: string
  updatedAt: string
}

export interface MfaChallenge {
  /** Send it with the second factor; works once */
  mfaToken: string
  /** Lifetime of the token in seconds */
  expiresIn: number
  /** Kinds of proof that are accepted */
  factors: MfaChallengeFactor[]
  /** Options for `navigator.credentials.get`; null if the account has no passkey */
  passkeyOptions: Record<string, unknown> | null
}

export type MfaChallengeFactor = "totp" | "passkey" | "recovery_code"

export interface Notification {
  "@id": string
  "@type": "Notification"
  "@context": "/api/docs/contexts/Notification"
  id: string
  /** Category of the event */
  type: NotificationType
  topic: string
  title: string
  message: string
  priority: NotificationPriority
  isRead: boolean
  createdAt: string
  readAt: string | null
  /** Resource of the event */
  resourceId: string | null
  resourceType: string | null
  /** URI of the resource of the event */
  subject: string | null
}

export interface NotificationPreferences {
  "@id": string
  "@context": "/api/docs/contexts/NotificationPreferences"
  "@type": "NotificationPreferences"
  id: string
  /** The identity whose preferences these are */
  userId: string
  /** Topics and channels for which your choice has an effect: your choice, or the tenant's policy */
  entries: {
    /** Kind of event */
    type: NotificationPreferencesEntryType
    /** Channel by which notifications are sent */
    channel: NotificationPreferencesEntryChannel
    enabled: boolean
  }[]
  /** True if you enabled do-not-disturb; it lasts until you disable it */
  doNotDisturb: boolean
  /** End of the current do-not-disturb; null if none is active or it lasts until you disable it */
  doNotDisturbUntil: string | null
  /** Start of the daily do-not-disturb window, in the tenant's time zone */
  doNotDisturbStart: string | null
  /** End of the window: on the next day if earlier than the start; no window if equal */
  doNotDisturbEnd: string | null
  /** Time within which e-mails, push and text messages of a topic that follow a first one are gathered for one digest; null for the tenant's setting */
  digestWindow: NotificationPreferencesDigestWindow | null
  /** Hour of daily digests, in the tenant's time zone; null for the tenant's setting */
  digestHour: number | null
  /** Null until the first change */
  createdAt: string | null
  updatedAt: string | null
}

export type NotificationPreferencesDigestWindow = "off" | "five_minutes" | "hourly" | "daily"

export type NotificationPreferencesEntryChannel = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export type NotificationPreferencesEntryType = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export type NotificationPriority = "low" | "normal" | "high" | "urgent"

export interface NotificationTemplate {
  "@id": string
  "@context": "/api/docs/contexts/NotificationTemplate"
  "@type": "NotificationTemplate"
  id: string
  /** Kind of event */
  notificationType: NotificationTemplateNotificationType
  /** Channel by which notifications are sent */
  channelType: NotificationTemplateChannelType
  /** Text of 1 to 255 characters */
  name: string
  /** A locale such as de_DE */
  locale: string
  /** `single` for the message of one event, `digest` for a digest of several */
  form: NotificationTemplateForm
  /** Liquid template of one line: the subject of e-mails, the title in other channels */
  subjectTemplate: string
  /** Liquid template of the text */
  bodyTemplate: string
  /** Liquid with escaped values, for e-mails: a whole page, or the content of the default page. If null, it is derived from the body. */
  htmlBodyTemplate: string | null
  /** True if the template is used */
  isActive: boolean
  /** Tenant that owns the template */
  tenantId: string | null
  createdAt: string
  updatedAt: string
}

export type NotificationTemplateChannelType = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export type NotificationTemplateForm = "single" | "digest"

export type NotificationTemplateNotificationType = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export interface NotificationTemplatePreview {
  "@context": "/api/docs/contexts/NotificationTemplatePreview"
  "@type": "NotificationTemplatePreview"
  id: "preview"
  /** Kind of event */
  notificationType: NotificationTemplatePreviewNotificationType
  /** Channel by which notifications are sent */
  channelType: NotificationTemplatePreviewChannelType
  /** A locale such as de_DE */
  locale: string
  /** `single` for the message of one event, `digest` for a digest of several */
  form: NotificationTemplatePreviewForm
  /** Source of the texts that were not given */
  source: NotificationTemplatePreviewSource
  subjectTemplate: string
  bodyTemplate: string
  htmlBodyTemplate: string | null
  /** Variables of the topic with example values */
  variables: Record<string, unknown>
  subject: string
  body: string
  /** The whole page of the e-mail */
  htmlBody: string | null
}

export type NotificationTemplatePreviewChannelType = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export type NotificationTemplatePreviewForm = "single" | "digest"

export type NotificationTemplatePreviewNotificationType = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export type NotificationTemplatePreviewSource = "given" | "tenant" | "platform" | "built_in"

export type NotificationType = "operational" | "incident" | "financial" | "maintenance" | "account" | "announcement"

export interface NumberAudit {
  "@context": "/api/docs/contexts/NumberAudit"
  "@id": string
  "@type": "NumberAudit"
  series: NumberAuditSeries
  year: number
  /** True if every sequence has all numbers from 1 to its last one; null if there is no sequence */
  isComplete: boolean | null
  sequences: {
    /** The number pattern, filled except for {seq} */
    sequence: string
    /** The last number assigned; the first is 1 */
    last: number
    /** Count of assigned and skipped numbers */
    numbers: number
    /** Numbers without an explanation; the first hundred */
    missing: number[]
  }[]
  /** Every number that does not belong to a live document of its sequence */
  explained: {
    number: string
    documentId: string
    /** `chosen`: given by the issuer, outside the sequence; `skipped`: chosen before the sequence reached it; `cancelled`: the document was cancelled and keeps its number */
    why: NumberAuditExplainedWhy
    reason: string | null
  }[]
  auditedAt: string
}

export type NumberAuditExplainedWhy = "chosen" | "skipped" | "cancelled"

export type NumberAuditSeries = "invoice" | "credit_note" | "settlement" | "return"

export interface OnboardPartnerAsCustodianInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  type: CustodianType
  /** Text of 1 to 255 characters */
  name: string
}

export interface OpenItems {
  "@context": "/api/docs/contexts/OpenItems"
  "@id": string
  "@type": "OpenItems"
  partnerId: string
  partnerName: string
  /** One for each currency with an open invoice, credit or a credit note to be applied */
  currencies: {
    /** An ISO 4217 currency code */
    currency: string
    /** Sum of the open amounts of the invoices */
    openAmount: number
    /** Sum of what is unallocated of the payments */
    credit: number
    /** Sum of the issued credit notes that are not applied yet */
    creditToApply: number
    /** What the partner owes by its account: the open amount less the credit; below 0, you owe the partner. Credit notes are in it once they are applied */
    balance: number
    /** The open amounts by days past the due date */
    aging: {
      /** Not overdue */
      current: number
      days1To30: number
      days31To60: number
      days61To90: number
      /** More than 90 days */
      days90Plus: number
    }
  }[]
  /** The one that is due first comes first */
  invoices: {
    invoiceId: string
    invoiceNumber: string | null
    /** An ISO 4217 currency code */
    currency: string
    status: OpenItemsInvoiceStatus
    issuedAt: string | null
    /** A date such as 2026-03-31 */
    dueDate: string
    totalAmount: number
    /** As the account has it */
    openAmount: number
    /** The open amount less the issued credit notes that are not applied yet, which is what reminders claim */
    owedAmount: number
    /** 0 if the invoice is not overdue today in your time zone */
    daysOverdue: number
  }[]
  /** Payments with something unallocated, the oldest first */
  credits: {
    paymentId: string
    reference: string | null
    /** An ISO 4217 currency code */
    currency: string
    unallocated: number
    receivedAt: string
    /** Days since the payment was received */
    ageDays: number
  }[]
  generatedAt: string
}

export type OpenItemsInvoiceStatus = "issued" | "overdue"

export interface Order {
  "@id": string
  "@context": "/api/docs/contexts/Order"
  "@type": "Order"
  id: string
  channelId: string
  /** Id of the order on the platform */
  externalOrderId: string
  number: string
  status: OrderStatus
  platformStatus: string | null
  /** An ISO 4217 currency code */
  currency: string
  total: number
  placedAt: string | null
  customer: {
    name: string | null
    email: string | null
  } | null
  shippingAddress: {
    name: string | null
    line1: string | null
    line2: string | null
    city: string | null
    postalCode: string | null
    region: string | null
    countryCode: string | null
  } | null
  billingAddress: {
    name: string | null
    line1: string | null
    line2: string | null
    city: string | null
    postalCode: string | null
    region: string | null
    countryCode: string | null
  } | null
  /** Shipping method that the customer chose, as the shop names it: its code, or else its name; null if it is not known */
  serviceLevel: string | null
  lineItems: {
    sku: string | null
    name: string | null
    quantity: number
    /** Price of one piece, which may be rounded; `total` is exact */
    unitPrice: number | null
    /** What the customer pays for the line, after discounts and with taxes, in minor units; null if no price is known */
    total: number | null
  }[]
  decidedBy: {
    /** Null if no rule set decided */
    ruleSetId: string | null
    reason: string
  } | null
  /** Why the order was cancelled; null unless it was */
  cancellationReason: string | null
  /** Time at which the platform last changed the order */
  platformModifiedAt: string | null
  /** `none` if its fulfilment was never planned; null except in a single order */
  fulfilmentStatus: OrderFulfilmentStatus | null
  createdAt: string
  updatedAt: string
}

export type OrderFulfilmentStatus = "none" | "pending" | "blocked" | "in_progress" | "partially_fulfilled" | "fulfilled" | "cancelled"

export interface OrderFulfilments {
  "@id": string
  "@context": "/api/docs/contexts/OrderFulfilments"
  "@type": "OrderFulfilments"
  /** Id of the order */
  id: string
  channelId: string
  /** False if parcels cannot be published to the shop of the channel */
  supported: boolean
  /** Fulfilments of the order as the shop shows them now; null if the shop has no such order or cannot be asked */
  fulfilments: {
    /** Id of the fulfilment in the shop */
    externalId: string
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
    /** Empty if the shop does not tell which pieces are in it */
    lines: {
      sku: string | null
      quantity: number
    }[]
  }[] | null
  /** Parcels that the platform has published or will publish */
  parcels: {
    shipmentId: string
    /** `held` until the channel can be used, `waiting` for the next attempt, `skipped` if the shop needs nothing, `withdrawn` once the shop does not show a parcel that was cancelled or whose hand-off was reversed */
    status: OrderFulfilmentsParcelStatus
    /** Ids of the shop's fulfilments with the parcel */
    externalIds: string[]
    trackingNumber: string | null
    /** Attempts in a row that failed */
    attempts: number
    nextAttemptAt: string | null
    errorCode: string | null
    /** Why the shop does not show the parcel, or still does, or what it does not show of it */
    message: string | null
    publishedAt: string | null
    /** The sync run that is in progress */
    syncRunId: string | null
  }[]
}

export type OrderFulfilmentsParcelStatus = "waiting" | "sending" | "published" | "skipped" | "held" | "failed" | "withdrawn"

export type OrderStatus = "accepted" | "held" | "rejected" | "cancelled"

export interface Partner {
  "@id": string
  "@context": "/api/docs/contexts/Partner"
  "@type": "Partner"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  roles: PartnerRole[]
  /** An ISO 3166 country code */
  countryCode: string | null
  /** An ISO 4217 currency code */
  defaultCurrency: string | null
  /** A locale such as de_DE */
  locale: string | null
  /** Text of 1 to 50 characters */
  taxId: string | null
  /** A VAT id with the prefix of its country and without spaces, such as DE123456789 or EL123456789 */
  vatId: string | null
  address: {
    /** Text of 1 to 255 characters */
    line1: string | null
    /** Text of 1 to 255 characters */
    line2: string | null
    /** Text of 1 to 255 characters */
    city: string | null
    /** Text of 1 to 20 characters */
    postalCode: string | null
    /** Text of 1 to 255 characters */
    region: string | null
    /** An ISO 3166 country code */
    countryCode: string | null
  } | null
  billingContact: {
    /** Text of 1 to 255 characters */
    name: string | null
    /** An e-mail address */
    email: string
  } | null
  electronicAddress: {
    /** EAS code, such as 0204 for a Leitweg-ID, 9930 for a German VAT id or EM for e-mail */
    scheme: PartnerElectronicAddressScheme
    /** Text of 1 to 100 characters */
    id: string
  } | null
  /** Reference that e-invoices to the partner show, such as a Leitweg-ID */
  buyerReference: string | null
  bankAccount: {
    accountHolder: string | null
    /** Only its country, check digits and last four characters */
    iban: string
    bic: string | null
  } | null
  createdAt: string
  updatedAt: string
}

export type PartnerElectronicAddressScheme = "0002" | "0007" | "0009" | "0037" | "0060" | "0088" | "0096" | "0097" | "0106" | "0130" | "0135" | "0142" | "0147" | "0151" | "0154" | "0158" | "0170" | "0177" | "0183" | "0184" | "0188" | "0190" | "0191" | "0192" | "0193" | "0194" | "0195" | "0196" | "0198" | "0199" | "0200" | "0201" | "0202" | "0203" | "0204" | "0205" | "0208" | "0209" | "0210" | "0211" | "0212" | "0213" | "0215" | "0216" | "0217" | "0218" | "0219" | "0220" | "0221" | "0225" | "0230" | "0235" | "0240" | "0244" | "0242" | "0245" | "0246" | "0248" | "9910" | "9913" | "9914" | "9915" | "9918" | "9919" | "9920" | "9922" | "9923" | "9924" | "9925" | "9926" | "9927" | "9928" | "9929" | "9930" | "9931" | "9932" | "9933" | "9934" | "9935" | "9936" | "9937" | "9938" | "9939" | "9940" | "9941" | "9942" | "9943" | "9944" | "9945" | "9946" | "9947" | "9948" | "9949" | "9950" | "9951" | "9952" | "9953" | "9957" | "9959" | "AN" | "AQ" | "AS" | "AU" | "EM"

export type PartnerRole = "Partner.Custodian" | "Partner.Customer" | "Partner.Supplier" | "Partner.Carrier" | "Partner.Merchant"

export interface PartnerStatement {
  "@context": "/api/docs/contexts/PartnerStatement"
  "@id": string
  "@type": "PartnerStatement"
  /** An ISO 4217 currency code */
  currency: string
  partnerId: string
  partnerName: string
  /** Amount owed to the partner before `from`; below 0: owed by the partner */
  openingBalance: number
  /** The amount formatted in your locale */
  openingBalanceFormatted: string
  /** Amount owed to the partner at `to`; below 0: owed by the partner */
  closingBalance: number
  /** The amount formatted in your locale */
  closingBalanceFormatted: string
  /** Number of lines from `from` to `to`, on all pages */
  lineCount: number
  /** One page of lines, in the order of `issuedAt` and then of their recording */
  lines: {
    kind: PartnerStatementLineKind
    /** The bill, settlement or credit note; for a payment, the bill or settlement that it pays */
    recordId: string
    /** Resource URI of the record */
    ref: string
    number: string | null
    issuedAt: string
    dueAt: string | null
    /** Minor units. Above 0 raises the amount owed to the partner; below 0 lowers it. */
    amount: number
    /** The amount formatted in your locale */
    amountFormatted: string
    /** An ISO 4217 currency code */
    currency: string
    /** Current status of the record */
    status: string | null
    /** Amount owed to the partner after this line */
    runningBalance: number
    /** The amount formatted in your locale */
    runningBalanceFormatted: string
  }[]
  /** The closing balance by days past the due date, counted in days of your time zone */
  aging: {
    /** Not overdue on the day of `to` */
    current: number
    days1To30: number
    days31To60: number
    days61To90: number
    /** More than 90 days */
    days90Plus: number
  }
  generatedAt: string
}

export type PartnerStatementLineKind = "bill" | "settlement" | "credit_note" | "outgoing_payment"

export interface Payment {
  "@id": string
  "@context": "/api/docs/contexts/Payment"
  "@type": "Payment"
  id: string
  partnerId: string
  partnerName: string
  /** An ISO 4217 currency code */
  currency: string
  /** Minor units that arrived */
  amount: number
  /** What a bank or provider deducted on the way; it counts as paid, in addition to `amount` */
  fee: number
  receivedAt: string
  /** `credit_note` is the credit of a credit note that was applied to an invoice with less open */
  method: PaymentMethod
  reference: string | null
  /** `open` while part of it is unallocated, which is the credit of the partner */
  status: PaymentStatus
  /** Sum of the allocations that are not reversed */
  allocated: number
  /** The credit that the partner has from this payment */
  unallocated: number
  refunded: number
  /** Every allocation that was ever made, in the order of time */
  allocations: {
    id: string
    invoiceId: string
    invoiceNumber: string | null
    amount: number
    at: string
    /** Null unless the allocation was reversed */
    reversedAt: string | null
  }[]
  reversals: {
    id: string
    /** The whole payment, or some of its allocations */
    kind: PaymentReversalKind
    allocationIds: string[]
    /** The amount that the partner owes again */
    amount: number
    reason: string
    at: string
  }[]
  refunds: {
    id: string
    amount: number
    reference: string | null
    refundedAt: string
    at: string
  }[]
  createdAt: string
  updatedAt: string
}

export type PaymentMethod = "bank_transfer" | "direct_debit" | "card" | "cash" | "check" | "online_wallet" | "other" | "credit_note"

export type PaymentReversalKind = "payment" | "allocations"

export interface PaymentRun {
  "@id": string
  "@context": "/api/docs/contexts/PaymentRun"
  "@type": "PaymentRun"
  id: string
  status: PaymentRunStatus
  /** An ISO 4217 currency code */
  currency: string
  /** The day on which the bank shall pay */
  executionDate: string
  debtorAccount: {
    accountHolder: string | null
    /** Only its country, check digits and last four characters */
    iban: string
    bic: string | null
  }
  /** Number of items that are not removed */
  itemCount: number
  /** Sum of the items that are not removed */
  totalAmount: number
  pendingCount: number
  paidCount: number
  rejectedCount: number
  /** True while items of a large run are still being added or decided */
  isProcessing: boolean
  /** Empty in lists; get a single payment run to see them */
  items: {
    /** Also the end-to-end id, by which the bank and the partner know the payment */
    id: string
    status: PaymentRunItemStatus
    /** Resource URI of the bill or settlement */
    subject: string
    /** Number of the bill or settlement, which the partner sees */
    number: string
    partnerId: string
    partnerName: string
    amount: number
    payee: {
      accountHolder: string | null
      /** Only its country, check digits and last four characters */
      iban: string
      bic: string | null
    }
    rejectionReason: string | null
    decidedAt: string | null
  }[]
  /** Number of bills and settlements that changed before they could be added */
  leftOutCount: number
  /** The first 100 of them */
  leftOut: {
    /** Resource URI of the bill or settlement */
    subject: string
    reason: string
  }[]
  createdBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  createdByType: PaymentRunCreatedByType | null
  submittedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  submittedByType: PaymentRunSubmittedByType | null
  submittedAt: string | null
  completedAt: string | null
  cancelledBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  cancelledByType: PaymentRunCancelledByType | null
  cancelledAt: string | null
  createdAt: string
  updatedAt: string
}

export type PaymentRunCancelledByType = "person" | "service_account"

export type PaymentRunCreatedByType = "person" | "service_account"

export type PaymentRunItemStatus = "pending" | "paid" | "rejected" | "removed"

export type PaymentRunStatus = "draft" | "submitted" | "completed" | "cancelled"

export type PaymentRunSubmittedByType = "person" | "service_account"

export type PaymentStatus = "open" | "closed" | "reversed"

export interface PreviewTemplateInput {
  /** Kind of event */
  notificationType: NotificationTemplatePreviewNotificationType
  /** Channel by which notifications are sent */
  channelType: NotificationTemplatePreviewChannelType
  /** Default: the language of the tenant */
  locale?: string | undefined
  /** `single` for the message of one event, `digest` for a digest of several */
  form?: NotificationTemplatePreviewForm | undefined
  /** Liquid template of one line: the subject of e-mails, the title in other channels */
  subjectTemplate?: string | undefined
  /** Liquid template of the text */
  bodyTemplate?: string | undefined
  /** Liquid with escaped values, for e-mails: a whole page, or the content of the default page. If null, it is derived from the body. */
  htmlBodyTemplate?: string | null | undefined
}

export interface ProbeAbilitiesInput {
  /** The URI of a resource, such as commerce:///partner/partners/{id} */
  subject?: string | null | undefined
  scopes: readonly string[]
}

/** Verdict by scope */
export type ProbeAbilitiesResult = Record<string, {
  allowed: true
} | {
  allowed: false
  reason: string
}>

export interface Product {
  "@id": string
  "@context": "/api/docs/contexts/Product"
  "@type": "Product"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  description: string | null
  /** Text of 1 to 255 characters */
  brand: string | null
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes: Record<string, string>
  createdAt: string
  updatedAt: string
}

export interface PublishCatalogInput {
  /** Publish all variants that the channel shows */
  force?: boolean | undefined
  /** Hash of the plan to publish; if the plan has changed, nothing is published */
  planHash?: string | undefined
}

export interface PublishEventInput {
  topic: PublishEventResultTopic
  /** URI of the resource that the event is about */
  subject?: string | null | undefined
  /** Data of the event, as the topic describes it */
  data: Record<string, unknown>
  /** Your id of the event. Publishing it again within a day has no effect. */
  eventId?: string | undefined
}

export interface PublishEventResult {
  /** Id under which its notifications can be traced */
  id: string
  topic: PublishEventResultTopic
  subject: string | null
  eventId: string | null
  occurredAt: string
}

export type PublishEventResultTopic = "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.compliance.expiry_scan" | "messaging.message.new" | "messaging.message.mention" | "partner.partner.status_changed"

export interface PushKey {
  "@id": string
  "@context": "/api/docs/contexts/PushKey"
  "@type": "PushKey"
  id: "key"
  /** The platform's public key on the curve P-256 */
  publicKey: string
}

export interface PushSubscription {
  "@id": string
  "@context": "/api/docs/contexts/PushSubscription"
  "@type": "PushSubscription"
  id: string
  /** Owner of the browser */
  userId: string
  userAgent: string | null
  createdAt: string
  expiresAt: string | null
}

export interface ReassignFulfilmentOrderInput {
  /** An id (a ULID or a UUID) */
  custodianId: string
}

export interface RecallLotInput {
  /** Text of 1 to 500 characters */
  reason?: string | null | undefined
}

export interface ReceiveGoodsReceiptInput {
  lines: readonly {
    /** An id (a ULID or a UUID) */
    variantId: string
    /** Pieces that arrived */
    quantity: number
    /** Lots that together have the quantity; required if the stock item is tracked by lot */
    lots?: readonly {
      /** Text of 1 to 64 characters */
      code: string
      /** A date such as 2026-03-31 */
      expiresOn?: string | null | undefined
      /** Pieces of the lot */
      quantity: number
    }[] | null | undefined
    /** One of each piece; required if the stock item is tracked by serial number */
    serialNumbers?: readonly string[] | null | undefined
  }[]
  /** The time at which the goods arrived, if that was earlier */
  receivedAt?: string | null | undefined
}

export interface ReceiveReturnInput {
  /** Default: now */
  receivedAt?: string | null | undefined
  /** Text of 1 to 1000 characters */
  note?: string | null | undefined
  /** A line may be named several times, with different conditions and dispositions */
  lines: readonly {
    /** An id (a ULID or a UUID) */
    lineId: string
    quantity: number
    condition: ReturnReceiptLineCondition
    disposition: ReturnReceiptLineDisposition
    /** The serial units that came back, one for each piece; without it, those that left first */
    serialNumbers?: readonly string[] | null | undefined
  }[]
}

export interface ReceiveTransferInput {
  lines: readonly {
    /** An id (a ULID or a UUID) */
    variantId: string
    /** Pieces that arrived */
    received: number
    /** Pieces that will not arrive; they are written off */
    lost?: number | undefined
  }[]
  /** Required if pieces were lost */
  reason?: string | null | undefined
}

export interface RecordBillInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** Number that the partner gave to the bill; white space around it is removed */
  billNumber: string
  /** An ISO 4217 currency code */
  currency: string
  totalAmount: number
  subtotal?: number | null | undefined
  taxTotal?: number | null | undefined
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  issuedAt: string
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  dueAt: string
  /** Text of 1 to 500 characters */
  subject?: string | null | undefined
  /** Discounts, surcharges and similar statements of the bill, at most 50 kB in total; stored only, because the total includes them already */
  adjustments?: readonly Record<string, string>[] | undefined
  /** True if you issued the bill on behalf of the partner instead of receiving it */
  selfBilled?: boolean | undefined
}

export interface RecordPaymentInput {
  /** An id (a ULID or a UUID) */
  partnerId: string
  /** An ISO 4217 currency code */
  currency: string
  /** Minor units that arrived */
  amount: number
  /** What a bank or provider deducted on the way; it counts as paid, in addition to `amount` */
  fee?: number | undefined
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  receivedAt: string
  method: RecordPaymentInputMethod
  /** Text of 1 to 255 characters */
  reference?: string | null | undefined
  /** Issued or overdue invoices of the partner in the currency of the payment, each once */
  allocations?: readonly {
    /** An id (a ULID or a UUID) */
    invoiceId: string
    /** At most the open amount of the invoice */
    amount: number
  }[] | undefined
}

export type RecordPaymentInputMethod = "bank_transfer" | "direct_debit" | "card" | "cash" | "check" | "online_wallet" | "other"

export interface RecurringInvoiceProfile {
  "@id": string
  "@context": "/api/docs/contexts/RecurringInvoiceProfile"
  "@type": "RecurringInvoiceProfile"
  id: string
  partnerId: string
  partnerName: string
  /** A name of your own, which no invoice shows */
  name: string | null
  /** An ISO 4217 currency code */
  currencyCode: string
  /** Quarterly and yearly periods are counted from the month of `startAt` */
  cadence: RecurringInvoiceProfileCadence
  /** Day on which a period starts: 1 (Monday) to 7 (Sunday) for weekly, otherwise the day of the month, or its last day if the month is shorter */
  anchorDay: number
  status: RecurringInvoiceProfileStatus
  /** Days from the start of a period to the due date, which is never before the day on which the invoice is created */
  dueDays: number
  /** True if invoices are issued immediately; otherwise they are drafts */
  autoIssue: boolean
  /** The first period starts on the first anchor day on or after this day */
  startAt: string
  /** No period starts on or after this day */
  endAt: string | null
  /** Start of the next period to invoice, as the start of the day in your time zone. One that has passed is invoiced at once, such as a period that waited for the end of a pause. Null if there is none: while the profile is paused, once it has ended, and after the last period before `endAt`. */
  nextInvoiceAt: string | null
  /** Time at which the last invoice was created */
  lastInvoicedAt: string | null
  notes: string | null
  /** Empty in lists; get a single profile to see them */
  lines: {
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    reference: string | null
    taxCategoryId: string | null
  }[]
  createdAt: string
  updatedAt: string
}

export type RecurringInvoiceProfileCadence = "weekly" | "monthly" | "quarterly" | "yearly"

export type RecurringInvoiceProfileStatus = "active" | "paused" | "ended"

export interface RefreshInput {
  refreshToken: string
}

export interface RefundPaymentInput {
  /** Default: all that is unallocated */
  amount?: number | null | undefined
  /** Text of 1 to 255 characters */
  reference?: string | null | undefined
  /** Default: now */
  refundedAt?: string | null | undefined
}

export interface RegenerateRecoveryCodesResult {
  /** Each works once in place of a factor; they are shown only now */
  recoveryCodes: string[]
}

export interface RegisterInput {
  /** An e-mail address */
  email: string
  password: string
  /** Text of 1 to 100 characters */
  firstName: string
  /** Text of 1 to 255 characters */
  company?: string | null | undefined
  /** An ISO 3166 country code */
  country?: string | null | undefined
  marketingOptIn?: boolean | undefined
}

export interface RegisterPushSubscriptionInput {
  /** Address of the browser at its push service */
  endpoint: string
  /** The browser's public key on the curve P-256 */
  p256dhKey: string
  /** Authentication secret of the browser */
  authKey: string
  /** Text of 1 to 500 characters */
  userAgent?: string | null | undefined
  /** Time at which the browser drops the subscription */
  expiresAt?: string | null | undefined
}

export interface Registered {
  id: string
  /** An e-mail address */
  email: string
}

export interface RejectOrderInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface RejectPaymentRunInput {
  /** Default: all pending items of the payment run */
  itemIds?: readonly string[] | undefined
  /** Text of 1 to 500 characters */
  reason: string
}

export interface RejectReturnInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface RejectSettlementInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface ReleaseFulfilmentOrderInput {
  /** The hold to release; the others remain */
  holdId: string
}

export interface RemoteCatalogPage {
  "@id": string
  "@context": "/api/docs/contexts/RemoteCatalogPage"
  "@type": "RemoteCatalogPage"
  /** Id of the channel */
  id: string
  /** False if the catalog of the shop cannot be read */
  supported: boolean
  /** Cursor of the next page */
  nextCursor: string | null
  hasMore: boolean
  items: {
    externalProductId: string
    externalVariantId: string
    sku: string | null
    title: string
  }[]
}

export interface RenameFactorInput {
  /** Text of 1 to 100 characters */
  name: string
}

export interface RenameTenantInput {
  /** Text of 1 to 255 characters */
  name: string
}

export interface RenderDeliveryNoteInput {
  /** Language of the delivery note; by default that of your settings */
  locale?: string | undefined
}

export interface RenderInvoiceInput {
  includeDetails?: boolean | undefined
}

export interface RenderPartnerOpenItemsInput {
  /** Required if the partner has open items in several currencies */
  currency?: string | undefined
}

export interface RenderPartnerStatementInput {
  /** Required if the partner has records in several currencies */
  currency?: string | undefined
  /** Start of the range, included */
  from?: string | undefined
  /** End of the range, included; of a date its whole day */
  to?: string | undefined
}

export interface RenderPickListInput {
  /** Orders of one custodian that are picked together */
  fulfilmentOrderIds: readonly string[]
  /** Language of the slip; default: the locale of the tenant */
  locale?: string | null | undefined
}

export interface RenderReturnSlipInput {
  /** Language of the slip; default: the locale of the tenant */
  locale?: string | null | undefined
}

export interface ReplayWebhooksInput {
  /** Time of the earliest event */
  since: string
  /** Time of the latest event; now by default */
  until?: string | undefined
  /** True to count the deliveries without sending any */
  isDryRun?: boolean | undefined
}

export interface RequestPasswordResetInput {
  /** An e-mail address */
  email: string
}

export interface RequestReturnInput {
  /** An id (a ULID or a UUID) */
  salesOrderId?: string | null | undefined
  /** An id (a ULID or a UUID) */
  fulfilmentOrderId?: string | null | undefined
  /** Text of 1 to 500 characters */
  reason?: string | null | undefined
  lines: readonly {
    /** Text of 1 to 255 characters */
    sku: string
    quantity: number
    /** Text of 1 to 500 characters */
    reason?: string | null | undefined
  }[]
}

export interface ResendVerificationInput {
  /** An e-mail address */
  email: string
}

export interface ResetPasswordInput {
  /** The token from the mail */
  token: string
  newPassword: string
}

export interface ResolveConflictInput {
  resolution: ResolveConflictInputResolution
}

export type ResolveConflictInputResolution = "accept_mine" | "accept_theirs"

export interface ResolveReturnInput {
  resolution: ReturnResolution
  /** Text of 1 to 1000 characters */
  note?: string | null | undefined
  /** At most what the sales order costs, less what its other returns refunded */
  refundAmount?: number | null | undefined
  /** The currency of the sales order, which is the default; required without one */
  currency?: string | null | undefined
  /** Text of 1 to 255 characters */
  refundReference?: string | null | undefined
  /** An invoice that bills the order: creates a draft credit note for the pieces that came back */
  invoiceId?: string | null | undefined
}

export interface ResolveRoutingIncidentInput {
  /** Text of 1 to 500 characters */
  note: string
}

export interface RestockStockItemInput {
  /** Number of pieces */
  quantity: number
  /** Text of 1 to 500 characters */
  reason: string
  /** Required if the item is tracked by lot */
  lotId?: string | null | undefined
  /** As many as the quantity; required if the item is tracked by serial number */
  serialUnitIds?: readonly string[] | null | undefined
}

export interface Return {
  "@id": string
  "@context": "/api/docs/contexts/Return"
  "@type": "Return"
  id: string
  returnNumber: string
  status: ReturnStatus
  salesOrderId: string | null
  orderNumber: string
  channelId: string | null
  /** The parcel that could not be delivered; null for any other return */
  shipmentId: string | null
  /** The custodian that the goods are sent to; null before authorization */
  custodianId: string | null
  custodianName: string | null
  reason: string | null
  lines: {
    id: string
    fulfilmentOrderId: string
    fulfilmentOrderLineId: string
    /** Index of the line in the sales order; null without one */
    orderLine: number | null
    variantId: string
    sku: string
    name: string | null
    reason: string | null
    /** Pieces that are to come back */
    requested: number
    /** Pieces that came back */
    received: number
    /** Received pieces that are on the shelf again */
    restocked: number
    /** Received pieces that are kept apart until somebody decides */
    quarantined: number
    /** Received pieces that cannot be sold any more */
    writtenOff: number
  }[]
  carrier: string | null
  trackingNumber: string | null
  /** The address at which the customer finds the label for the parcel */
  labelUrl: string | null
  /** The pieces that came back, in the order of receipt */
  receipts: {
    id: string
    receivedAt: string
    actorId: string | null
    /** The kind of actor; null for the platform, and where it was not recorded */
    actorType: ReturnReceiptActorType | null
    note: string | null
    lines: {
      lineId: string
      quantity: number
      condition: ReturnReceiptLineCondition
      disposition: ReturnReceiptLineDisposition
      /** The serial units that came back, one for each piece; without it, those that left first */
      serialNumbers: string[] | null
    }[]
  }[]
  rejectionReason: string | null
  resolution: ReturnResolution | null
  resolutionNote: string | null
  /** The amount that was refunded to the customer, in minor units */
  refundAmount: number | null
  /** Currency of `refundAmount` */
  currency: string | null
  refundReference: string | null
  /** The draft credit note that was made from the lines */
  creditNoteId: string | null
  authorizedAt: string | null
  rejectedAt: string | null
  receivedAt: string | null
  resolvedAt: string | null
  cancelledAt: string | null
  createdAt: string
  updatedAt: string
}

export type ReturnReceiptActorType = "person" | "service_account"

export type ReturnReceiptLineCondition = "sellable" | "opened" | "damaged" | "defective" | "wrong_item" | "unknown"

export type ReturnReceiptLineDisposition = "restock" | "quarantine" | "write_off"

export type ReturnResolution = "refunded" | "replaced" | "closed_without_refund"

export type ReturnStatus = "requested" | "authorized" | "rejected" | "received" | "resolved" | "cancelled"

export interface ReverseFulfilmentInput {
  /** Text of 1 to 500 characters */
  reason: string
}

export interface ReversePaymentInput {
  /** Text of 1 to 500 characters */
  reason: string
  /** Reverses only these allocations, whose amounts become unallocated. Default: the whole payment. */
  allocationIds?: readonly string[] | null | undefined
}

export interface RotateEndpointSecretInput {
  /** Hours for which requests are signed with the previous secret as well */
  overlapHours?: number | undefined
}

export interface RoutingIncident {
  "@id": string
  "@context": "/api/docs/contexts/RoutingIncident"
  "@type": "RoutingIncident"
  id: string
  status: RoutingIncidentStatus
  reason: RoutingIncidentReason
  description: string
  salesOrderId: string | null
  /** The fulfilment order that is concerned; null if none exists */
  fulfilmentOrderId: string | null
  orderNumber: string | null
  custodianId: string | null
  custodianName: string | null
  /** The event or the note that resolved it */
  resolution: string | null
  /** The identity or service account that resolved it by hand; null for the platform */
  resolvedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  resolvedByType: RoutingIncidentResolvedByType | null
  resolvedAt: string | null
  createdAt: string
  updatedAt: string
}

export type RoutingIncidentReason = "no_rule" | "no_stock" | "no_coverage" | "unknown_sku" | "refused" | "custodian_down" | "order_changed" | "order_ended" | "order_unpaid"

export type RoutingIncidentResolvedByType = "person" | "service_account"

export type RoutingIncidentStatus = "open" | "resolved"

export interface SalesChannel {
  "@id": string
  "@type": "SalesChannel"
  "@context": "/api/docs/contexts/SalesChannel"
  id: string
  /** Text of 1 to 255 characters */
  name: string
  /** 2 to 12 letters and digits with single hyphens between them */
  code: string
  type: SalesChannelType
  status: SalesChannelStatus
  partnerId: string | null
  partnerName: string | null
  merchantId: string | null
  sourcingPrincipal: string | null
  pullAssortmentId: string | null
  pushAssortmentId: string | null
  defaultFulfilmentPolicyId: string | null
  /** An ISO 4217 currency code */
  defaultCurrency: string | null
  supportedCurrencies: string[]
  /** A locale such as de_DE */
  defaultLocale: string | null
  supportedLocales: string[]
  hasWebhook: boolean
  deletable: boolean
  syncSettings: {
    autoImportEnabled: boolean
    syncIntervalMinutes: number
    /** Statuses, in the platform's words, in which syncs and webhooks import new orders; null: all. An order that its shop does not call paid and to be shipped is held until it does, unless its status is named here: so name `on-hold` to sell on account, and statuses of your own. Cancelled and refunded orders are always imported, and imported orders are updated whatever their status. An order that another status excludes is imported when it changes to one of these, so a channel that relies on webhooks needs a topic of changes, such as `order.updated` */
    statusFilters: string[] | null
    /** The first sync imports the orders that changed in so many days before it. Webhooks are not limited by this */
    daysToLookBack: number
  }
  /** Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order */
  connectorConfig: Record<string, string>
  connectionId: string | null
  connectionStatus: {
    connected: boolean
    errorCode: string | null
    errorMessage: string | null
    checkedAt: string
    storeInfo: Record<string, string>
  } | null
  webhookTopics: string[]
  /** Time at which a run of any type last succeeded: of orders, the catalog, stock, parcels or notes. Parcels and notes move it once a minute at most. */
  lastSyncAt: string | null
  createdAt: string
  updatedAt: string
}

export type SalesChannelStatus = "active" | "paused" | "disconnected"

export type SalesChannelType = "manual" | "woocommerce" | "shopify" | "sylius" | "vendure" | "simulator"

export interface ScheduleBillInput {
  /** Default: the due date, or today if that is over */
  scheduledPaymentDate?: string | null | undefined
}

export interface SelectTenantInput {
  /** An id (a ULID or a UUID) */
  tenantId: string
}

export interface SendInvoiceInput {
  /** Default: the billing contact of the partner */
  to?: readonly string[] | undefined
  /** An address in several lists gets one mail */
  cc?: readonly string[] | undefined
  /** Hidden from the other recipients */
  bcc?: readonly string[] | undefined
  /** `email`: the documents are attached. `portal`: the mail links to a page that needs no sign-in. */
  channel?: InvoiceSendingChannel | undefined
  format?: InvoiceSendingFormat | undefined
  /** Documents that you may read. Default: the invoice's own document */
  attachmentDocumentIds?: readonly string[] | undefined
}

export interface SerialUnit {
  "@id": string
  "@context": "/api/docs/contexts/SerialUnit"
  "@type": "SerialUnit"
  id: string
  /** The stock item that it belongs to, or belonged to before it left */
  stockItemId: string
  variantId: string
  custodianId: string
  /** Text of 1 to 64 characters */
  serialNumber: string
  status: SerialUnitStatus
  createdAt: string
  updatedAt: string
}

export type SerialUnitStatus = "in_stock" | "reserved" | "shipped" | "returned" | "quarantined" | "written_off"

export interface ServiceAccount {
  "@id": string
  "@context": "/api/docs/contexts/ServiceAccount"
  "@type": "ServiceAccount"
  /** Also its `client_id` */
  id: string
  /** Text of 1 to 100 characters */
  name: string
  description: string | null
  status: ServiceAccountStatus
  scopes: string[]
  networks: string[]
  expiresAt: string | null
  /** Identity of the member who answers for it and whose role bounds its scopes */
  sponsorId: string
  /** The valid keys, oldest first; at most two */
  keys: {
    id: string
    type: ServiceAccountKeyType
    /** Algorithm of a public key; null for a secret */
    algorithm: ServiceAccountKeyAlgorithm | null
    createdAt: string
    /** Set once a newer key replaces it */
    expiresAt: string | null
    /** Time of the last token, at most an hour too early */
    lastUsedAt: string | null
  }[]
  /** Time of the last token, at most an hour too early */
  lastUsedAt: string | null
  createdAt: string
  updatedAt: string
}

export type ServiceAccountKeyAlgorithm = "ES256" | "EdDSA" | "RS256"

export type ServiceAccountKeyType = "secret" | "public_key"

export type ServiceAccountStatus = "active" | "disabled"

export interface Session {
  "@id": string
  "@context": "/api/docs/contexts/Session"
  "@type": "Session"
  id: string
  /** Browser and system */
  device: string | null
  /** Address of the sign-in: an IPv4 address or the /64 network of an IPv6 one */
  address: string | null
  startedAt: string
  /** Time of the sign-in or the last refresh */
  lastUsedAt: string
  /** True for the session of this request */
  current: boolean
}

export interface SetChannelCurrenciesInput {
  /** An ISO 4217 currency code */
  defaultCurrency?: string | null | undefined
  supportedCurrencies?: readonly string[] | null | undefined
  /** False unless it is given */
  clearDefaultCurrency?: boolean | undefined
}

export interface SetChannelLocalesInput {
  /** A locale such as de_DE */
  defaultLocale?: string | null | undefined
  supportedLocales?: readonly string[] | null | undefined
  /** False unless it is given */
  clearDefaultLocale?: boolean | undefined
}

export interface SetListingOverridesInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  /** Text of 1 to 20000 characters */
  description?: string | undefined
  /** Prices in minor units, one for each currency */
  prices?: readonly {
    /** An ISO 4217 currency code */
    currency: string
    amount: number
  }[] | undefined
  /** Names and descriptions by locale, such as de_DE */
  localizations?: Record<string, {
    /** Text of 1 to 255 characters */
    name?: string | null | undefined
    description?: string | null | undefined
  }> | undefined
}

export interface SetLogoInput {
  /** Id of a file with the purpose `logo` that is ready */
  fileId: string
}

export interface SetSourcingPrincipalInput {
  /** A resource URI such as commerce:///partner/partners/{id} */
  principal: string
}

export interface Setting {
  "@id": string
  "@type": "Setting"
  "@context": "/api/docs/contexts/Setting"
  id: string
  key: string
  /** Effective value, of the type in `type`; masked if it is encrypted and set */
  value: unknown
  type: SettingType
  category: SettingCategory
  label: string
  description: string
  /** Default as text, or as JSON for JSON settings; null if there is none */
  defaultValue: string | null
  /** True if the effective value is the default */
  isDefault: boolean
  /** True for secrets, which are stored encrypted and never shown */
  isEncrypted: boolean
  /** Time of the first change; null before */
  createdAt: string | null
  /** Time of the last change or reset; null before */
  updatedAt: string | null
}

export type SettingCategory = "general" | "warehousing" | "notifications" | "billing" | "integrations" | "security"

export type SettingType = "string" | "integer" | "boolean" | "JSON"

export interface Settlement {
  "@id": string
  "@context": "/api/docs/contexts/Settlement"
  "@type": "Settlement"
  id: string
  tenantId: string
  partnerId: string
  settlementNumber: string
  periodType: SettlementPeriodType | null
  /** A date such as 2026-03-31 */
  periodStartDate: string | null
  /** Last day of the period, included */
  periodEndDate: string | null
  /** An ISO 4217 currency code */
  currency: string
  status: SettlementStatus
  /** Credits minus debits plus adjustments */
  totalAmount: number
  totalCredits: number
  totalDebits: number
  lineItemCount: number
  /** Empty in lists; a single settlement shows its first 2000 lines, or fewer if they are very long */
  lineItems: {
    id: string
    type: SettlementLineItemType
    description: string
    /** Above 0; only an adjustment may be below 0 */
    amount: number
    /** An ISO 4217 currency code */
    currency: string
    subject: string | null
    chargeType: string | null
    occurredAt: string | null
    metadata: Record<string, string>
  }[]
  /** The lines of type adjustment that `lineItems` shows: `lineItemId`, `description` and `amount` in minor units */
  adjustments: Record<string, string>[]
  createdAt: string
  approvedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  approvedByType: SettlementApprovedByType | null
  approvedAt: string | null
  approvalNotes: string | null
  rejectedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  rejectedByType: SettlementRejectedByType | null
  rejectedAt: string | null
  rejectionReason: string | null
  paidAt: string | null
  paymentReference: string | null
  paymentMethod: SettlementPaymentMethod | null
  /** The payment run that pays the settlement; null while it is in none */
  paymentRunId: string | null
}

export type SettlementApprovedByType = "person" | "service_account"

export type SettlementLineItemType = "credit" | "debit" | "adjustment"

export type SettlementPaymentMethod = "bank_transfer" | "check" | "online_wallet" | "other"

export type SettlementPeriodType = "weekly" | "bi_weekly" | "monthly"

export type SettlementRejectedByType = "person" | "service_account"

export interface SettlementScope {
  "@context": "/api/docs/contexts/SettlementScope"
  "@id": string
  "@type": "SettlementScope"
  /** Text of 1 to 100 characters on one line, without surrounding spaces, other than . and .. */
  scope: string
  label: string
  description: string
}

export type SettlementStatus = "open" | "locked" | "under_review" | "approved" | "paid" | "rejected"

export interface Shipment {
  "@id": string
  "@context": "/api/docs/contexts/Shipment"
  "@type": "Shipment"
  id: string
  fulfilmentOrderId: string | null
  salesOrderId: string | null
  orderNumber: string | null
  channelId: string | null
  custodianId: string | null
  custodianName: string | null
  status: ShipmentStatus
  flags: ShipmentFlag[]
  carrier: string | null
  service: string | null
  trackingNumber: string | null
  /** The carrier's page about the parcel */
  trackingUrl: string | null
  /** Your page for the buyer, about all parcels of the order. It needs no token, and ends ninety days after the last change. */
  trackingPageUrl: string
  lines: {
    variantId: string | null
    sku: string
    name: string | null
    quantity: number
  }[]
  deliveryAddress: {
    name: string | null
    line1: string | null
    line2: string | null
    city: string | null
    postalCode: string | null
    region: string | null
    countryCode: string | null
  } | null
  handedOverAt: string | null
  /** A time, or a day in the destination */
  promisedBy: string | null
  deliveredAt: string | null
  /** When the hand-off of the parcel was reversed. The parcel is cancelled then, and no later news changes it */
  reversedAt: string | null
  /** In the order in which they happened */
  events: {
    occurredAt: string
    /** State that it tells; null if it tells none */
    state: ShipmentEventState | null
    flag: ShipmentEventFlag | null
    description: string | null
    place: string | null
  }[]
  label: {
    /** `offered`: the price is chosen, and the purchase or its answer is awaited. `voiding`: the refund is awaited. `uploaded`: a person brought it. */
    status: ShipmentLabelStatus
    /** The shipping_api custodian through which it is bought; null if it was uploaded */
    custodianId: string | null
    format: ShipmentLabelFormat
    price: {
      amount: number
      currency: string
    } | null
    /** Its file; see `GET /api/document/documents/{id}/download` */
    documentId: string | null
    boughtAt: string | null
    /** Why it failed, or what is awaited */
    message: string | null
  } | null
  proofOfDelivery: {
    signedBy: string | null
    note: string | null
    at: string
  } | null
  createdAt: string
  updatedAt: string
}

export type ShipmentEventFlag = "delayed" | "ready_for_pickup" | "attempt_failed" | "returning"

export type ShipmentEventState = "created" | "scheduled" | "in_transit" | "out_for_delivery" | "delivered" | "refused" | "damaged" | "lost" | "cancelled"

export type ShipmentFlag = "delayed" | "ready_for_pickup" | "attempt_failed" | "returning"

export type ShipmentLabelFormat = "PDF" | "PNG" | "ZPL"

export type ShipmentLabelStatus = "requested" | "offered" | "bought" | "voiding" | "void" | "failed" | "uploaded"

export type ShipmentStatus = "created" | "scheduled" | "in_transit" | "out_for_delivery" | "delivered" | "refused" | "damaged" | "lost" | "cancelled"

export interface SplitFulfilmentOrderInput {
  lines: readonly {
    /** Id of a line of the fulfilment order */
    lineId: string
    quantity: number
  }[]
}

export interface StartExternalSignInInput {
  /** Page to which the browser returns with the tokens; must be allowed by the deployment */
  returnUri?: string | null | undefined
}

export interface StepUpInput {
  /** Six digits */
  code?: string | undefined
  recoveryCode?: string | undefined
  /** The result of the call as `PublicKeyCredential.toJSON` returns it */
  passkey?: {
    /** Text in base64url */
    id: string
    /** Text in base64url */
    rawId: string
    type: "public-key"
    response: {
      /** Text in base64url */
      clientDataJSON: string
      /** Text in base64url */
      authenticatorData: string
      /** Text in base64url */
      signature: string
      userHandle?: string | null | undefined
    }
    clientExtensionResults: Record<string, unknown>
  } | undefined
  /** Required with a passkey: the challenge it answers */
  challenge?: string | undefined
  /** Accepted only from accounts without a second factor */
  password?: string | undefined
}

export interface StockItem {
  "@id": string
  "@context": "/api/docs/contexts/StockItem"
  "@type": "StockItem"
  id: string
  variantId: string
  custodianId: string
  /** Pieces on the shelf; below 0 if more left than were counted */
  onHand: number
  /** Pieces that are promised to orders */
  reserved: number
  /** Pieces on hand and not reserved whose lot is expired or recalled */
  blocked: number
  /** Pieces that came back and are set aside; not part of onHand */
  quarantined: number
  /** Pieces that may be reserved beyond those on hand; 0 if the item is tracked */
  backorderLimit: number
  /** The way in which pieces are told apart; fixed once the item has a movement */
  tracking: StockItemTracking
  /** If true, nothing can be reserved any more */
  isDiscontinued: boolean
  /** onHand less reserved and blocked; negative if more pieces are reserved than in stock */
  availableToPromise: number
  createdAt: string
  updatedAt: string
}

export type StockItemTracking = "none" | "lot" | "serial"

export interface StockMovement {
  "@id": string
  "@context": "/api/docs/contexts/StockMovement"
  "@type": "StockMovement"
  id: string
  stockItemId: string
  variantId: string
  custodianId: string
  kind: StockMovementKind
  /** Pieces that moved */
  quantity: number
  /** Pieces that came to the stock on hand; below 0 if they left it */
  onHandChange: number
  /** Pieces that were reserved; below 0 if they no longer are */
  reservedChange: number
  /** Pieces that were set aside; below 0 if they no longer are */
  quarantinedChange: number
  onHandAfter: number
  reservedAfter: number
  quarantinedAfter: number
  reason: string | null
  /** URI of the resource that caused the movement */
  cause: string | null
  /** Who caused it; null for the platform */
  actorId: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  actorType: StockMovementActorType | null
  /** The time at which it happened, if that was said; the order of movements is that of createdAt */
  occurredAt: string | null
  createdAt: string
}

export type StockMovementActorType = "person" | "service_account"

export type StockMovementKind = "opening" | "receipt" | "reserve" | "release" | "hand_over" | "reverse" | "return_in" | "restock" | "correct" | "transfer_out" | "transfer_in" | "write_off"

export interface StockTransfer {
  "@id": string
  "@context": "/api/docs/contexts/StockTransfer"
  "@type": "StockTransfer"
  id: string
  fromCustodianId: string
  toCustodianId: string
  /** Text of 1 to 100 characters */
  reference: string | null
  status: StockTransferStatus
  lines: {
    variantId: string
    /** Pieces to move */
    quantity: number
    /** Pieces that left */
    shipped: number
    /** Pieces that arrived */
    received: number
    /** Pieces that left and will not arrive */
    lost: number
    /** Pieces that left and have not arrived */
    inTransit: number
  }[]
  shippedAt: string | null
  completedAt: string | null
  createdAt: string
  updatedAt: string
}

export type StockTransferStatus = "draft" | "in_transit" | "completed" | "cancelled"

export interface StorageUsage {
  "@context": "/api/docs/contexts/StorageUsage"
  "@id": string
  "@type": "StorageUsage"
  /** Bytes of all files, from the beginning of their uploads */
  usedBytes: number
  fileCount: number
  /** Bytes that the setting `general.storageMegabytes` allows */
  quotaBytes: number
}

export interface StoredFile {
  "@id": string
  "@context": "/api/docs/contexts/StoredFile"
  "@type": "StoredFile"
  id: string
  name: string
  /** `uploading` until the upload is completed, `checking` while the content is checked, then `ready` or `rejected`; `deleted` until the content is erased. */
  status: StoredFileStatus
  /** Declared type; once the file is `ready`, also the type of its content */
  mimeType: StoredFileMimeType
  sizeBytes: number
  /** SHA-256 of the content as hexadecimal digits */
  sha256: string
  /** What the file is for. A `logo` is a PNG or JPEG of at most 512 KB and 4 megapixels, a `proof_of_delivery` a PNG, JPEG or PDF, a `bank_statement` an XML or CSV of at most 10 MB, an `import` a CSV of at most 10 MB. */
  purpose: StoredFilePurpose
  rejectionReason: string | null
  /** Number of places that use the file. It can be deleted when there are none. */
  referenceCount: number
  /** The identity or service account that began the upload */
  uploadedBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  uploadedByType: StoredFileUploadedByType | null
  /** Time at which an upload that is not completed ends */
  expiresAt: string | null
  createdAt: string
  updatedAt: string
}

export type StoredFileMimeType = "application/pdf" | "image/png" | "image/jpeg" | "text/csv" | "application/xml" | "text/plain" | "application/zpl"

export type StoredFilePurpose = "attachment" | "proof_of_delivery" | "logo" | "bank_statement" | "import"

export type StoredFileStatus = "uploading" | "checking" | "ready" | "rejected" | "deleted"

export type StoredFileUploadedByType = "person" | "service_account"

export interface SubscribeWebhookTopicInput {
  /** Text of 1 to 100 characters */
  topic: string
}

export interface SyncHealth {
  "@id": string
  "@context": "/api/docs/contexts/SyncHealth"
  "@type": "SyncHealth"
  id: "sync-health"
  totals: {
    inSync: number
    drifted: number
    neverPushed: number
  }
  channels: {
    channelId: string
    channelName: string
    inSync: number
    drifted: number
    neverPushed: number
  }[]
}

export interface SyncRecord {
  "@id": string
  "@context": "/api/docs/contexts/SyncRecord"
  "@type": "SyncRecord"
  id: string
  syncId: string
  externalId: string | null
  resourceUri: string | null
  label: string | null
  kind: string
  action: SyncRecordAction
  errorCode: string | null
  errorMessage: string | null
  occurredAt: string
  changes: {
    field: string
    from: string | null
    to: string | null
  }[]
}

export type SyncRecordAction = "created" | "updated" | "unchanged" | "skipped" | "failed" | "accepted"

export interface SyncRun {
  "@id": string
  "@type": "SyncRun"
  "@context": "/api/docs/contexts/SyncRun"
  id: string
  channelId: string
  type: string
  /** Null while the run is in progress */
  status: SyncRunStatus | null
  /** Items created or updated */
  itemsSynced: number
  itemsFailed: number
  itemsUnchanged: number
  /** Items skipped on purpose; the records have the reasons */
  itemsSkipped: number
  /** Items found but not processed yet */
  itemsPending: number
  durationSeconds: number | null
  startedAt: string
  completedAt: string | null
  errorMessage: string | null
  errorCode: string | null
  errorCategory: string | null
  /** True if only some of the records are kept; the counts include all items */
  itemsTruncated: boolean
}

export type SyncRunStatus = "success" | "failed"

export interface Tariff {
  "@id": string
  "@context": "/api/docs/contexts/Tariff"
  "@type": "Tariff"
  id: string
  partnerId: string
  name: string
  /** `custody`: for the work that the partner does as a custodian; `goods`: for orders that are sold on behalf of the partner */
  basis: TariffBasis
  /** `owed`: the charges are owed to the partner; `charged`: by the partner */
  direction: TariffDirection
  /** An ISO 4217 currency code */
  currency: string
  rates: {
    per: TariffRatePer
    /** Minor units, with up to six decimals; each charge is rounded once */
    amount: number
  }[]
  /** A date such as 2026-03-31 */
  validFrom: string
  /** Last day, included; null without an end */
  validUntil: string | null
  createdAt: string
  updatedAt: string
}

export type TariffBasis = "custody" | "goods"

export type TariffDirection = "owed" | "charged"

export interface TariffDryRun {
  "@context": "/api/docs/contexts/TariffDryRun"
  "@type": "TariffDryRun"
  tariffId: string
  /** A date such as 2026-03-31 */
  on: string
  /** An ISO 4217 currency code */
  currency: string
  /** Minor units. Above 0: owed to the partner; below 0: owed by the partner */
  totalAmount: number
  charges: {
    per: TariffDryRunChargePer
    scope: TariffDryRunChargeScope
    quantity: number
    rate: number
    amount: number
  }[]
  /** SKUs whose variant is unknown or has no weight, so that no kilograms are charged for them */
  skusWithoutWeight: string[]
}

export type TariffDryRunChargePer = "order" | "line" | "piece" | "parcel" | "kilogram" | "storage_day" | "return"

export type TariffDryRunChargeScope = "sales" | "fulfilment" | "shipping" | "storage" | "returns" | "manual"

export type TariffRatePer = "order" | "line" | "piece" | "parcel" | "kilogram" | "storage_day" | "return"

export interface Tenant {
  "@id": string
  "@context": "/api/docs/contexts/Tenant"
  "@type": "Tenant"
  id: string
  name: string
  /** Your role in the tenant */
  role: TenantRole
  createdAt: string
}

export interface TenantAccountData {
  "@context": "/api/docs/contexts/TenantAccountData"
  "@id": string
  "@type": "TenantAccountData"
  tenantId: string
  /** Name of the tenant */
  name: string
  memberId: string
  role: TenantAccountDataRole
  status: TenantAccountDataStatus
  preferences: {
    id: string
    /** The identity whose preferences these are */
    userId: string
    /** Topics and channels for which your choice has an effect: your choice, or the tenant's policy */
    entries: {
      /** Kind of event */
      type: TenantAccountDataPreferencesEntryType
      /** Channel by which notifications are sent */
      channel: TenantAccountDataPreferencesEntryChannel
      enabled: boolean
    }[]
    /** True if you enabled do-not-disturb; it lasts until you disable it */
    doNotDisturb: boolean
    /** End of the current do-not-disturb; null if none is active or it lasts until you disable it */
    doNotDisturbUntil: string | null
    /** Start of the daily do-not-disturb window, in the tenant's time zone */
    doNotDisturbStart: string | null
    /** End of the window: on the next day if earlier than the start; no window if equal */
    doNotDisturbEnd: string | null
    /** Time within which e-mails, push and text messages of a topic that follow a first one are gathered for one digest; null for the tenant's setting */
    digestWindow: TenantAccountDataPreferencesDigestWindow | null
    /** Hour of daily digests, in the tenant's time zone; null for the tenant's setting */
    digestHour: number | null
    /** Null until the first change */
    createdAt: string | null
    updatedAt: string | null
  }
  watches: {
    /** Kind of event */
    topic: TenantAccountDataWatcheTopic
    /** URI of the resource to watch, with ids in either spelling */
    subject: string | null
  }[]
  /** What you did, without the changes, which are data of the tenant; and what was done to your account and membership, without who else did it from where. Newest first. */
  auditEntries: {
    id: string
    occurredAt: string
    actorType: TenantAccountDataAuditEntryActorType
    /** The identity of a person, or a service account; null for the platform */
    actorId: string | null
    /** The caller's network address; null if there was none, or it was erased with the account */
    address: string | null
    /** `X-Request-Id` of the answer */
    requestId: string | null
    operation: string | null
    action: TenantAccountDataAuditEntryAction
    resourceType: string
    /** Null for an entry about several resources, or about none */
    resourceId: string | null
    /** Revision of the resource after the change; the last one of a deleted resource */
    revision: number | null
    /** The fields that changed. Secrets, and data of buyers, are masked. */
    changes: {
      field: string
      /** Value before as JSON; null if there was none */
      before: string | null
      /** Value after as JSON; null if there is none */
      after: string | null
      /** True if a value is longer than what is kept of it */
      isCut: boolean
    }[]
    /** The resources of an entry that sums up work of the platform, such as an import */
    resources: {
      id: string
      revision: number
    }[]
    /** True if personal data was erased from the entry, with the account it was of */
    isErased: boolean
  }[]
  /** Cursor of the next page of `auditEntries`; null on the last one */
  nextCursor: string | null
}

export type TenantAccountDataAuditEntryAction = "create" | "update" | "delete" | "sign_in" | "sign_in_failed" | "sessions_ended" | "credentials_changed" | "read" | "export" | "replay" | "test" | "publish"

export type TenantAccountDataAuditEntryActorType = "person" | "service_account" | "platform"

export type TenantAccountDataPreferencesDigestWindow = "off" | "five_minutes" | "hourly" | "daily"

export type TenantAccountDataPreferencesEntryChannel = "storage" | "email" | "sms" | "push" | "webhook" | "slack"

export type TenantAccountDataPreferencesEntryType = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export type TenantAccountDataRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export type TenantAccountDataStatus = "invited" | "active" | "suspended" | "left"

export type TenantAccountDataWatcheTopic = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export type TenantRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export interface TestChannelConnectionInput {
  type: TestChannelConnectionInputType
  credentials: Record<string, string>
  /** Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order */
  connectorConfig?: Record<string, string> | undefined
}

export type TestChannelConnectionInputType = "manual" | "woocommerce" | "shopify" | "sylius" | "vendure" | "simulator"

export interface TestCustodianConnectionInput {
  type: CustodianType
  connectionConfig: {
    /** Of `shipping_api`: the id of the EasyPost carrier account whose prices are used, which starts with `ca_`, or `any` */
    publicKey?: string | null | undefined
    /** Of `shipping_api`: the API key of EasyPost */
    secretKey?: string | null | undefined
    /** Of a `custom` custodian: the https address of its system, which receives signed requests; without one, people work its orders. Of `shipping_api`: `easypost`. Of `fulfilment_api_a` and `fulfilment_api_b`: the id of the ShipBob centre or ShipHero warehouse that the tenant picks; an account with only one needs none. Of a `simulator`: its settings as a query, such as `step_seconds=5&lost_percent=10`. */
    integrationId?: string | null | undefined
    /** Of `fulfilment_api_b`: the refresh token of a ShipHero user */
    apiKey?: string | null | undefined
    /** Of `fulfilment_api_b`: the id of the ShipHero account whose orders are placed. Of a `simulator`: the seed from which everything follows */
    accountId?: string | null | undefined
    /** Of `fulfilment_api_a`: a personal access token of ShipBob */
    accessToken?: string | null | undefined
    /** Of `fulfilment_api_a`: the number of the ShipBob channel */
    channelId?: string | null | undefined
    /** Signs webhooks to the platform and, of a `custom` custodian, the requests to its system, as Standard Webhooks says: `whsec_` and a key in base64, or any text of 24 characters or more. Of ShipBob, ShipHero and EasyPost it is the secret of their webhook, of Flexport the token that it sends as `X-Webhook-Token`, of bol the public key as `/subscriptions/signature-keys` returns it. */
    webhookSecret?: string | null | undefined
    /** An id (a ULID or a UUID) */
    custodianId?: string | null | undefined
  }
}

export interface TestWebhookEndpointInput {
  /** Topic of the test event; by default the first one that the endpoint gets */
  topic?: WebhookEndpointDeliveryTopic | undefined
}

export interface Tokens {
  accessToken: string
  /** Null if the one you have stays valid */
  refreshToken: string | null
  tokenType: "Bearer"
  /** Lifetime of the access token in seconds */
  expiresIn: number
  tenants: {
    id: string
    name: string
    role: TokensTenantRole
  }[]
}

export type TokensTenantRole = "owner" | "admin" | "finance" | "operations" | "viewer"

export interface TopicSubscription {
  "@context": "/api/docs/contexts/TopicSubscription"
  "@id": string
  "@type": "TopicSubscription"
  /** Kind of event */
  topic: TopicSubscriptionTopic
  /** URI of the resource to watch, with ids in either spelling */
  subject: string | null
  subscribed: boolean
}

export type TopicSubscriptionTopic = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export interface TransferOwnershipInput {
  /** An id (a ULID or a UUID) */
  memberId: string
}

export interface UndoEmailChangeInput {
  /** The token from the mail */
  token: string
}

export interface UnreadCount {
  "@id": string
  "@context": "/api/docs/contexts/UnreadCount"
  "@type": "UnreadCount"
  id: "unread-count"
  count: number
}

export type UnwatchTopicTopic = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export interface UpdateAcceptanceRuleSetInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  /** All groups must be met. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. At most 100 kB in total. */
  conditions?: readonly {
    logic?: AcceptanceRuleSetConditionLogic | undefined
    rules: readonly {
      /** A field of the order such as total or lineItems.sku */
      field: string
      operator: AcceptanceRuleSetConditionRuleOperator
      /** For `in` and `not_in`, several values separated by commas */
      value?: string | undefined
      description?: string | null | undefined
    }[]
  }[] | undefined
  action?: AcceptanceRuleSetAction | undefined
  isActive?: boolean | undefined
  priority?: number | undefined
}

export interface UpdateAssortmentInput {
  /** Text of 1 to 255 characters */
  name: string
}

export interface UpdateBillInput {
  totalAmount?: number | undefined
  subtotal?: number | null | undefined
  taxTotal?: number | null | undefined
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  issuedAt?: string | undefined
  /** A date such as 2026-03-31, or a time with its offset, such as 2026-03-31T14:00:00Z */
  dueAt?: string | undefined
  /** Text of 1 to 500 characters */
  subject?: string | null | undefined
  /** Discounts, surcharges and similar statements of the bill, at most 50 kB in total; stored only, because the total includes them already */
  adjustments?: readonly Record<string, string>[] | undefined
}

export interface UpdateCarrierInput {
  /** Text of 1 to 100 characters */
  name?: string | undefined
  /** Other names under which shops and custodians report the carrier */
  aliases?: readonly string[] | undefined
  /** An https URL with {number} in it, and no other braces */
  trackingUrlTemplate?: string | null | undefined
}

export interface UpdateChannelCredentialsInput {
  credentials: Record<string, string | null>
}

export interface UpdateChannelCredentialsResult {
  channel: {
    "@context": "/api/docs/contexts/SalesChannel"
    id: string
    /** Text of 1 to 255 characters */
    name: string
    /** 2 to 12 letters and digits with single hyphens between them */
    code: string
    type: UpdateChannelCredentialsResultChannelType
    status: UpdateChannelCredentialsResultChannelStatus
    partnerId: string | null
    partnerName: string | null
    merchantId: string | null
    sourcingPrincipal: string | null
    pullAssortmentId: string | null
    pushAssortmentId: string | null
    defaultFulfilmentPolicyId: string | null
    /** An ISO 4217 currency code */
    defaultCurrency: string | null
    supportedCurrencies: string[]
    /** A locale such as de_DE */
    defaultLocale: string | null
    supportedLocales: string[]
    hasWebhook: boolean
    deletable: boolean
    syncSettings: {
      autoImportEnabled: boolean
      syncIntervalMinutes: number
      /** Statuses, in the platform's words, in which syncs and webhooks import new orders; null: all. An order that its shop does not call paid and to be shipped is held until it does, unless its status is named here: so name `on-hold` to sell on account, and statuses of your own. Cancelled and refunded orders are always imported, and imported orders are updated whatever their status. An order that another status excludes is imported when it changes to one of these, so a channel that relies on webhooks needs a topic of changes, such as `order.updated` */
      statusFilters: string[] | null
      /** The first sync imports the orders that changed in so many days before it. Webhooks are not limited by this */
      daysToLookBack: number
    }
    /** Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order */
    connectorConfig: Record<string, string>
    connectionId: string | null
    connectionStatus: {
      connected: boolean
      errorCode: string | null
      errorMessage: string | null
      checkedAt: string
      storeInfo: Record<string, string>
    } | null
    webhookTopics: string[]
    /** Time at which a run of any type last succeeded: of orders, the catalog, stock, parcels or notes. Parcels and notes move it once a minute at most. */
    lastSyncAt: string | null
    createdAt: string
    updatedAt: string
  }
  connectionStatus: {
    connected: boolean
    errorCode: string | null
    errorMessage: string | null
    checkedAt: string
    storeInfo: Record<string, string>
  } | null
}

export type UpdateChannelCredentialsResultChannelStatus = "active" | "paused" | "disconnected"

export type UpdateChannelCredentialsResultChannelType = "manual" | "woocommerce" | "shopify" | "sylius" | "vendure" | "simulator"

export interface UpdateChannelInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  syncSettings?: {
    autoImportEnabled?: boolean | undefined
    syncIntervalMinutes?: number | undefined
    /** Statuses, in the platform's words, in which syncs and webhooks import new orders; null: all. An order that its shop does not call paid and to be shipped is held until it does, unless its status is named here: so name `on-hold` to sell on account, and statuses of your own. Cancelled and refunded orders are always imported, and imported orders are updated whatever their status. An order that another status excludes is imported when it changes to one of these, so a channel that relies on webhooks needs a topic of changes, such as `order.updated` */
    statusFilters?: readonly string[] | null | undefined
    /** The first sync imports the orders that changed in so many days before it. Webhooks are not limited by this */
    daysToLookBack?: number | undefined
  } | null | undefined
  /** Settings of the connector, such as `channel_code`. `notify_customer` (`false` or `true`; WooCommerce, Shopify): whether the shop mails its customers about parcels. `ship_at` (`last` or `first`; Sylius): the parcel with which the shop ships the order */
  connectorConfig?: Record<string, string> | undefined
  /** The policy that routes the channel's orders; null for the tenant's default policy */
  defaultFulfilmentPolicyId?: string | null | undefined
}

export interface UpdateChannelPolicyInput {
  /** Entries to change; all others stay unchanged */
  entries: readonly {
    /** Kind of event */
    type: ChannelPolicyEntryType
    /** Channel by which notifications are sent */
    channel: ChannelPolicyEntryChannel
    enabled: boolean
  }[]
}

export interface UpdateChargeInput {
  /** A scope from `GET /api/billing/settlement-scopes`, or a new one of your own */
  scope?: string | undefined
  /** Text of 1 to 100 characters */
  chargeType?: string | undefined
  /** Text of 1 to 500 characters */
  description?: string | undefined
  /** Minor units. Above 0: owed to the partner; below 0: owed by the partner; never 0. */
  amount?: number | undefined
  /** An ISO 4217 currency code */
  currency?: string | undefined
  /** URI of the resource that the charge is for */
  subject?: string | null | undefined
  /** A time with its offset, such as 2026-03-31T14:00:00Z */
  occurredAt?: string | undefined
}

export interface UpdateConnectionConfigInput {
  connectionConfig: {
    /** Of `shipping_api`: the id of the EasyPost carrier account whose prices are used, which starts with `ca_`, or `any` */
    publicKey?: string | null | undefined
    /** Of `shipping_api`: the API key of EasyPost */
    secretKey?: string | null | undefined
    /** Of a `custom` custodian: the https address of its system, which receives signed requests; without one, people work its orders. Of `shipping_api`: `easypost`. Of `fulfilment_api_a` and `fulfilment_api_b`: the id of the ShipBob centre or ShipHero warehouse that the tenant picks; an account with only one needs none. Of a `simulator`: its settings as a query, such as `step_seconds=5&lost_percent=10`. */
    integrationId?: string | null | undefined
    /** Of `fulfilment_api_b`: the refresh token of a ShipHero user */
    apiKey?: string | null | undefined
    /** Of `fulfilment_api_b`: the id of the ShipHero account whose orders are placed. Of a `simulator`: the seed from which everything follows */
    accountId?: string | null | undefined
    /** Of `fulfilment_api_a`: a personal access token of ShipBob */
    accessToken?: string | null | undefined
    /** Of `fulfilment_api_a`: the number of the ShipBob channel */
    channelId?: string | null | undefined
    /** Signs webhooks to the platform and, of a `custom` custodian, the requests to its system, as Standard Webhooks says: `whsec_` and a key in base64, or any text of 24 characters or more. Of ShipBob, ShipHero and EasyPost it is the secret of their webhook, of Flexport the token that it sends as `X-Webhook-Token`, of bol the public key as `/subscriptions/signature-keys` returns it. */
    webhookSecret?: string | null | undefined
  }
}

export interface UpdateCreditNoteInput {
  /** Text of 1 to 500 characters */
  reason?: string | undefined
  /** All lines of the credit note; null for the amount of the invoice that nothing else credits. Given lines have at most 300 kB in total. */
  lineItems?: readonly {
    /** Default: the description of the invoice line */
    description?: string | null | undefined
    quantity: number
    /** Default: the unit price of the invoice line */
    unitPrice?: number | null | undefined
    /** The line of the invoice to credit */
    originalLineItemId?: string | null | undefined
  }[] | null | undefined
}

export interface UpdateFulfilmentPolicyInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  isDefault?: boolean | undefined
  rules?: readonly {
    /** Text of 1 to 255 characters */
    name: string
    /** All groups must be met; without any, the rule applies to every order. A rule refers to a field of the sales order, such as `lineItems.sku` or `serviceLevel`, to `channelCode`, `countryCode` and `weightGrams`, or to the platform's own record. */
    conditions?: readonly {
      logic?: FulfilmentPolicyRuleConditionLogic | undefined
      rules: readonly {
        /** A field of the order such as total or lineItems.sku */
        field: string
        operator: FulfilmentPolicyRuleConditionRuleOperator
        /** For `in` and `not_in`, several values separated by commas */
        value?: string | undefined
        description?: string | null | undefined
      }[]
    }[] | undefined
    /** Custodians in the order of preference; null for any that has the stock */
    custodianIds?: readonly string[] | null | undefined
    /** Text of 1 to 100 characters */
    serviceLevel?: string | null | undefined
    /** True if several custodians may fulfil one order */
    splitAllowed?: boolean | undefined
  }[] | undefined
}

export interface UpdateInvoiceInput {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** A date such as 2026-03-31 */
  dueDate?: string | undefined
  /** Day of the supply. Issuing sets it to its own day unless it or a period is given. */
  supplyDate?: string | null | undefined
  supplyPeriod?: {
    /** A date such as 2026-03-31 */
    from: string
    /** A date such as 2026-03-31 */
    to: string
  } | null | undefined
  /** Only together with `lineItems`, because unit prices are amounts in it */
  currencyCode?: string | undefined
  /** Text of 1 to 2000 characters */
  notes?: string | null | undefined
  /** All lines of the invoice, at most 300 kB in total. Lines that are not named by their `id` are removed. */
  lineItems?: readonly {
    /** A line of the invoice, which keeps its id and its order */
    id?: string | undefined
    /** Text of 1 to 500 characters */
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    /** A reference of your own, such as an order number */
    reference?: string | null | undefined
    /** A category of the setting `billing.taxRates` */
    taxCategoryId?: string | null | undefined
  }[] | undefined
}

export interface UpdateInvoiceLineItemInput {
  /** Text of 1 to 500 characters */
  description?: string | undefined
  quantity?: number | undefined
  /** Minor units; below 0 for a discount */
  unitPrice?: number | undefined
  /** A reference of your own, such as an order number */
  reference?: string | null | undefined
  /** A category of the setting `billing.taxRates` */
  taxCategoryId?: string | null | undefined
}

export interface UpdateMeInput {
  /** Null removes it */
  phone?: string | null | undefined
}

export interface UpdateMerchantInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  /** An ISO 3166 country code */
  countryCode?: string | null | undefined
  /** Text of 1 to 50 characters */
  taxId?: string | null | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | null | undefined
}

export interface UpdateMyPreferencesInput {
  /** Entries to change; all others stay unchanged */
  entries?: readonly {
    /** Kind of event */
    type: NotificationPreferencesEntryType
    /** Channel by which notifications are sent */
    channel: NotificationPreferencesEntryChannel
    enabled: boolean
  }[] | undefined
  doNotDisturb?: boolean | undefined
  /** Start of the daily do-not-disturb window, in the tenant's time zone */
  doNotDisturbStart?: string | null | undefined
  /** End of the window: on the next day if earlier than the start; no window if equal */
  doNotDisturbEnd?: string | null | undefined
  /** Time within which e-mails, push and text messages of a topic that follow a first one are gathered for one digest; null for the tenant's setting */
  digestWindow?: NotificationPreferencesDigestWindow | null | undefined
  /** Hour of daily digests, in the tenant's time zone; null for the tenant's setting */
  digestHour?: number | null | undefined
}

export interface UpdatePartnerInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  roles?: readonly PartnerRole[] | undefined
  /** An ISO 3166 country code */
  countryCode?: string | null | undefined
  /** An ISO 4217 currency code */
  defaultCurrency?: string | null | undefined
  /** A locale such as de_DE */
  locale?: string | null | undefined
  /** Text of 1 to 50 characters */
  taxId?: string | null | undefined
  /** A VAT id with the prefix of its country and without spaces, such as DE123456789 or EL123456789 */
  vatId?: string | null | undefined
  address?: {
    /** Text of 1 to 255 characters */
    line1?: string | null | undefined
    /** Text of 1 to 255 characters */
    line2?: string | null | undefined
    /** Text of 1 to 255 characters */
    city?: string | null | undefined
    /** Text of 1 to 20 characters */
    postalCode?: string | null | undefined
    /** Text of 1 to 255 characters */
    region?: string | null | undefined
    /** An ISO 3166 country code */
    countryCode?: string | null | undefined
  } | null | undefined
  billingContact?: {
    /** Text of 1 to 255 characters */
    name?: string | null | undefined
    /** An e-mail address */
    email: string
  } | null | undefined
  electronicAddress?: {
    /** EAS code, such as 0204 for a Leitweg-ID, 9930 for a German VAT id or EM for e-mail */
    scheme: PartnerElectronicAddressScheme
    /** Text of 1 to 100 characters */
    id: string
  } | null | undefined
  /** Reference that e-invoices to the partner show, such as a Leitweg-ID */
  buyerReference?: string | null | undefined
  bankAccount?: {
    /** Default: the name of the partner */
    accountHolder?: string | null | undefined
    /** An IBAN without spaces */
    iban: string
    /** A BIC */
    bic?: string | null | undefined
  } | null | undefined
}

export interface UpdateProductInput {
  /** Text of 1 to 255 characters */
  name?: string | undefined
  description?: string | null | undefined
  /** Text of 1 to 255 characters */
  brand?: string | null | undefined
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes?: Record<string, string> | undefined
}

export interface UpdateRecurringProfileInput {
  /** A name of your own, which no invoice shows */
  name?: string | null | undefined
  /** Days from the start of a period to the due date, which is never before the day on which the invoice is created */
  dueDays?: number | undefined
  /** True if invoices are issued immediately; otherwise they are drafts */
  autoIssue?: boolean | undefined
  /** No period starts on or after this day */
  endAt?: string | null | undefined
  /** Text of 1 to 2000 characters */
  notes?: string | null | undefined
  /** The lines of each invoice, at most 300 kB in total */
  lines?: readonly {
    /** Text of 1 to 500 characters */
    description: string
    quantity: number
    /** Minor units; below 0 for a discount */
    unitPrice: number
    /** A reference of your own, such as an order number */
    reference?: string | null | undefined
    /** A category of the setting `billing.taxRates` */
    taxCategoryId?: string | null | undefined
  }[] | undefined
}

export interface UpdateServiceAccountInput {
  /** Text of 1 to 100 characters */
  name?: string | undefined
  /** Text of 1 to 1000 characters */
  description?: string | null | undefined
  /** Scopes that you hold yourself; those that need a person are refused */
  scopes?: readonly string[] | undefined
  /** Networks (CIDR) from which it may be used, IPv4 or IPv6; empty for all */
  networks?: readonly string[] | undefined
  /** End of its use; null for none */
  expiresAt?: string | null | undefined
}

export interface UpdateSettingInput {
  /** Value of the type of the setting; null clears a setting without a default */
  value: unknown
}

export interface UpdateShipmentInput {
  /** A name or a code; see `GET /api/shipping/carriers` */
  carrier?: string | null | undefined
  /** Text of 1 to 100 characters */
  service?: string | null | undefined
  /** Text of 1 to 100 characters */
  trackingNumber?: string | null | undefined
  /** Defaults to the carrier's link for the number */
  trackingUrl?: string | null | undefined
  /** A time, or a day in the destination */
  promisedBy?: string | null | undefined
}

export interface UpdateStockItemInput {
  /** Pieces that may be reserved beyond those on hand; 0 if the item is tracked */
  backorderLimit?: number | undefined
  /** The way in which pieces are told apart; fixed once the item has a movement */
  tracking?: StockItemTracking | undefined
}

export interface UpdateTemplateInput {
  /** Text of 1 to 255 characters */
  name?: string | null | undefined
  /** Liquid template of one line: the subject of e-mails, the title in other channels */
  subjectTemplate?: string | null | undefined
  /** Liquid template of the text */
  bodyTemplate?: string | null | undefined
  /** Liquid with escaped values, for e-mails: a whole page, or the content of the default page. If null, it is derived from the body. */
  htmlBodyTemplate?: string | null | undefined
  isActive?: boolean | null | undefined
}

export interface UpdateVariantInput {
  /** Identifies the variant in the tenant, however it is spelled: case, Unicode form and runs of white space make no difference */
  sku?: string | undefined
  /** Text of 1 to 255 characters */
  name?: string | undefined
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes?: Record<string, string> | undefined
  /** Prices in minor units, one for each currency */
  prices?: readonly {
    /** An ISO 4217 currency code */
    currency: string
    amount: number
  }[] | undefined
  /** Names and descriptions by locale, such as de_DE */
  localizations?: Record<string, {
    /** Text of 1 to 255 characters */
    name?: string | null | undefined
    description?: string | null | undefined
  }> | undefined
}

export interface UpdateWebhookEndpointInput {
  /** Text of 1 to 100 characters */
  name?: string | undefined
  /** An https URL on port 443 or 80 that leads to a public address, without a user name. Redirects are not followed. */
  url?: string | undefined
  /** Topics whose events the endpoint gets. `finance.*` stands for all topics that begin with `finance.`, and `*` for all. If null, the endpoint gets the topics that the channel policy of the tenant enables for `webhook`. */
  topics?: readonly string[] | null | undefined
  /** Text of 1 to 500 characters */
  description?: string | null | undefined
  /** The endpoint gets only events that meet all groups. Fields are `topic`, `subject` and members of `data` as in the request body. A group is met if all of its rules are met, or any of them with `or`; a group without rules is never met. */
  conditions?: readonly {
    logic?: WebhookEndpointConditionLogic | undefined
    rules: readonly {
      /** A field of the event such as subject or data.details.currency */
      field: string
      operator: WebhookEndpointConditionRuleOperator
      /** For `in` and `not_in`, several values separated by commas */
      value?: string | undefined
      description?: string | null | undefined
    }[]
  }[] | null | undefined
  /** True if `data` also has `title` and `message`, the text of the notification in the language of the tenant */
  includesText?: boolean | undefined
  /** Headers of every request, beside those of the platform */
  headers?: readonly {
    /** The name of an HTTP header */
    name: string
    /** Can be left out for a secret header that the endpoint has already: its value is kept */
    value?: string | null | undefined
    /** True if the value is stored encrypted and never shown again */
    isSecret?: boolean | undefined
  }[] | undefined
  isEnabled?: boolean | undefined
}

export interface UploadShipmentLabelInput {
  /** PDF, PNG or ZPL, at most 1 MiB; its content tells which */
  file: string
}

export interface Variant {
  "@id": string
  "@context": "/api/docs/contexts/Variant"
  "@type": "Variant"
  id: string
  productId: string
  /** Identifies the variant in the tenant, however it is spelled: case, Unicode form and runs of white space make no difference */
  sku: string
  /** Text of 1 to 255 characters */
  name: string
  /** An object of up to 100 texts of at most 1000 characters, with names of at most 100 characters */
  attributes: Record<string, string>
  /** Prices in minor units, one for each currency */
  prices: {
    /** An ISO 4217 currency code */
    currency: string
    amount: number
  }[]
  /** Names and descriptions by locale, such as de_DE */
  localizations: Record<string, {
    /** Text of 1 to 255 characters */
    name: string | null
    description: string | null
  }>
  createdAt: string
  updatedAt: string
}

export interface VariantDiff {
  "@context": "/api/docs/contexts/VariantDiff"
  "@id": string
  "@type": "VariantDiff"
  variantId: string
  channelId: string
  status: VariantDiffStatus
  fields: {
    /** A JSON pointer */
    path: string
    op: VariantDiffFieldOp
    from: string | number | null
    to: string | number | null
  }[]
}

export type VariantDiffFieldOp = "add" | "remove" | "replace"

export type VariantDiffStatus = "no_baseline" | "in_sync" | "drifted"

export interface VerifyEmailInput {
  /** The token from the mail */
  token: string
}

export interface Violation {
  /** Path of the value, such as `lineItems[2].unitPrice`; empty for the whole body */
  propertyPath: string
  message: string
}

export interface WatchTopicInput {
  /** Kind of event */
  topic: TopicSubscriptionTopic
  /** URI of the resource to watch, with ids in either spelling */
  subject?: string | null | undefined
}

export interface WebhookEndpoint {
  "@id": string
  "@context": "/api/docs/contexts/WebhookEndpoint"
  "@type": "WebhookEndpoint"
  id: string
  name: string
  description: string | null
  url: string
  topics: string[] | null
  conditions: {
    logic: WebhookEndpointConditionLogic
    rules: {
      field: string
      operator: WebhookEndpointConditionRuleOperator
      value: string
      description: string | null
    }[]
  }[]
  /** True if `data` also has `title` and `message`, the text of the notification in the language of the tenant */
  includesText: boolean
  headers: {
    name: string
    /** Null if it is secret */
    value: string | null
    isSecret: boolean
  }[]
  isEnabled: boolean
  /** `manual`: a person disabled it. `failing`: nothing but failures for five days. `gone`: it answered 410. */
  disabledReason: WebhookEndpointDisabledReason | null
  disabledAt: string | null
  /** True for the endpoint whose URL and secret are the settings `notifications.webhookUrl` and `notifications.webhookSecret` */
  isOfSettings: boolean
  /** The secret that signs requests, only in the answers that create or replace it; otherwise null */
  secret: string | null
  /** Time until which requests are also signed with the previous secret */
  previousSecretUntil: string | null
  /** Identity or service account that created the endpoint */
  createdBy: string | null
  /** The kind of actor; null for the platform, and where it was not recorded */
  createdByType: WebhookEndpointCreatedByType | null
  createdAt: string
  updatedAt: string
}

export type WebhookEndpointConditionLogic = "and" | "or"

export type WebhookEndpointConditionRuleOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "starts_with" | "exists"

export type WebhookEndpointCreatedByType = "person" | "service_account"

export interface WebhookEndpointDelivery {
  "@id": string
  "@context": "/api/docs/contexts/WebhookEndpointDelivery"
  "@type": "WebhookEndpointDelivery"
  id: string
  endpointId: string
  /** Id of the event, and the `webhook-id` of every attempt */
  eventId: string
  /** Kind of event */
  topic: WebhookEndpointDeliveryTopic
  /** `pending` while an attempt is to follow */
  status: WebhookEndpointDeliveryStatus
  /** True for a test event */
  isTest: boolean
  /** Time of the event */
  occurredAt: string
  /** Number of attempts since the event or the last replay */
  attemptCount: number
  lastAttemptAt: string | null
  nextAttemptAt: string | null
  /** Status of the last answer; null if there was none */
  statusCode: number | null
  /** Reason for which the last attempt failed */
  errorMessage: string | null
  createdAt: string
  updatedAt: string
  /** The body as it would be sent now. Null in lists and in the answers of actions, and if the event is not stored any more. */
  requestBody: string | null
  /** Attempts of the last 30 days, oldest first. Null in lists and in the answers of actions. */
  attempts: {
    at: string
    durationMilliseconds: number
    /** Headers of the request; values of signatures and of secret headers are masked */
    requestHeaders: {
      name: string
      value: string
    }[]
    /** Status of the answer; null if there was none */
    statusCode: number | null
    /** Headers of the answer that help to find the reason of a failure */
    responseHeaders: {
      name: string
      value: string
    }[]
    /** The first kilobyte of the answer; secrets are masked */
    responseBody: string | null
    /** Reason for which the attempt failed; null for a success */
    errorMessage: string | null
  }[] | null
}

export type WebhookEndpointDeliveryStatus = "pending" | "succeeded" | "failed"

export type WebhookEndpointDeliveryTopic = "shipping.shipment.created" | "shipping.shipment.scheduled" | "shipping.shipment.in_transit" | "shipping.shipment.out_for_delivery" | "shipping.shipment.delivered" | "shipping.shipment.cancelled" | "shipping.shipment.delayed" | "shipping.shipment.lost" | "shipping.shipment.damaged" | "shipping.shipment.refused" | "routing.incident.raised" | "fulfilment.order.created" | "fulfilment.order.progressed" | "fulfilment.order.closed" | "fulfilment.order.cancelled" | "fulfilment.reservation.requires_attention" | "fulfilment.fulfilment.handed_off" | "fulfilment.return.requested" | "fulfilment.return.authorized" | "fulfilment.return.rejected" | "fulfilment.return.received" | "fulfilment.return.resolved" | "sales.order.ready" | "sales.order.fulfilled" | "sales.order.cancelled" | "sales.order.fulfillment_blocked" | "sales.channel.sync_failed" | "finance.payment.completed" | "finance.payment.failed" | "finance.invoice.issued" | "finance.invoice.not_issued" | "finance.invoice.paid" | "finance.invoice.overdue" | "finance.creditnote.issued" | "finance.bill.received" | "finance.settlement.created" | "finance.settlement.posted" | "finance.settlement.paid" | "finance.outgoing_payment.submitted" | "finance.outgoing_payment.completed" | "platform.billing.invoice.reminder" | "document.documentrequest.submitted" | "document.documentrequest.review_started" | "document.documentrequest.validated" | "document.documentrequest.rejected" | "document.documentrequest.cancelled" | "document.document.finalized" | "document.document.voided" | "document.compliance.expiry_scan" | "partner.partner.created" | "partner.partner.status_changed" | "inventory.lot.recalled" | "inventory.lot.expired" | "inventory.serial_unit.status_changed" | "inventory.item.discontinued" | "iam.identity.email_verification" | "iam.identity.password_reset" | "iam.identity.mfa_challenge_issued" | "iam.identity.new_device_login" | "iam.tenant.invitation_sent" | "iam.tenant.welcome_sent" | "iam.membership.created" | "iam.membership.member_joined" | "iam.membership.suspended" | "iam.membership.reinstated" | "iam.membership.role_assigned" | "iam.membership.role_revoked" | "messaging.message.new" | "messaging.message.mention" | "admin.platform.announcement" | "notification.webhook_endpoint.failing" | "notification.webhook_endpoint.disabled"

export type WebhookEndpointDisabledReason = "manual" | "failing" | "gone"

export interface WebhookReplay {
  "@context": "/api/docs/contexts/WebhookReplay"
  "@type": "WebhookReplay"
  endpointId: string
  since: string
  until: string
  isDryRun: boolean
  /** Number of failed deliveries in this time */
  count: number
}

export interface WriteOffStockItemInput {
  /** Number of pieces */
  quantity: number
  /** Text of 1 to 500 characters */
  reason: string
  /** Required if the item is tracked by lot */
  lotId?: string | null | undefined
  /** As many as the quantity; required if the item is tracked by serial number */
  serialUnitIds?: readonly string[] | null | undefined
  from?: WriteOffStockItemInputFrom | undefined
}

export type WriteOffStockItemInputFrom = "on_hand" | "quarantine"

export interface GetAccountDataOfTenantQuery {
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
  limit?: number | undefined
}

export interface ListSessionsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListExternalAccountsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListFactorsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListTenantsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListMembersQuery {
  role?: MemberRole | undefined
  status?: MemberStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListServiceAccountsQuery {
  status?: ServiceAccountStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListPartnersQuery {
  /** Words of the name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListCustodiansQuery {
  type?: CustodianType | undefined
  status?: CustodianStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** Words of the name or of the partner's name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface GetWizardResourcesQuery {
  /** An id (a ULID or a UUID) */
  custodianId: string
}

export interface GetCustodianInventoryQuery {
  all?: boolean | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export interface ListCustodianWebhookDeliveriesQuery {
  status?: CustodianWebhookDeliveryStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListProductsQuery {
  /** Words of the name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListVariantsQuery {
  /** An id (a ULID or a UUID) */
  productId?: string | undefined
  /** Words of the SKU or the name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListAssortmentsQuery {
  /** Words of the name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListAssortmentVariantsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListStockItemsQuery {
  /** An id (a ULID or a UUID) */
  variantId?: string | undefined
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListStockMovementsQuery {
  /** An id (a ULID or a UUID) */
  stockItemId?: string | undefined
  /** An id (a ULID or a UUID) */
  variantId?: string | undefined
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListGoodsReceiptsQuery {
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
  status?: GoodsReceiptStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListTransfersQuery {
  status?: StockTransferStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListLotsQuery {
  /** An id (a ULID or a UUID) */
  stockItemId?: string | undefined
  status?: LotStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListSerialUnitsQuery {
  /** An id (a ULID or a UUID) */
  stockItemId?: string | undefined
  /** An id (a ULID or a UUID) */
  variantId?: string | undefined
  /** Text of 1 to 64 characters */
  serialNumber?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListShipmentsQuery {
  status?: ShipmentStatus | undefined
  /** An id (a ULID or a UUID) */
  fulfilmentOrderId?: string | undefined
  /** An id (a ULID or a UUID) */
  salesOrderId?: string | undefined
  trackingNumber?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListCarriersQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListShipmentAttachmentsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListDriftRowsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListInventoryPlanQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface BrowseRemoteCatalogQuery {
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export interface ListAcceptanceRuleSetsQuery {
  /** An id (a ULID or a UUID) */
  channelId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListChannelAnalyticsQuery {
  /** Days are in the time zone of the tenant */
  period?: ChannelAnalyticsPeriod | undefined
  sortBy?: ListChannelAnalyticsSortBy | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface GetChannelAnalyticsQuery {
  /** Days are in the time zone of the tenant */
  period?: ChannelAnalyticsPeriod | undefined
}

export interface ListSyncRunsQuery {
  status?: SyncRunStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListSyncRecordsQuery {
  action?: SyncRecordAction | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListOrdersQuery {
  /** An id (a ULID or a UUID) */
  channelId?: string | undefined
  status?: OrderStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportOrdersQuery {
  /** An id (a ULID or a UUID) */
  channelId?: string | undefined
  status?: OrderStatus | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportOrdersFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListChannelsQuery {
  type?: SalesChannelType | undefined
  status?: SalesChannelStatus | undefined
  /** An id (a ULID or a UUID) */
  merchantId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface DiscoverStoreChannelsQuery {
  only_enabled?: boolean | undefined
}

export interface ListWebhookSubscriptionsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListWebhookDeliveriesQuery {
  /** Text of 1 to 100 characters */
  topic?: string | undefined
  status?: ChannelWebhookDeliveryStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListMerchantsQuery {
  /** Words of the name, or their beginnings */
  search?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListRoutingIncidentsQuery {
  status?: RoutingIncidentStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListFulfilmentOrdersQuery {
  status?: FulfilmentOrderStatus | undefined
  /** An id (a ULID or a UUID) */
  salesOrderId?: string | undefined
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListFulfilmentsOfOrderQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListFulfilmentPoliciesQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListReturnsQuery {
  status?: ReturnStatus | undefined
  /** An id (a ULID or a UUID) */
  salesOrderId?: string | undefined
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface GetFulfilmentAnalyticsQuery {
  /** A date such as 2026-03-31 */
  from?: string | undefined
  /** A date such as 2026-03-31 */
  to?: string | undefined
  /** An id (a ULID or a UUID) */
  custodianId?: string | undefined
}

export interface ListAutoSettlementRulesQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListSettlementScopesQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface GetPartnerStatementQuery {
  /** An ISO 4217 currency code */
  currency?: string | undefined
  /** Start of the range, included; earlier records make up the opening balance. Default: the first record. */
  from?: string | undefined
  /** End of the range, included (of a date its whole day), and the time of the closing balance and aging. Default: now. */
  to?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportPartnerStatementQuery {
  /** An ISO 4217 currency code */
  currency?: string | undefined
  /** Start of the range, included; earlier records make up the opening balance. Default: the first record. */
  from?: string | undefined
  /** End of the range, included (of a date its whole day), and the time of the closing balance and aging. Default: now. */
  to?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportPartnerStatementFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListSettlementsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  status?: SettlementStatus | undefined
  periodType?: SettlementPeriodType | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportSettlementLinesQuery {
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportSettlementLinesFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListBillsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  status?: BillStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportBillsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  status?: BillStatus | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportBillsFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListPaymentRunsQuery {
  status?: PaymentRunStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListChargesQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** Text of 1 to 100 characters on one line, without surrounding spaces, other than . and .. */
  scope?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportChargesQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** Text of 1 to 100 characters on one line, without surrounding spaces, other than . and .. */
  scope?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportChargesFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface AuditBillingNumbersQuery {
  series?: NumberAuditSeries | undefined
  /** Default: the current year */
  year?: number | undefined
}

export interface ExportDatevPostingsQuery {
  /** First day */
  from: string
  /** Last day, included */
  to: string
}

export interface ExportLedgerQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** An ISO 4217 currency code */
  currency?: string | undefined
  account?: ExportLedgerAccount | undefined
  kind?: ExportLedgerKind | undefined
  /** First day in your time zone, included */
  postedFrom?: string | undefined
  /** Last day in your time zone, included */
  postedTo?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportLedgerFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListCreditNotesQuery {
  status?: CreditNoteStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** An id (a ULID or a UUID) */
  invoiceId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportCreditNotesQuery {
  status?: CreditNoteStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** An id (a ULID or a UUID) */
  invoiceId?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportCreditNotesFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface DownloadCreditNoteEinvoiceQuery {
  /** `xrechnung-ubl` and `xrechnung-cii`: XRechnung 3.0. `peppol`: Peppol BIS Billing 3. `en16931-ubl`: EN 16931 without additions. `facturx`, the default: a PDF/A-3 that contains the invoice as XML too (Factur-X or ZUGFeRD, profile EN 16931). */
  format?: EInvoiceFormat | undefined
}

export interface ListInvoicesQuery {
  status?: InvoiceStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** First due date, included */
  dueDateFrom?: string | undefined
  /** Last due date, included */
  dueDateTo?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportInvoicesQuery {
  status?: InvoiceStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** First due date, included */
  dueDateFrom?: string | undefined
  /** Last due date, included */
  dueDateTo?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportInvoicesFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface DownloadInvoiceEinvoiceQuery {
  /** `xrechnung-ubl` and `xrechnung-cii`: XRechnung 3.0. `peppol`: Peppol BIS Billing 3. `en16931-ubl`: EN 16931 without additions. `facturx`, the default: a PDF/A-3 that contains the invoice as XML too (Factur-X or ZUGFeRD, profile EN 16931). */
  format?: EInvoiceFormat | undefined
}

export interface ListInvoiceSendingsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListRecurringProfilesQuery {
  status?: RecurringInvoiceProfileStatus | undefined
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListRecurringProfileInvoicesQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListTariffsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  basis?: TariffBasis | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListInvoiceAttachmentsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListCreditNoteAttachmentsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListBillAttachmentsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListBankStatementsQuery {
  status?: BankStatementStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListBankStatementEntriesQuery {
  status?: BankEntryStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListBankEntriesQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  status?: BankEntryStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListBankCsvMappingsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListPaymentsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** `open`: payments of which part is unallocated */
  status?: PaymentStatus | undefined
  /** First day in your time zone, included */
  receivedFrom?: string | undefined
  /** Last day in your time zone, included */
  receivedTo?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ExportPaymentsQuery {
  /** An id (a ULID or a UUID) */
  partnerId?: string | undefined
  /** `open`: payments of which part is unallocated */
  status?: PaymentStatus | undefined
  /** First day in your time zone, included */
  receivedFrom?: string | undefined
  /** Last day in your time zone, included */
  receivedTo?: string | undefined
  /** `csv`: one row a line, with columns in minor units and in decimals for each amount. `jsonl`: one resource a line. */
  format?: ExportPaymentsFormat | undefined
  /** Begins a CSV with a byte order mark, by which Excel recognizes UTF-8 */
  bom?: boolean | undefined
}

export interface ListConflictsQuery {
  /** Resource URI of the other side */
  target?: string | undefined
  status?: ConflictStatus | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListExportsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListImportsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListImportErrorsQuery {
  /** Cursor of the next part, from the header `Link` */
  after?: string | undefined
}

export interface ListDocumentsQuery {
  type?: DocumentType | undefined
  status?: DocumentStatus | undefined
  /** URI of the record that the documents show */
  subject?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface DownloadDocumentQuery {
  /** Default: the primary format */
  format?: DocumentRenditionFormat | undefined
}

export interface ListFilesQuery {
  status?: StoredFileStatus | undefined
  purpose?: StoredFilePurpose | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListMyNotificationsQuery {
  type?: NotificationType | undefined
  isRead?: boolean | undefined
  page?: number | undefined
  limit?: number | undefined
}

export interface ListPushSubscriptionsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface RemovePushSubscriptionQuery {
  /** Address of the browser at its push service */
  endpoint: string
}

export interface ListTemplatesQuery {
  /** Kind of event */
  notificationType?: NotificationTemplateNotificationType | undefined
  /** Channel by which notifications are sent */
  channelType?: NotificationTemplateChannelType | undefined
  locale?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface GetTopicWatchQuery {
  /** Kind of event */
  topic: TopicSubscriptionTopic
  /** URI of the resource to watch, with ids in either spelling */
  subject?: string | undefined
}

export interface UnwatchTopicQuery {
  /** Kind of event */
  topic: UnwatchTopicTopic
  /** URI of the resource to watch, with ids in either spelling */
  subject?: string | undefined
}

export interface GetEventTraceQuery {
  /** Id of the only recipient to list */
  recipient?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListWebhookEndpointsQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListWebhookEndpointDeliveriesQuery {
  status?: WebhookEndpointDeliveryStatus | undefined
  /** Kind of event */
  topic?: WebhookEndpointDeliveryTopic | undefined
  /** Day of the earliest event, in UTC */
  from?: string | undefined
  /** Day of the latest event, in UTC */
  to?: string | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListSettingsQuery {
  category?: SettingCategory | undefined
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListSettingsByCategoryQuery {
  page?: number | undefined
  itemsPerPage?: number | undefined
}

export interface ListAuditEntriesQuery {
  /** A kind of resource, such as invoice */
  resourceType?: string | undefined
  /** An id (a ULID or a UUID) */
  resourceId?: string | undefined
  /** An id (a ULID or a UUID) */
  actorId?: string | undefined
  action?: AuditEntryPageMemberAction | undefined
  /** Entries from this time on */
  from?: string | undefined
  /** Entries before this time */
  to?: string | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
  limit?: number | undefined
}

export interface ExportAuditEntriesQuery {
  /** A kind of resource, such as invoice */
  resourceType?: string | undefined
  /** An id (a ULID or a UUID) */
  resourceId?: string | undefined
  /** An id (a ULID or a UUID) */
  actorId?: string | undefined
  action?: ExportAuditEntriesAction | undefined
  /** Entries from this time on */
  from?: string | undefined
  /** Entries before this time */
  to?: string | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}
