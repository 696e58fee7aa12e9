// Generated from the API description by `npm run generate:client`. Do not edit.

import type {
  ChangeOptions,
  DryRunOptions,
  Page,
  RepeatableChangeOptions,
  RepeatableOptions,
  RequestOptions,
} from '../requests.ts'
import type {
  AcceptInvitationInput,
  AcceptanceDryRun,
  AcceptanceRuleSet,
  AccountData,
  AddBillAttachmentInput,
  AddCreditNoteAttachmentInput,
  AddInvoiceAttachmentInput,
  AddInvoiceLineItemInput,
  AddServiceAccountKeyInput,
  AddServiceAccountKeyResult,
  AddSettlementLineItemInput,
  AddShipmentAttachmentInput,
  AddShipmentEventInput,
  AllocatePaymentInput,
  ApproveBillInput,
  ApproveSettlementInput,
  Assortment,
  Attachment,
  AuditBillingNumbersQuery,
  AuditEntry,
  AuditEntryPage,
  AuthorizeReturnInput,
  AutoSettlementRule,
  BankCsvMapping,
  BankEntry,
  BankStatement,
  BeginPasskeyResult,
  BeginPasskeyStepUpResult,
  BeginTotpResult,
  BeginWizardInput,
  Bill,
  BindCatalogLinkInput,
  BrowseRemoteCatalogQuery,
  BulkImportOrdersInput,
  BulkImportResult,
  BulkUpsertSettingsInput,
  BuyShipmentLabelInput,
  CancelBillInput,
  CancelFulfilmentOrderInput,
  CancelInvoiceInput,
  CancelOrderInput,
  CancelShipmentInput,
  CapabilityCatalog,
  Carrier,
  CatalogPlan,
  ChangeEmailInput,
  ChangeMemberRoleInput,
  ChangePasswordInput,
  ChannelAnalytics,
  ChannelAuthorization,
  ChannelDiscovery,
  ChannelDriftSummary,
  ChannelPolicy,
  ChannelWebhook,
  ChannelWebhookDelivery,
  Charge,
  CloseFulfilmentOrderShortInput,
  CompleteMfaInput,
  ConfirmBankEntryInput,
  ConfirmEmailChangeInput,
  ConfirmPasskeyInput,
  ConfirmPasskeyResult,
  ConfirmPaymentRunInput,
  ConfirmTotpInput,
  ConfirmTotpResult,
  Conflict,
  ConnectChannelInput,
  ConnectionTest,
  CorrectStockItemInput,
  CreateAcceptanceRuleSetInput,
  CreateAssortmentInput,
  CreateAutoSettlementRuleInput,
  CreateBankCsvMappingInput,
  CreateBankStatementInput,
  CreateCarrierInput,
  CreateChargeInput,
  CreateCreditNoteInput,
  CreateCustodianInput,
  CreateFileInput,
  CreateFulfilmentOrderInput,
  CreateFulfilmentPolicyInput,
  CreateGoodsReceiptInput,
  CreateImportInput,
  CreateMerchantInput,
  CreatePartnerInput,
  CreatePaymentRunInput,
  CreateProductInput,
  CreateRecurringProfileInput,
  CreateServiceAccountInput,
  CreateSettlementInput,
  CreateShipmentInput,
  CreateStockItemInput,
  CreateTariffInput,
  CreateTemplateInput,
  CreateTenantInput,
  CreateTransferInput,
  CreateVariantInput,
  CreateWebhookEndpointInput,
  CreditNote,
  Custodian,
  CustodianConnectionTest,
  CustodianInventory,
  CustodianWebhookDelivery,
  CustodianWizard,
  DataExport,
  DataImport,
  DisableCapabilityInput,
  DiscoverStoreChannelsQuery,
  DisputeBillInput,
  Document,
  DocumentDownload,
  DownloadCreditNoteEinvoiceQuery,
  DownloadDocumentQuery,
  DownloadInvoiceEinvoiceQuery,
  DriftRow,
  DryRunAcceptanceRulesInput,
  DryRunFulfilmentPolicyInput,
  DryRunTariffInput,
  EInvoice,
  EnableCapabilityInput,
  EndTariffInput,
  EventRecipient,
  ExchangeSatelliteCodeInput,
  ExportAuditEntriesQuery,
  ExportBillsQuery,
  ExportChargesQuery,
  ExportCreditNotesQuery,
  ExportDatevPostingsQuery,
  ExportDownload,
  ExportInvoicesQuery,
  ExportLedgerQuery,
  ExportOrdersQuery,
  ExportPartnerStatementQuery,
  ExportPaymentsQuery,
  ExportSettlementLinesQuery,
  ExternalAccount,
  ExternalOrderPayload,
  ExternalSignIn,
  Factor,
  FileDownload,
  FileUpload,
  FinaliseWizardInput,
  Fulfilment,
  FulfilmentAnalytics,
  FulfilmentOrder,
  FulfilmentPolicy,
  FulfilmentPolicyDryRun,
  GenerateInvoiceInput,
  GenerateSettlementStatementInput,
  GetAccountDataOfTenantQuery,
  GetChannelAnalyticsQuery,
  GetCustodianInventoryQuery,
  GetEventTraceQuery,
  GetFulfilmentAnalyticsQuery,
  GetPartnerStatementQuery,
  GetTopicWatchQuery,
  GetWizardResourcesQuery,
  GoodsReceipt,
  HandOverFulfilmentOrderInput,
  HoldFulfilmentOrderInput,
  InventoryPlanRow,
  InviteMemberInput,
  Invoice,
  InvoiceReminders,
  InvoiceSending,
  IssueCreditNoteInput,
  IssueInvoiceInput,
  IssueSatelliteCodeInput,
  IssueSatelliteCodeResult,
  LinkMerchantInput,
  ListAcceptanceRuleSetsQuery,
  ListAssortmentVariantsQuery,
  ListAssortmentsQuery,
  ListAuditEntriesQuery,
  ListAutoSettlementRulesQuery,
  ListBankCsvMappingsQuery,
  ListBankEntriesQuery,
  ListBankStatementEntriesQuery,
  ListBankStatementsQuery,
  ListBillAttachmentsQuery,
  ListBillsQuery,
  ListCarriersQuery,
  ListChannelAnalyticsQuery,
  ListChannelsQuery,
  ListChargesQuery,
  ListConflictsQuery,
  ListCreditNoteAttachmentsQuery,
  ListCreditNotesQuery,
  ListCustodianWebhookDeliveriesQuery,
  ListCustodiansQuery,
  ListDocumentsQuery,
  ListDriftRowsQuery,
  ListExportsQuery,
  ListExternalAccountsQuery,
  ListFactorsQuery,
  ListFilesQuery,
  ListFulfilmentOrdersQuery,
  ListFulfilmentPoliciesQuery,
  ListFulfilmentsOfOrderQuery,
  ListGoodsReceiptsQuery,
  ListImportErrorsQuery,
  ListImportsQuery,
  ListInventoryPlanQuery,
  ListInvoiceAttachmentsQuery,
  ListInvoiceSendingsQuery,
  ListInvoicesQuery,
  ListLotsQuery,
  ListMembersQuery,
  ListMerchantsQuery,
  ListMyNotificationsQuery,
  ListOrdersQuery,
  ListPartnersQuery,
  ListPaymentRunsQuery,
  ListPaymentsQuery,
  ListProductsQuery,
  ListPushSubscriptionsQuery,
  ListRecurringProfileInvoicesQuery,
  ListRecurringProfilesQuery,
  ListReturnsQuery,
  ListRoutingIncidentsQuery,
  ListSerialUnitsQuery,
  ListServiceAccountsQuery,
  ListSessionsQuery,
  ListSettingsByCategoryQuery,
  ListSettingsQuery,
  ListSettlementScopesQuery,
  ListSettlementsQuery,
  ListShipmentAttachmentsQuery,
  ListShipmentsQuery,
  ListStockItemsQuery,
  ListStockMovementsQuery,
  ListSyncRecordsQuery,
  ListSyncRunsQuery,
  ListTariffsQuery,
  ListTemplatesQuery,
  ListTenantsQuery,
  ListTransfersQuery,
  ListVariantsQuery,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointDeliveriesQuery,
  ListWebhookEndpointsQuery,
  ListWebhookSubscriptionsQuery,
  ListingOverrides,
  LoginInput,
  LoginResult,
  LoginTokens,
  Logo,
  Lot,
  MarkBillPaidInput,
  MarkInvoicePaidInput,
  MarkSettlementPaidInput,
  Me,
  Member,
  Merchant,
  Notification,
  NotificationPreferences,
  NotificationTemplate,
  NotificationTemplatePreview,
  NumberAudit,
  OnboardPartnerAsCustodianInput,
  OpenItems,
  Order,
  OrderFulfilments,
  Partner,
  PartnerStatement,
  Payment,
  PaymentRun,
  PreviewTemplateInput,
  ProbeAbilitiesInput,
  ProbeAbilitiesResult,
  Product,
  PublishCatalogInput,
  PublishEventInput,
  PublishEventResult,
  PushKey,
  PushSubscription,
  ReassignFulfilmentOrderInput,
  RecallLotInput,
  ReceiveGoodsReceiptInput,
  ReceiveReturnInput,
  ReceiveTransferInput,
  RecordBillInput,
  RecordPaymentInput,
  RecurringInvoiceProfile,
  RefreshInput,
  RefundPaymentInput,
  RegenerateRecoveryCodesResult,
  RegisterInput,
  RegisterPushSubscriptionInput,
  Registered,
  RejectOrderInput,
  RejectPaymentRunInput,
  RejectReturnInput,
  RejectSettlementInput,
  ReleaseFulfilmentOrderInput,
  RemoteCatalogPage,
  RemovePushSubscriptionQuery,
  RenameFactorInput,
  RenameTenantInput,
  RenderDeliveryNoteInput,
  RenderInvoiceInput,
  RenderPartnerOpenItemsInput,
  RenderPartnerStatementInput,
  RenderPickListInput,
  RenderReturnSlipInput,
  ReplayWebhooksInput,
  RequestPasswordResetInput,
  RequestReturnInput,
  ResendVerificationInput,
  ResetPasswordInput,
  ResolveConflictInput,
  ResolveReturnInput,
  ResolveRoutingIncidentInput,
  RestockStockItemInput,
  Return,
  ReverseFulfilmentInput,
  ReversePaymentInput,
  RotateEndpointSecretInput,
  RoutingIncident,
  SalesChannel,
  ScheduleBillInput,
  SelectTenantInput,
  SendInvoiceInput,
  SerialUnit,
  ServiceAccount,
  Session,
  SetChannelCurrenciesInput,
  SetChannelLocalesInput,
  SetListingOverridesInput,
  SetLogoInput,
  SetSourcingPrincipalInput,
  Setting,
  Settlement,
  SettlementScope,
  Shipment,
  SplitFulfilmentOrderInput,
  StartExternalSignInInput,
  StepUpInput,
  StockItem,
  StockMovement,
  StockTransfer,
  StorageUsage,
  StoredFile,
  SubscribeWebhookTopicInput,
  SyncHealth,
  SyncRecord,
  SyncRun,
  Tariff,
  TariffDryRun,
  Tenant,
  TenantAccountData,
  TestChannelConnectionInput,
  TestCustodianConnectionInput,
  TestWebhookEndpointInput,
  Tokens,
  TopicSubscription,
  TransferOwnershipInput,
  UndoEmailChangeInput,
  UnreadCount,
  UnwatchTopicQuery,
  UpdateAcceptanceRuleSetInput,
  UpdateAssortmentInput,
  UpdateBillInput,
  UpdateCarrierInput,
  UpdateChannelCredentialsInput,
  UpdateChannelCredentialsResult,
  UpdateChannelInput,
  UpdateChannelPolicyInput,
  UpdateChargeInput,
  UpdateConnectionConfigInput,
  UpdateCreditNoteInput,
  UpdateFulfilmentPolicyInput,
  UpdateInvoiceInput,
  UpdateInvoiceLineItemInput,
  UpdateMeInput,
  UpdateMerchantInput,
  UpdateMyPreferencesInput,
  UpdatePartnerInput,
  UpdateProductInput,
  UpdateRecurringProfileInput,
  UpdateServiceAccountInput,
  UpdateSettingInput,
  UpdateShipmentInput,
  UpdateStockItemInput,
  UpdateTemplateInput,
  UpdateVariantInput,
  UpdateWebhookEndpointInput,
  UploadShipmentLabelInput,
  Variant,
  VariantDiff,
  VerifyEmailInput,
  WatchTopicInput,
  WebhookEndpoint,
  WebhookEndpointDelivery,
  WebhookReplay,
  WriteOffStockItemInput,
} from './schemas.ts'

export interface IamAuthMethods {
  /**
   * Register an account
   *
   * Sends a verification mail, unless the address got five mails in the last hour; ask for the mail again later then. An address that already has an account gets the same response, and its owner is notified by mail; the password, `firstName`, `country` and `marketingOptIn` of an account that was never verified are replaced, and earlier verification mails stop working. The tenant is named after `company`, or after you. The most common passwords are refused.
   *
   * Requires no token.
   *
   * `POST /api/v1/iam/auth/register`
   */
  register(input: RegisterInput, options?: RequestOptions): Promise<Registered>

  /**
   * Verify your e-mail address
   *
   * The token works once, for 24 hours, until a newer one is mailed. Sign in afterwards.
   *
   * Requires no token.
   *
   * `POST /api/v1/iam/auth/verify-email`
   */
  verifyEmail(input: VerifyEmailInput, options?: RequestOptions): Promise<void>

  /**
   * Send the verification mail again
   *
   * Always succeeds; sends a mail only if the address has an unverified account and got fewer than five mails in the last hour. Earlier links stop working.
   *
   * Requires no token.
   *
   * `POST /api/v1/iam/auth/resend-verification`
   */
  resendVerification(input: ResendVerificationInput, options?: RequestOptions): Promise<void>

  /**
   * Sign in with e-mail address and password
   *
   * If you are an active member of exactly one tenant, it is selected; otherwise select one. A wrong password and an unknown address get the same response, and only the right password reveals that an address is not verified. After ten failures the account refuses sign-ins for 15 minutes, except with the right password from an address used in the last 90 days or with the `deviceToken` of an earlier response; each of these has ten attempts of its own. An account with a second factor gets no tokens but an `mfaToken`: complete the sign-in at `/api/v1/iam/auth/mfa`. Store `deviceToken` on the device and send it with each sign-in. It does not replace the password.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/login`
   */
  login(input: LoginInput, options?: RequestOptions): Promise<LoginResult>

  /**
   * Complete a sign-in with a second factor
   *
   * Send the `mfaToken` of a sign-in with exactly one of `code`, `recoveryCode` and `passkey`. The token works once, for five minutes; a new password and the end of all sessions invalidate it. Each code works once. After five wrong codes the account accepts none for 15 minutes, from whichever address they come; passkeys are still accepted.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/mfa`
   */
  completeMfa(input: CompleteMfaInput, options?: RequestOptions): Promise<LoginTokens>

  /**
   * Exchange a refresh token for new tokens
   *
   * A used refresh token that is sent again within 30 seconds returns the same successor, so that a lost response does no harm, also if the successor was used meanwhile. Sent again later, it counts as stolen and the session ends. The new access token has the current role in the selected tenant. The rate limit applies to the satellite for tokens of satellites, and to the address for all others.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/refresh`
   */
  refresh(input: RefreshInput, options?: RequestOptions): Promise<Tokens>

  /**
   * Request a password reset by e-mail
   *
   * Always succeeds; sends a mail only if the address has an account and got fewer than five mails in the last hour. This also sets the first password of an account created with another provider.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/request-password-reset`
   */
  requestPasswordReset(input: RequestPasswordResetInput, options?: RequestOptions): Promise<void>

  /**
   * Reset your password
   *
   * The token works once, for one hour, until a newer one is mailed. All sessions end, those of satellites too, and other mailed links stop working, except one that undoes a change of the e-mail address.
   *
   * Requires no token.
   *
   * `POST /api/v1/iam/auth/reset-password`
   */
  resetPassword(input: ResetPasswordInput, options?: RequestOptions): Promise<void>

  /**
   * Select a tenant
   *
   * The session keeps the tenant when it is refreshed. `refreshToken` is null: keep the one you have. Returns 404 unless you are an active member of the tenant. A tenant can require a second factor: `MFA_ENROLMENT_REQUIRED` asks you to add one, `STEP_UP_REQUIRED` to show the one you have.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/auth/select-tenant`
   */
  selectTenant(input: SelectTenantInput, options?: RequestOptions): Promise<Tokens>

  /**
   * Create a challenge to step up with a passkey
   *
   * The challenge works once, for five minutes, in this session.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/auth/step-up/passkey/begin`
   */
  beginPasskeyStepUp(options?: RequestOptions): Promise<BeginPasskeyStepUpResult>

  /**
   * Prove again that it is you
   *
   * Returns an access token that operations accept which need a recent proof, for five minutes. Send exactly one of `code`, `recoveryCode` and `passkey`, or `password` if your account has no second factor. `refreshToken` is null: keep the one you have. A refresh does not renew the proof, and satellites cannot step up.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/auth/step-up`
   */
  stepUp(input: StepUpInput, options?: RequestOptions): Promise<Tokens>

  /**
   * End all sessions
   *
   * Ends this session too. Access tokens and those of satellites stop working at once, and sign-ins in progress end as well.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/auth/logout-everywhere`
   */
  logoutEverywhere(options?: RequestOptions): Promise<void>

  /**
   * End all other sessions
   *
   * Access tokens of the other sessions and of their satellites stop working at once.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/auth/logout-others`
   */
  logoutOtherSessions(options?: RequestOptions): Promise<void>

  /**
   * Check what you may do
   *
   * Returns a verdict for each scope. With a `subject`, actions of its state can be checked too, such as `warehousing:custodian:suspend`. Verdicts are advice: each operation checks again.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/auth/can`
   */
  probeAbilities(input: ProbeAbilitiesInput, options?: RequestOptions): Promise<ProbeAbilitiesResult>

  /**
   * Start to sign in with another provider
   *
   * `kind` is `oidc`, `social_oauth_a`, `social_oauth_b`, `social_oauth_c` or `saml`. Redirect the browser to `authorizationUrl`. It returns to `returnUri` with a fragment that has `accessToken`, `refreshToken`, `tokenType`, `expiresIn` and `state`; if the account has a second factor, `mfaToken`, `expiresIn`, `factors` (separated by commas), `passkeyOptions` (JSON, if it has a passkey) and `state`; or `error` and `state`. Compare `state` with the one in this response. `error` is `access_denied`, `email_not_verified`, `provider_failed`, `provider_not_configured`, `server_error` or, without a state, `invalid_state`. An account has at most twenty linked accounts; one more is `access_denied`.
   *
   * Requires no token.
   *
   * `POST /api/iam/auth/external/{kind}/start`
   */
  startExternalSignIn(kind: string, input?: StartExternalSignInInput, options?: RequestOptions): Promise<ExternalSignIn>

  /**
   * Exchange a satellite's code for tokens
   *
   * Call this from the satellite's server, which must keep `clientSecret` secret. A code that is sent again ends the tokens issued for it. The rate limit applies to the satellite if `clientSecret` is right, and to the address otherwise.
   *
   * Requires no token.
   *
   * `POST /api/v1/iam/auth/satellite/token`
   */
  exchangeSatelliteCode(input: ExchangeSatelliteCodeInput, options?: RequestOptions): Promise<Tokens>

  /**
   * Confirm another e-mail address
   *
   * The token from the mail to the new address works once, for 24 hours, until a newer one is mailed. Sessions and memberships continue.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/email-change/confirm`
   */
  confirmEmailChange(input: ConfirmEmailChangeInput, options?: RequestOptions): Promise<void>

  /**
   * Stop or undo a change of your e-mail address
   *
   * The token from the mail to the earlier address works once, for eight days, until a newer one is mailed. The earlier address applies again, all sessions end, accounts of other providers that were linked since the request are unlinked, and the password becomes invalid: request a password reset.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/email-change/undo`
   */
  undoEmailChange(input: UndoEmailChangeInput, options?: RequestOptions): Promise<void>

  /**
   * Accept an invitation
   *
   * Needs `password` and `firstName` if the address has no account or an unverified one; the account is then verified. A verified account stays unchanged. The request is refused if the tenant no longer allows the domain of the address. Afterwards sign in, or select the tenant.
   *
   * Requires no token.
   *
   * Has its own low rate limit per address.
   *
   * `POST /api/v1/iam/auth/accept-invitation`
   */
  acceptInvitation(input: AcceptInvitationInput, options?: RequestOptions): Promise<Member>
}

export interface IamSatelliteMethods {
  /**
   * Issue a code for a satellite
   *
   * Redirect the browser to `redirectUri` with the code. The code works once, for one minute, and only for that satellite, which joins your session.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/satellite/authorize`
   */
  issueCode(input: IssueSatelliteCodeInput, options?: RequestOptions): Promise<IssueSatelliteCodeResult>
}

export interface IamMeMethods {
  /**
   * Get your profile, tenants and scopes
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/me`
   */
  get(options?: RequestOptions): Promise<Me>

  /**
   * Update your phone number
   *
   * The number receives text messages of the topics that the tenant policy allows and you have not disabled.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `PATCH /api/iam/me`
   */
  update(input: UpdateMeInput, options?: ChangeOptions): Promise<Me>
}

export interface IamAccountMethods {
  /**
   * Change your password
   *
   * All other sessions end, those of satellites too; this one continues. Mailed links and device tokens stop working, and you are notified by mail. After five wrong passwords none is accepted for 15 minutes. An account with a second factor needs a proof from the last five minutes.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/account/change-password`
   */
  changePassword(input: ChangePasswordInput, options?: RequestOptions): Promise<void>

  /**
   * Request another e-mail address
   *
   * Mails a link to the new address, valid for 24 hours, that confirms it, and one to the current address that stops the change and still undoes it for a week. The response does not reveal whether the new address has an account. Needs a proof from the last five minutes; at most five requests a day.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/account/change-email`
   */
  changeEmail(input: ChangeEmailInput, options?: RequestOptions): Promise<void>

  /**
   * Delete your account
   *
   * Erases your name, address, credentials, sessions, memberships and notifications, revokes all tokens and frees the address. Business records keep an anonymous id. A tenant without other members is closed. An account with a second factor needs a proof from the last five minutes. The request is refused if you are the only owner of a tenant with other members.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `DELETE /api/iam/account`
   */
  delete(options?: RequestOptions): Promise<void>

  /**
   * Get the personal data of your account
   *
   * All that is stored of you outside tenants, but no credentials, and the tenants in which you are or were a member: get what each of them holds at `/api/iam/account/data/{tenantId}`. Needs a proof from the last five minutes.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/account/data`
   */
  getData(options?: RequestOptions): Promise<AccountData>

  /**
   * Get the personal data that a tenant holds of you
   *
   * Your membership, preferences and watches, and a page of the entries of its audit trail by you and about you. You need not select the tenant, and may have left it. A page can have fewer entries than its limit, or none, even if there are more pages: follow `nextCursor` until it is null. Needs a proof from the last five minutes, and adds an entry to the trail.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/account/data/{tenantId}`
   */
  getDataOfTenant(tenantId: string, query?: GetAccountDataOfTenantQuery, options?: RequestOptions): Promise<TenantAccountData>
}

export interface IamSessionsMethods {
  /**
   * List your sessions
   *
   * Lists the newest first. Satellites are part of the session that they joined and are not listed.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/sessions`
   */
  list(query?: ListSessionsQuery, options?: RequestOptions): Promise<Page<Session>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListSessionsQuery, options?: RequestOptions): AsyncIterableIterator<Session>

  /**
   * Get one of your sessions
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/sessions/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Session>

  /**
   * End one of your sessions
   *
   * Its access tokens and those of its satellites stop working at once. End the current session to sign out.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `DELETE /api/iam/sessions/{id}`
   */
  end(id: string, options?: RequestOptions): Promise<void>
}

export interface IamExternalAccountsMethods {
  /**
   * List linked accounts
   *
   * Lists the accounts of other providers that can sign in to yours, newest first. Signing in with a provider links its account if both sides have verified the same address.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/external-accounts`
   */
  list(query?: ListExternalAccountsQuery, options?: RequestOptions): Promise<Page<ExternalAccount>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListExternalAccountsQuery, options?: RequestOptions): AsyncIterableIterator<ExternalAccount>

  /**
   * Get a linked account
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/external-accounts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<ExternalAccount>

  /**
   * Unlink an account
   *
   * The account of the other provider can no longer sign in to yours, and you are notified by mail. Sessions that it started continue until you end them. Signing in with it again links it again if both sides have verified the same address. If your account has no password, request a password reset.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `DELETE /api/iam/external-accounts/{id}`
   */
  unlink(id: string, options?: RequestOptions): Promise<void>
}

export interface IamMfaMethods {
  /**
   * List your second factors
   *
   * Lists authenticator apps and passkeys, newest first. An account has at most ten.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/mfa/factors`
   */
  listFactors(query?: ListFactorsQuery, options?: RequestOptions): Promise<Page<Factor>>
  /** Iterates over the members of all pages of `listFactors`. */
  listAllFactors(query?: ListFactorsQuery, options?: RequestOptions): AsyncIterableIterator<Factor>

  /**
   * Get one of your second factors
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/mfa/factors/{id}`
   */
  getFactor(id: string, options?: RequestOptions): Promise<Factor>

  /**
   * Rename a second factor
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `PATCH /api/iam/mfa/factors/{id}`
   */
  renameFactor(id: string, input: RenameFactorInput, options?: RequestOptions): Promise<Factor>

  /**
   * Remove a second factor
   *
   * Needs a proof from the last five minutes. The last factor takes the recovery codes with it, and stays while one of your tenants requires a second factor. You are notified by mail.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `DELETE /api/iam/mfa/factors/{id}`
   */
  removeFactor(id: string, options?: RequestOptions): Promise<void>

  /**
   * Begin to add an authenticator app
   *
   * Returns a secret for the app, which becomes a factor once its first code is confirmed. Needs a proof from the last five minutes.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/mfa/totp/begin`
   */
  beginTotp(options?: RequestOptions): Promise<BeginTotpResult>

  /**
   * Add an authenticator app
   *
   * Sign-ins ask for a second factor from then on. The first factor brings ten recovery codes, which are shown only once. Refresh the access token to use the factor as shown in this session. You are notified by mail.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/mfa/totp/confirm`
   */
  confirmTotp(input: ConfirmTotpInput, options?: RequestOptions): Promise<ConfirmTotpResult>

  /**
   * Begin to add a passkey
   *
   * Pass `options` to `navigator.credentials.create`. Needs a proof from the last five minutes.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/mfa/passkeys/begin`
   */
  beginPasskey(options?: RequestOptions): Promise<BeginPasskeyResult>

  /**
   * Add a passkey
   *
   * The passkey must verify its user, for example by fingerprint or PIN. The first factor brings ten recovery codes, which are shown only once. You are notified by mail.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/mfa/passkeys/confirm`
   */
  confirmPasskey(input: ConfirmPasskeyInput, options?: RequestOptions): Promise<ConfirmPasskeyResult>

  /**
   * Replace your recovery codes
   *
   * Returns ten codes, which are shown only once; earlier ones stop working. Needs a proof from the last five minutes. You are notified by mail.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/mfa/recovery-codes/regenerate`
   */
  regenerateRecoveryCodes(options?: RequestOptions): Promise<RegenerateRecoveryCodesResult>
}

export interface IamTenantsMethods {
  /**
   * List your tenants
   *
   * Lists the tenants of which you are an active member, newest first.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/tenants`
   */
  list(query?: ListTenantsQuery, options?: RequestOptions): Promise<Page<Tenant>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListTenantsQuery, options?: RequestOptions): AsyncIterableIterator<Tenant>

  /**
   * Create a tenant
   *
   * You become its owner. Select it to work in it.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/tenants`
   */
  create(input: CreateTenantInput, options?: RepeatableOptions): Promise<Tenant>

  /**
   * Get one of your tenants
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `GET /api/iam/tenants/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Tenant>

  /**
   * Rename the selected tenant
   *
   * Other members see the new name in their lists within moments. Documents keep the name they were made with.
   *
   * Requires the scope `iam:tenant:write` in the selected tenant.
   *
   * `PATCH /api/iam/tenants/{id}`
   */
  rename(id: string, input: RenameTenantInput, options?: RequestOptions): Promise<Tenant>

  /**
   * Leave a tenant
   *
   * Members of any role and status can leave, except the only active owner.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `DELETE /api/iam/tenants/{id}`
   */
  leave(id: string, options?: RequestOptions): Promise<void>

  /**
   * Transfer the ownership of the selected tenant
   *
   * Another active member becomes an owner and you become an administrator, both at once. Earlier access tokens of both are refused with `TOKEN_EXPIRED`; refresh them. Only an owner can do so. Other owners stay owners.
   *
   * Requires a token. No tenant needs to be selected.
   *
   * `POST /api/iam/tenants/{id}/transfer-ownership`
   */
  transferOwnership(id: string, input: TransferOwnershipInput, options?: RequestOptions): Promise<void>
}

export interface IamMembersMethods {
  /**
   * List members
   *
   * Lists members of every status, also invited ones, newest first.
   *
   * Requires the scope `iam:member:read` in the selected tenant.
   *
   * `GET /api/iam/members`
   */
  list(query?: ListMembersQuery, options?: RequestOptions): Promise<Page<Member>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListMembersQuery, options?: RequestOptions): AsyncIterableIterator<Member>

  /**
   * Invite a member by e-mail
   *
   * The link works once, for the number of days in the setting `security.invitationDays`. If `security.allowedEmailDomains` lists domains, other addresses are rejected. Inviting an address again returns 200, replaces its link and sets the role. You can send at most 100 invitations per hour, and one address gets at most five per hour, whoever invites it.
   *
   * Requires the scope `iam:member:write` in the selected tenant.
   *
   * `POST /api/iam/members`
   */
  invite(input: InviteMemberInput, options?: RepeatableOptions): Promise<Member>

  /**
   * Get a member
   *
   * Requires the scope `iam:member:read` in the selected tenant.
   *
   * `GET /api/iam/members/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Member>

  /**
   * Update a member's role
   *
   * The role applies from the next request. Earlier access tokens are refused with `TOKEN_EXPIRED`; refresh them to get the scopes of the new role. The only active owner must stay an owner.
   *
   * Requires the scope `iam:member:write` in the selected tenant.
   *
   * `PATCH /api/iam/members/{id}`
   */
  changeRole(id: string, input: ChangeMemberRoleInput, options?: ChangeOptions): Promise<Member>

  /**
   * Remove a member or withdraw an invitation
   *
   * The member loses access with the next request; the account stays. The link of a withdrawn invitation stops working. The only active owner cannot be removed.
   *
   * Requires the scope `iam:member:write` in the selected tenant.
   *
   * `DELETE /api/iam/members/{id}`
   */
  remove(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Suspend an active member
   *
   * The member loses access to this tenant with the next request; other tenants are not affected. The only active owner cannot be suspended.
   *
   * Requires the scope `iam:member:write` in the selected tenant.
   *
   * `POST /api/iam/members/{id}/suspend`
   */
  suspend(id: string, options?: ChangeOptions): Promise<Member>

  /**
   * Reinstate a suspended member
   *
   * Requires the scope `iam:member:write` in the selected tenant.
   *
   * `POST /api/iam/members/{id}/reinstate`
   */
  reinstate(id: string, options?: ChangeOptions): Promise<Member>
}

export interface IamServiceAccountsMethods {
  /**
   * List service accounts, newest first
   *
   * Requires the scope `iam:service_account:read` in the selected tenant.
   *
   * `GET /api/iam/service-accounts`
   */
  list(query?: ListServiceAccountsQuery, options?: RequestOptions): Promise<Page<ServiceAccount>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListServiceAccountsQuery, options?: RequestOptions): AsyncIterableIterator<ServiceAccount>

  /**
   * Create a service account
   *
   * You become its sponsor: its tokens have the scopes listed here that your role includes when a token is used, so they follow every change of your role, and end when you leave the tenant. Scopes of what needs a person are refused. Add a key to use it.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `POST /api/iam/service-accounts`
   */
  create(input: CreateServiceAccountInput, options?: RepeatableOptions): Promise<ServiceAccount>

  /**
   * Get a service account
   *
   * Requires the scope `iam:service_account:read` in the selected tenant.
   *
   * `GET /api/iam/service-accounts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<ServiceAccount>

  /**
   * Update a service account; absent members stay unchanged
   *
   * Scopes that you add must be your own. A change of scopes, networks or expiry applies from the next request: earlier tokens are refused with `TOKEN_EXPIRED`.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `PATCH /api/iam/service-accounts/{id}`
   */
  update(id: string, input: UpdateServiceAccountInput, options?: ChangeOptions): Promise<ServiceAccount>

  /**
   * Delete a service account
   *
   * Its keys and tokens are refused from the next request. What it did keeps its id.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `DELETE /api/iam/service-accounts/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Disable a service account
   *
   * Its tokens are refused from the next request, and its keys get no new ones until it is enabled.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `POST /api/iam/service-accounts/{id}/disable`
   */
  disable(id: string, options?: ChangeOptions): Promise<ServiceAccount>

  /**
   * Enable a disabled service account
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `POST /api/iam/service-accounts/{id}/enable`
   */
  enable(id: string, options?: ChangeOptions): Promise<ServiceAccount>

  /**
   * Become the sponsor of a service account
   *
   * Its scopes are bounded by your role from now on. All of its keys end, because the sponsor before you may have them: add a new one.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `POST /api/iam/service-accounts/{id}/take-over`
   */
  takeOver(id: string, options?: ChangeOptions): Promise<ServiceAccount>

  /**
   * Add a key to a service account, or rotate it
   *
   * Returns a secret that is never shown again, or stores `publicKey`, for assertions that you sign with the private key. At most two keys are valid: the one before the new key ends after `overlapHours`, and an older one at once, with the tokens issued for it. Only the sponsor can add keys.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `POST /api/iam/service-accounts/{id}/keys`
   */
  addKey(id: string, input?: AddServiceAccountKeyInput, options?: ChangeOptions): Promise<AddServiceAccountKeyResult>

  /**
   * Revoke a key of a service account
   *
   * The key and the tokens issued for it are refused from the next request.
   *
   * Requires the scope `iam:service_account:write` in the selected tenant.
   *
   * `DELETE /api/iam/service-accounts/{id}/keys/{keyId}`
   */
  revokeKey(id: string, keyId: string, options?: ChangeOptions): Promise<void>
}

export interface PartnerPartnersMethods {
  /**
   * List partners, newest first
   *
   * Requires the scope `partner:partner:read` in the selected tenant.
   *
   * `GET /api/partner/partners`
   */
  list(query?: ListPartnersQuery, options?: RequestOptions): Promise<Page<Partner>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListPartnersQuery, options?: RequestOptions): AsyncIterableIterator<Partner>

  /**
   * Create a partner
   *
   * Requires the scope `partner:partner:write` in the selected tenant.
   *
   * `POST /api/partner/partners`
   */
  create(input: CreatePartnerInput, options?: RepeatableOptions): Promise<Partner>

  /**
   * Get a partner
   *
   * Requires the scope `partner:partner:read` in the selected tenant.
   *
   * `GET /api/partner/partners/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Partner>

  /**
   * Update a partner; absent members stay unchanged
   *
   * Requires the scope `partner:partner:write` in the selected tenant.
   *
   * `PATCH /api/partner/partners/{id}`
   */
  update(id: string, input: UpdatePartnerInput, options?: ChangeOptions): Promise<Partner>
}

export interface WarehousingCustodiansMethods {
  /**
   * List custodians, newest first
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians`
   */
  list(query?: ListCustodiansQuery, options?: RequestOptions): Promise<Page<Custodian>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListCustodiansQuery, options?: RequestOptions): AsyncIterableIterator<Custodian>

  /**
   * Create a custodian for a partner that has none
   *
   * Without `enabledCapabilities`, the custodian gets those of the setting `warehousing.defaultCapabilities` that its type can have. An empty list enables none.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians`
   */
  create(input: CreateCustodianInput, options?: RepeatableOptions): Promise<Custodian>

  /**
   * Get the custodian of a partner
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/by-partner/{partnerId}`
   */
  findByPartner(partnerId: string, options?: RequestOptions): Promise<Custodian>

  /**
   * List the capabilities that each type of custodian can have
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/capability-catalog`
   */
  getCapabilityCatalog(options?: RequestOptions): Promise<CapabilityCatalog>

  /**
   * Create the custodian of a partner, or get the existing one
   *
   * In both cases the partner gets the role `Partner.Custodian`.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/onboard`
   */
  onboardPartner(input: OnboardPartnerAsCustodianInput, options?: RequestOptions): Promise<Custodian>

  /**
   * Test credentials, or the stored connection of a custodian
   *
   * Credentials are checked for completeness and tried at the custodian's system, if the type has one that can tell. A test stores nothing, even if the provider has revoked the connection: only operations that use the connection record that. `code` is `OK`, `INVALID_ARGUMENT` (something is missing), `AUTH_FAILED` (replace the credentials, or run the wizard again), `INSUFFICIENT_SCOPE`, `INVALID_CONFIG`, `RATE_LIMITED`, `STORE_UNAVAILABLE`, `UPSTREAM_ERROR` (the provider gave no usable response), `PROVIDER_NOT_CONFIGURED` (this deployment has no account with the provider) or `RENEWAL_NEEDED` (the access token has expired, and renewing it would invalidate the stored refresh token; the next operation that uses the connection renews it).
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/test-connection`
   */
  testConnection(input: TestCustodianConnectionInput, options?: RequestOptions): Promise<CustodianConnectionTest>

  /**
   * Get a custodian
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Custodian>

  /**
   * Enable a capability of a custodian
   *
   * Changes nothing if the capability is enabled already. With `tenant_picks_warehouse` orders, stock and receipts are about the warehouse that the connection names. With `provider_picks_warehouse` none is named in orders, and stock is that of all. With both, a named warehouse counts, and otherwise the provider picks.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{id}/enable-capability`
   */
  enableCapability(id: string, input: EnableCapabilityInput, options?: ChangeOptions): Promise<Custodian>

  /**
   * Disable a capability of a custodian
   *
   * Changes nothing if the capability is disabled already.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{id}/disable-capability`
   */
  disableCapability(id: string, input: DisableCapabilityInput, options?: ChangeOptions): Promise<Custodian>

  /**
   * Update the credentials of a custodian; absent ones stay unchanged
   *
   * A disconnected custodian is connected again. Custodians that the wizard connects take nothing but `webhookSecret`, once they are connected; running the wizard again keeps it.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `PUT /api/warehousing/custodians/{id}/connection-config`
   */
  updateConnectionConfig(id: string, input: UpdateConnectionConfigInput, options?: ChangeOptions): Promise<Custodian>

  /**
   * Disconnect a custodian that is not internal; its credentials are deleted
   *
   * Disconnecting a disconnected custodian changes nothing.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{id}/disconnect`
   */
  disconnect(id: string, options?: ChangeOptions): Promise<Custodian>

  /**
   * Reactivate a suspended custodian
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{id}/reactivate`
   */
  reactivate(id: string, options?: ChangeOptions): Promise<Custodian>

  /**
   * Suspend an active custodian
   *
   * Orders that it has not got yet are planned again, or raise an incident.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{id}/suspend`
   */
  suspend(id: string, options?: ChangeOptions): Promise<Custodian>

  /**
   * Compare a custodian's stock with the stock here
   *
   * Shows what differs, or everything with `all=true`, of the SKUs that the custodian lists. A page can be empty even if there are more pages. The custodian needs the capability `list_inventory`. Nothing is changed here or there.
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/{id}/inventory`
   */
  getInventory(id: string, query?: GetCustodianInventoryQuery, options?: RequestOptions): Promise<CustodianInventory>

  /**
   * List the webhook deliveries of a custodian, newest first
   *
   * Entries are kept for 90 days. A delivery that repeats an event has the id of the first one in `repeats`, and the same status. A delivery about an order whose dispatch has not been answered yet stays `received` for up to a quarter of an hour. Of deliveries that the custodian has not signed, the first twenty of an hour have entries of their own, and one more entry counts the rest.
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/{custodianId}/webhook-deliveries`
   */
  listWebhookDeliveries(custodianId: string, query?: ListCustodianWebhookDeliveriesQuery, options?: RequestOptions): Promise<Page<CustodianWebhookDelivery>>
  /** Iterates over the members of all pages of `listWebhookDeliveries`. */
  listAllWebhookDeliveries(custodianId: string, query?: ListCustodianWebhookDeliveriesQuery, options?: RequestOptions): AsyncIterableIterator<CustodianWebhookDelivery>

  /**
   * Get a webhook delivery of a custodian
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}`
   */
  getWebhookDelivery(custodianId: string, id: string, options?: RequestOptions): Promise<CustodianWebhookDelivery>

  /**
   * Process a webhook delivery of a custodian again
   *
   * The body of a delivery is stored for 30 days. A delivery that repeats another one has no body of its own: replay the one in `repeats`.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}/replay`
   */
  replayWebhookDelivery(custodianId: string, id: string, options?: ChangeOptions): Promise<CustodianWebhookDelivery>
}

export interface WarehousingCustodianWizardMethods {
  /**
   * Start the wizard that connects a custodian
   *
   * Returns the URL to send the browser to, or the credentials to ask for. `redirectUri` must be allowed by the deployment, and by the setting `security.allowedReturnUris` if that is not empty. The default is the first such URI.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodian-wizard/{provider}/auth-start`
   */
  begin(provider: string, input: BeginWizardInput, options?: RequestOptions): Promise<CustodianWizard>

  /**
   * Finish the wizard: connect a custodian, or change its selected resources
   *
   * Send the `code` or the `credentials` that the provider requires. With neither, only the selected resources of a connected custodian are replaced.
   *
   * Requires the scope `warehousing:custodian:write` in the selected tenant.
   *
   * `POST /api/warehousing/custodian-wizard/{provider}/auth-callback`
   */
  finalise(provider: string, input: FinaliseWizardInput, options?: RequestOptions): Promise<Custodian>

  /**
   * List the marketplaces, retailers or warehouses that a connected custodian can select
   *
   * Requires the scope `warehousing:custodian:read` in the selected tenant.
   *
   * `GET /api/warehousing/custodian-wizard/{provider}/resources`
   */
  getResources(provider: string, query: GetWizardResourcesQuery, options?: RequestOptions): Promise<CustodianWizard>
}

export interface CatalogProductsMethods {
  /**
   * List products, newest first
   *
   * Requires the scope `catalog:product:read` in the selected tenant.
   *
   * `GET /api/catalog/products`
   */
  list(query?: ListProductsQuery, options?: RequestOptions): Promise<Page<Product>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListProductsQuery, options?: RequestOptions): AsyncIterableIterator<Product>

  /**
   * Create a product
   *
   * Requires the scope `catalog:product:write` in the selected tenant.
   *
   * `POST /api/catalog/products`
   */
  create(input: CreateProductInput, options?: RepeatableOptions): Promise<Product>

  /**
   * Get a product
   *
   * Requires the scope `catalog:product:read` in the selected tenant.
   *
   * `GET /api/catalog/products/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Product>

  /**
   * Update a product; absent members stay unchanged
   *
   * Requires the scope `catalog:product:write` in the selected tenant.
   *
   * `PATCH /api/catalog/products/{id}`
   */
  update(id: string, input: UpdateProductInput, options?: ChangeOptions): Promise<Product>
}

export interface CatalogVariantsMethods {
  /**
   * List variants, newest first
   *
   * Requires the scope `catalog:variant:read` in the selected tenant.
   *
   * `GET /api/catalog/variants`
   */
  list(query?: ListVariantsQuery, options?: RequestOptions): Promise<Page<Variant>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListVariantsQuery, options?: RequestOptions): AsyncIterableIterator<Variant>

  /**
   * Create a variant of a product
   *
   * Requires the scope `catalog:variant:write` in the selected tenant.
   *
   * `POST /api/catalog/variants`
   */
  create(input: CreateVariantInput, options?: RepeatableOptions): Promise<Variant>

  /**
   * Get a variant
   *
   * Requires the scope `catalog:variant:read` in the selected tenant.
   *
   * `GET /api/catalog/variants/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Variant>

  /**
   * Update a variant; absent members stay unchanged
   *
   * If given, `attributes`, `prices` and `localizations` are replaced as a whole.
   *
   * Requires the scope `catalog:variant:write` in the selected tenant.
   *
   * `PATCH /api/catalog/variants/{id}`
   */
  update(id: string, input: UpdateVariantInput, options?: ChangeOptions): Promise<Variant>
}

export interface CatalogAssortmentsMethods {
  /**
   * List assortments, newest first
   *
   * Requires the scope `catalog:assortment:read` in the selected tenant.
   *
   * `GET /api/catalog/assortments`
   */
  list(query?: ListAssortmentsQuery, options?: RequestOptions): Promise<Page<Assortment>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListAssortmentsQuery, options?: RequestOptions): AsyncIterableIterator<Assortment>

  /**
   * Create an assortment
   *
   * Requires the scope `catalog:assortment:write` in the selected tenant.
   *
   * `POST /api/catalog/assortments`
   */
  create(input: CreateAssortmentInput, options?: RepeatableOptions): Promise<Assortment>

  /**
   * Get an assortment
   *
   * Requires the scope `catalog:assortment:read` in the selected tenant.
   *
   * `GET /api/catalog/assortments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Assortment>

  /**
   * Rename an assortment
   *
   * Requires the scope `catalog:assortment:write` in the selected tenant.
   *
   * `PATCH /api/catalog/assortments/{id}`
   */
  update(id: string, input: UpdateAssortmentInput, options?: ChangeOptions): Promise<Assortment>

  /**
   * List the variants in an assortment, last added first
   *
   * Requires the scope `catalog:assortment:read` in the selected tenant.
   *
   * `GET /api/catalog/assortments/{id}/variants`
   */
  listVariants(id: string, query?: ListAssortmentVariantsQuery, options?: RequestOptions): Promise<Page<Variant>>
  /** Iterates over the members of all pages of `listVariants`. */
  listAllVariants(id: string, query?: ListAssortmentVariantsQuery, options?: RequestOptions): AsyncIterableIterator<Variant>

  /**
   * Add a variant to an assortment
   *
   * Changes nothing if the assortment has the variant already.
   *
   * Requires the scope `catalog:assortment:write` in the selected tenant.
   *
   * `PUT /api/catalog/assortments/{id}/variants/{variantId}`
   */
  putVariant(id: string, variantId: string, options?: ChangeOptions): Promise<Assortment>

  /**
   * Remove a variant from an assortment
   *
   * Changes nothing if the assortment does not have the variant.
   *
   * Requires the scope `catalog:assortment:write` in the selected tenant.
   *
   * `DELETE /api/catalog/assortments/{id}/variants/{variantId}`
   */
  takeVariantOut(id: string, variantId: string, options?: ChangeOptions): Promise<void>
}

export interface InventoryStockItemsMethods {
  /**
   * List stock items, newest first
   *
   * Requires the scope `inventory:stock_item:read` in the selected tenant.
   *
   * `GET /api/inventory/stock-items`
   */
  list(query?: ListStockItemsQuery, options?: RequestOptions): Promise<Page<StockItem>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListStockItemsQuery, options?: RequestOptions): AsyncIterableIterator<StockItem>

  /**
   * Create a stock item for a variant at a custodian
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `POST /api/inventory/stock-items`
   */
  create(input: CreateStockItemInput, options?: RequestOptions): Promise<StockItem>

  /**
   * Get a stock item
   *
   * Requires the scope `inventory:stock_item:read` in the selected tenant.
   *
   * `GET /api/inventory/stock-items/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<StockItem>

  /**
   * Change how a stock item is tracked and how much may be reserved
   *
   * Quantities change by operations of their own: correct, write-off, restock, receipts and transfers.
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `PATCH /api/inventory/stock-items/{id}`
   */
  update(id: string, input: UpdateStockItemInput, options?: ChangeOptions): Promise<StockItem>

  /**
   * Set the stock on hand to what was counted
   *
   * Counting fewer pieces than are reserved needs a reason. If the count is of an earlier moment, send the `ETag` of then as `If-Match`.
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `POST /api/inventory/stock-items/{id}/correct`
   */
  correct(id: string, input: CorrectStockItemInput, options?: RepeatableChangeOptions): Promise<StockItem>

  /**
   * Write off pieces that are lost or damaged
   *
   * Pieces on hand must not be reserved.
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `POST /api/inventory/stock-items/{id}/write-off`
   */
  writeOff(id: string, input: WriteOffStockItemInput, options?: RepeatableChangeOptions): Promise<StockItem>

  /**
   * Put pieces that were set aside back on the shelf
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `POST /api/inventory/stock-items/{id}/restock`
   */
  restock(id: string, input: RestockStockItemInput, options?: RepeatableChangeOptions): Promise<StockItem>

  /**
   * Discontinue a stock item
   *
   * What is reserved is still fulfilled; nothing else can be reserved.
   *
   * Requires the scope `inventory:stock_item:write` in the selected tenant.
   *
   * `POST /api/inventory/stock-items/{id}/discontinue`
   */
  discontinue(id: string, options?: ChangeOptions): Promise<StockItem>
}

export interface InventoryMovementsMethods {
  /**
   * List stock movements, newest first
   *
   * `variantId` and `custodianId` are given together and name the stock item.
   *
   * Requires the scope `inventory:movement:read` in the selected tenant.
   *
   * `GET /api/inventory/movements`
   */
  list(query?: ListStockMovementsQuery, options?: RequestOptions): Promise<Page<StockMovement>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListStockMovementsQuery, options?: RequestOptions): AsyncIterableIterator<StockMovement>

  /**
   * Get a stock movement
   *
   * Requires the scope `inventory:movement:read` in the selected tenant.
   *
   * `GET /api/inventory/movements/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<StockMovement>
}

export interface InventoryGoodsReceiptsMethods {
  /**
   * List goods receipts, newest first
   *
   * Requires the scope `inventory:receipt:read` in the selected tenant.
   *
   * `GET /api/inventory/goods-receipts`
   */
  list(query?: ListGoodsReceiptsQuery, options?: RequestOptions): Promise<Page<GoodsReceipt>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListGoodsReceiptsQuery, options?: RequestOptions): AsyncIterableIterator<GoodsReceipt>

  /**
   * Announce goods that will arrive at a custodian
   *
   * Requires the scope `inventory:receipt:write` in the selected tenant.
   *
   * `POST /api/inventory/goods-receipts`
   */
  create(input: CreateGoodsReceiptInput, options?: RepeatableOptions): Promise<GoodsReceipt>

  /**
   * Get a goods receipt
   *
   * Requires the scope `inventory:receipt:read` in the selected tenant.
   *
   * `GET /api/inventory/goods-receipts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<GoodsReceipt>

  /**
   * Record goods that arrived
   *
   * May be repeated until the goods receipt is closed; send an `Idempotency-Key`. A variant without a stock item at the custodian gets one.
   *
   * Requires the scope `inventory:receipt:write` in the selected tenant.
   *
   * `POST /api/inventory/goods-receipts/{id}/receive`
   */
  receive(id: string, input: ReceiveGoodsReceiptInput, options?: RepeatableChangeOptions): Promise<GoodsReceipt>

  /**
   * Close a goods receipt, complete or not
   *
   * `short` and `over` of its lines tell what differs from what was announced.
   *
   * Requires the scope `inventory:receipt:write` in the selected tenant.
   *
   * `POST /api/inventory/goods-receipts/{id}/close`
   */
  close(id: string, options?: ChangeOptions): Promise<GoodsReceipt>

  /**
   * Cancel a goods receipt of which nothing has arrived
   *
   * Requires the scope `inventory:receipt:write` in the selected tenant.
   *
   * `POST /api/inventory/goods-receipts/{id}/cancel`
   */
  cancel(id: string, options?: ChangeOptions): Promise<GoodsReceipt>
}

export interface InventoryTransfersMethods {
  /**
   * List stock transfers, newest first
   *
   * Requires the scope `inventory:transfer:read` in the selected tenant.
   *
   * `GET /api/inventory/transfers`
   */
  list(query?: ListTransfersQuery, options?: RequestOptions): Promise<Page<StockTransfer>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListTransfersQuery, options?: RequestOptions): AsyncIterableIterator<StockTransfer>

  /**
   * Plan a transfer of stock between custodians
   *
   * Requires the scope `inventory:transfer:write` in the selected tenant.
   *
   * `POST /api/inventory/transfers`
   */
  create(input: CreateTransferInput, options?: RepeatableOptions): Promise<StockTransfer>

  /**
   * Get a stock transfer
   *
   * Requires the scope `inventory:transfer:read` in the selected tenant.
   *
   * `GET /api/inventory/transfers/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<StockTransfer>

  /**
   * Record that a transfer has left
   *
   * All pieces must be on hand and not reserved. Of lots, those leave first that expire first.
   *
   * Requires the scope `inventory:transfer:write` in the selected tenant.
   *
   * `POST /api/inventory/transfers/{id}/ship`
   */
  ship(id: string, options?: ChangeOptions): Promise<StockTransfer>

  /**
   * Record that pieces of a transfer arrived or were lost
   *
   * May be repeated until nothing is in transit; send an `Idempotency-Key`. Lots and serial units arrive in the order in which they left.
   *
   * Requires the scope `inventory:transfer:write` in the selected tenant.
   *
   * `POST /api/inventory/transfers/{id}/receive`
   */
  receive(id: string, input: ReceiveTransferInput, options?: RepeatableChangeOptions): Promise<StockTransfer>

  /**
   * Cancel a transfer that has not left
   *
   * Requires the scope `inventory:transfer:write` in the selected tenant.
   *
   * `POST /api/inventory/transfers/{id}/cancel`
   */
  cancel(id: string, options?: ChangeOptions): Promise<StockTransfer>
}

export interface InventoryLotsMethods {
  /**
   * List lots, newest first
   *
   * Requires the scope `inventory:lot:read` in the selected tenant.
   *
   * `GET /api/inventory/lots`
   */
  list(query?: ListLotsQuery, options?: RequestOptions): Promise<Page<Lot>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListLotsQuery, options?: RequestOptions): AsyncIterableIterator<Lot>

  /**
   * Get a lot
   *
   * Requires the scope `inventory:lot:read` in the selected tenant.
   *
   * `GET /api/inventory/lots/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Lot>

  /**
   * Recall a lot
   *
   * Its pieces cannot be reserved any more. Those that are reserved stay so, and somebody is asked to decide about them.
   *
   * Requires the scope `inventory:lot:write` in the selected tenant.
   *
   * `POST /api/inventory/lots/{id}/recall`
   */
  recall(id: string, input: RecallLotInput, options?: ChangeOptions): Promise<Lot>
}

export interface InventorySerialUnitsMethods {
  /**
   * List serial units, newest first
   *
   * `variantId` and `serialNumber` are given together and name one unit.
   *
   * Requires the scope `inventory:serial_unit:read` in the selected tenant.
   *
   * `GET /api/inventory/serial-units`
   */
  list(query?: ListSerialUnitsQuery, options?: RequestOptions): Promise<Page<SerialUnit>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListSerialUnitsQuery, options?: RequestOptions): AsyncIterableIterator<SerialUnit>

  /**
   * Get a serial unit
   *
   * Requires the scope `inventory:serial_unit:read` in the selected tenant.
   *
   * `GET /api/inventory/serial-units/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<SerialUnit>
}

export interface ShippingShipmentsMethods {
  /**
   * List shipments, newest first
   *
   * Several shipments can have the same tracking number, because carriers use numbers again.
   *
   * Requires the scope `shipping:shipment:read` in the selected tenant.
   *
   * `GET /api/shipping/shipments`
   */
  list(query?: ListShipmentsQuery, options?: RequestOptions): Promise<Page<Shipment>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListShipmentsQuery, options?: RequestOptions): AsyncIterableIterator<Shipment>

  /**
   * Create a shipment by hand, of a fulfilment order or of its own
   *
   * For parcels that no custodian reports. It moves no stock: handing over the fulfilment order does. Say what happens to the parcel with `POST /api/shipping/shipments/{id}/events`.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments`
   */
  create(input: CreateShipmentInput, options?: RepeatableOptions): Promise<Shipment>

  /**
   * Get a shipment
   *
   * Requires the scope `shipping:shipment:read` in the selected tenant.
   *
   * `GET /api/shipping/shipments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Shipment>

  /**
   * Update carrier, number and promise of a shipment; absent members stay unchanged
   *
   * The shop of the order is told of another number. What the custodian reports later wins.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `PATCH /api/shipping/shipments/{id}`
   */
  update(id: string, input: UpdateShipmentInput, options?: ChangeOptions): Promise<Shipment>

  /**
   * Cancel a shipment that no carrier has yet
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/cancel`
   */
  cancel(id: string, input?: CancelShipmentInput, options?: ChangeOptions): Promise<Shipment>

  /**
   * Report what happened to a parcel
   *
   * Events may come in any order. The status is the furthest that any of them tells, so an earlier one is recorded and changes none. The same event twice is one. A parcel whose hand-off was reversed has no more events.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/events`
   */
  addEvent(id: string, input: AddShipmentEventInput, options?: ChangeOptions): Promise<Shipment>

  /**
   * Replace the link to the buyer's page; the links before it stop working
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/replace-tracking-link`
   */
  replaceTrackingLink(id: string, options?: ChangeOptions): Promise<Shipment>

  /**
   * Render the delivery note of a shipment as PDF and HTML
   *
   * It says what is in the parcel and has no prices. An unchanged shipment gets the same document again. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `shipping:shipment:read` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/delivery-note`
   */
  renderDeliveryNote(id: string, input?: RenderDeliveryNoteInput, options?: ChangeOptions): Promise<Document>

  /**
   * Buy the label of a shipment
   *
   * It is bought in the background, once: `label.status` becomes `bought`, and the shipment gets its number, or `failed` with a message. If an answer was lost, the label is looked up before anything is bought. While one is awaited, another request continues it and buys no second one.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/label`
   */
  buyLabel(id: string, input: BuyShipmentLabelInput, options?: ChangeOptions): Promise<Shipment>

  /**
   * Upload the label of a shipment that was entered by hand
   *
   * For labels from elsewhere. It replaces one that was uploaded before; a label that was bought has to be void first. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/label/upload`
   */
  uploadLabel(id: string, input: UploadShipmentLabelInput, options?: ChangeOptions): Promise<Shipment>

  /**
   * Ask for the money of an unused label back
   *
   * The answer comes in the background: `label.status` becomes `void`, or `bought` again with a message.
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/label/void`
   */
  voidLabel(id: string, options?: ChangeOptions): Promise<Shipment>

  /**
   * List the attachments of a shipment, oldest first
   *
   * Requires the scope `shipping:shipment:read` in the selected tenant.
   *
   * `GET /api/shipping/shipments/{id}/attachments`
   */
  listAttachments(id: string, query?: ListShipmentAttachmentsQuery, options?: RequestOptions): Promise<Page<Attachment>>
  /** Iterates over the members of all pages of `listAttachments`. */
  listAllAttachments(id: string, query?: ListShipmentAttachmentsQuery, options?: RequestOptions): AsyncIterableIterator<Attachment>

  /**
   * Attach a file to a shipment
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `POST /api/shipping/shipments/{id}/attachments`
   */
  addAttachment(id: string, input: AddShipmentAttachmentInput, options?: RequestOptions): Promise<Attachment>

  /**
   * Remove a file from a shipment; the file itself remains
   *
   * Requires the scope `shipping:shipment:write` in the selected tenant.
   *
   * `DELETE /api/shipping/shipments/{id}/attachments/{fileId}`
   */
  removeAttachment(id: string, fileId: string, options?: RequestOptions): Promise<void>
}

export interface ShippingCarriersMethods {
  /**
   * List carriers: your own, then those that the platform knows
   *
   * A shipment whose carrier is recognized by one of these names gets its name and its tracking link.
   *
   * Requires the scope `shipping:carrier:read` in the selected tenant.
   *
   * `GET /api/shipping/carriers`
   */
  list(query?: ListCarriersQuery, options?: RequestOptions): Promise<Page<Carrier>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListCarriersQuery, options?: RequestOptions): AsyncIterableIterator<Carrier>

  /**
   * Create a carrier of your own
   *
   * Requires the scope `shipping:carrier:write` in the selected tenant.
   *
   * `POST /api/shipping/carriers`
   */
  create(input: CreateCarrierInput, options?: RequestOptions): Promise<Carrier>

  /**
   * Get a carrier
   *
   * Requires the scope `shipping:carrier:read` in the selected tenant.
   *
   * `GET /api/shipping/carriers/{code}`
   */
  get(code: string, options?: RequestOptions): Promise<Carrier>

  /**
   * Update a carrier of your own; absent members stay unchanged
   *
   * Shipments keep the name and the tracking link that they have.
   *
   * Requires the scope `shipping:carrier:write` in the selected tenant.
   *
   * `PATCH /api/shipping/carriers/{code}`
   */
  update(code: string, input: UpdateCarrierInput, options?: ChangeOptions): Promise<Carrier>

  /**
   * Delete a carrier of your own; shipments keep its name
   *
   * Requires the scope `shipping:carrier:write` in the selected tenant.
   *
   * `DELETE /api/shipping/carriers/{code}`
   */
  delete(code: string, options?: ChangeOptions): Promise<void>
}

export interface SalesChannelsMethods {
  /**
   * Get the drift of all channels’ catalogs
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/sync-health`
   */
  getSyncHealth(options?: RequestOptions): Promise<SyncHealth>

  /**
   * Count the variants that a publish would push
   *
   * A publish pushes variants that have drifted or were never pushed. Both are counted separately, as in the sync health.
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/drift`
   */
  getDriftSummary(channelId: string, options?: RequestOptions): Promise<ChannelDriftSummary>

  /**
   * List the variants that a channel shows, with their drift from what the platform confirmed
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/drift/rows`
   */
  listDriftRows(channelId: string, query?: ListDriftRowsQuery, options?: RequestOptions): Promise<Page<DriftRow>>
  /** Iterates over the members of all pages of `listDriftRows`. */
  listAllDriftRows(channelId: string, query?: ListDriftRowsQuery, options?: RequestOptions): AsyncIterableIterator<DriftRow>

  /**
   * Compare a variant's last pushed content with its current content
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/diff`
   */
  getVariantDiff(channelId: string, variantId: string, options?: RequestOptions): Promise<VariantDiff>

  /**
   * Preview a publish of the catalog
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/plan`
   */
  getCatalogPlan(channelId: string, options?: RequestOptions): Promise<CatalogPlan>

  /**
   * Publish the catalog to the shop
   *
   * Starts a sync run in the background that pushes variants that have drifted. If a publish is running, another one starts after it. Variants that the shop refused are not sent again until they change, and variants in conflict are withheld until the conflict is resolved, unless `force` is set.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/catalog/publish`
   */
  publishCatalog(channelId: string, input?: PublishCatalogInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Preview a publish of the stock, variant by variant
   *
   * A variant without a stock item is `skipped`: the shop keeps its current quantity.
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/inventory/plan`
   */
  listInventoryPlan(channelId: string, query?: ListInventoryPlanQuery, options?: RequestOptions): Promise<Page<InventoryPlanRow>>
  /** Iterates over the members of all pages of `listInventoryPlan`. */
  listAllInventoryPlan(channelId: string, query?: ListInventoryPlanQuery, options?: RequestOptions): AsyncIterableIterator<InventoryPlanRow>

  /**
   * Publish stock quantities to the shop
   *
   * Starts a sync run in the background for variants that the shop has. The quantity is the stock on hand and not reserved at all custodians, less the safety stock. `backorder_policy` of the connectorConfig (`deny` or `allow`) takes precedence over the setting. A variant without a stock item is recorded as `skipped`; if a quantity of it was published before, 0 is published once. After the first publish, stock that changes is published by itself unless the setting `warehousing.followStock` is off.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/inventory/publish`
   */
  publishInventory(channelId: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * List variants of the shop that the channel does not know yet
   *
   * Import the catalog to add them. A page can be empty even if there are more pages.
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/remote`
   */
  browseRemoteCatalog(channelId: string, query?: BrowseRemoteCatalogQuery, options?: RequestOptions): Promise<RemoteCatalogPage>

  /**
   * Import the catalog of the shop
   *
   * Starts a sync run of type `products` in the background. Variants whose SKU exists are linked, all others are created and added to the `pull` assortment if the channel has one. If an import is running, another one starts after it.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/catalog/import`
   */
  importCatalog(channelId: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Detect content that changed both here and in the shop since the last sync
   *
   * Adds new conflicts to the list of conflicts and resolves those that no longer exist. Large catalogs are checked in the background, unless the channel is paused meanwhile. Shops whose catalog cannot be read are skipped.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/catalog/detect-conflicts`
   */
  detectConflicts(channelId: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Resolve the conflicts of a variant
   *
   * `accept_mine` publishes the variant at once, even if no conflict was detected, and resolves its conflicts when the shop confirms it. `accept_theirs` is not supported yet: it is refused if there are conflicts and changes nothing if there are none.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/catalog/variants/{variantId}/resolve-conflict`
   */
  resolveConflict(channelId: string, variantId: string, input: ResolveConflictInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Get a channel's overrides of a variant
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides`
   */
  getListingOverrides(channelId: string, variantId: string, options?: RequestOptions): Promise<ListingOverrides>

  /**
   * Replace a channel's overrides of a variant
   *
   * The channel shows overrides instead of the values of the catalog; absent members are taken from the catalog, also those of a text in a locale, which `de-DE` and `de_DE` name alike. Prices are in minor units, one for each currency.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `PUT /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides`
   */
  setListingOverrides(channelId: string, variantId: string, input: SetListingOverridesInput, options?: ChangeOptions): Promise<ListingOverrides>

  /**
   * List the analytics of all channels by `sortBy`, highest first
   *
   * Requires the scope `sales:analytics:read` in the selected tenant.
   *
   * `GET /api/sales/channels/analytics`
   */
  listAnalytics(query?: ListChannelAnalyticsQuery, options?: RequestOptions): Promise<Page<ChannelAnalytics>>
  /** Iterates over the members of all pages of `listAnalytics`. */
  listAllAnalytics(query?: ListChannelAnalyticsQuery, options?: RequestOptions): AsyncIterableIterator<ChannelAnalytics>

  /**
   * Get the analytics of a channel
   *
   * Requires the scope `sales:analytics:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/analytics`
   */
  getAnalytics(channelId: string, query?: GetChannelAnalyticsQuery, options?: RequestOptions): Promise<ChannelAnalytics>

  /**
   * Import up to 500 orders at once
   *
   * Each order is imported on its own: invalid ones are listed in `errors`, the others are imported. Only a body that is not JSON, or that has a mistake outside the orders, is refused as a whole. Sending the same orders again imports nothing twice. An order that exists is changed by a version with a later `modifiedAt`, with all that follows when a shop changes an order; a version without one is older than any other. A row with the `status` `cancelled` cancels its order, which is final, or imports it as cancelled; every other word is only shown, and acceptance rules can refer to it. Of several versions in one request, the latest counts. Additional members of an order are stored, and acceptance rules can refer to them.
   *
   * Requires the scope `sales:order:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/import-orders`
   */
  bulkImportOrders(channelId: string, input: BulkImportOrdersInput, options?: RequestOptions): Promise<BulkImportResult>

  /**
   * Get the last received payload of an order
   *
   * Requires the scope `sales:order:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/external-orders/{externalOrderId}`
   */
  getExternalOrderPayload(channelId: string, externalOrderId: string, options?: RequestOptions): Promise<ExternalOrderPayload>

  /**
   * List a channel's sync runs, newest first
   *
   * Ended runs are kept for 90 days.
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/sync-runs`
   */
  listSyncRuns(channelId: string, query?: ListSyncRunsQuery, options?: RequestOptions): Promise<Page<SyncRun>>
  /** Iterates over the members of all pages of `listSyncRuns`. */
  listAllSyncRuns(channelId: string, query?: ListSyncRunsQuery, options?: RequestOptions): AsyncIterableIterator<SyncRun>

  /**
   * Get a sync run and its progress
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/sync-runs/{syncId}`
   */
  getSyncRun(channelId: string, syncId: string, options?: RequestOptions): Promise<SyncRun>

  /**
   * List the records of a sync run, newest first
   *
   * Each record shows the result for one item. Records are kept for 30 days; large runs keep only some of them, which `itemsTruncated` of the run shows.
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records`
   */
  listSyncRecords(channelId: string, syncId: string, query?: ListSyncRecordsQuery, options?: RequestOptions): Promise<Page<SyncRecord>>
  /** Iterates over the members of all pages of `listSyncRecords`. */
  listAllSyncRecords(channelId: string, syncId: string, query?: ListSyncRecordsQuery, options?: RequestOptions): AsyncIterableIterator<SyncRecord>

  /**
   * Get a record of a sync run
   *
   * Requires the scope `sales:sync:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records/{id}`
   */
  getSyncRecord(channelId: string, syncId: string, id: string, options?: RequestOptions): Promise<SyncRecord>

  /**
   * Push the failed variants of a run again, or its parcel
   *
   * Starts a new run that pushes the variants that failed according to the records of the ended run, even if they have not changed since. A run of the type `fulfilments` publishes one parcel, which is tried again.
   *
   * Requires the scope `sales:sync:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/sync-runs/{syncId}/retry`
   */
  retrySyncRun(channelId: string, syncId: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * List sales channels, newest first
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels`
   */
  list(query?: ListChannelsQuery, options?: RequestOptions): Promise<Page<SalesChannel>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListChannelsQuery, options?: RequestOptions): AsyncIterableIterator<SalesChannel>

  /**
   * Connect a sales channel
   *
   * The credentials are tested once at the shop. The channel is created whatever the result, which `connectionStatus` shows; if the shop refuses the credentials, the channel is not synced until they are changed. A Shopify channel without an `access_token` has the `errorCode` `AUTHORIZATION_PENDING` until the owner of the shop authorizes it through `reconnect`.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels`
   */
  connect(input: ConnectChannelInput, options?: RepeatableOptions): Promise<SalesChannel>

  /**
   * Test credentials at a shop without storing them
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/test-connection`
   */
  testConnection(input: TestChannelConnectionInput, options?: RequestOptions): Promise<ConnectionTest>

  /**
   * Get a sales channel
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<SalesChannel>

  /**
   * Rename a channel, or replace its settings
   *
   * `syncSettings` are replaced as a whole: absent members get their defaults.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PATCH /api/sales/channels/{id}`
   */
  update(id: string, input: UpdateChannelInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Delete a channel without orders or syncs; its code becomes available again
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `DELETE /api/sales/channels/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Pause an active channel; its orders are no longer synced
   *
   * Webhooks that arrive during the pause are stored for 30 days and imported when the channel resumes.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{id}/pause`
   */
  pause(id: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Resume a paused channel
   *
   * If the channel imports automatically, it is synced at once. Webhooks that arrived during the pause are imported.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{id}/resume`
   */
  resume(id: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Disconnect a channel permanently; its credentials are deleted, its orders stay
   *
   * Webhooks that wait for the channel to resume are not imported, and its open conflicts are closed shortly afterwards. Disconnecting a disconnected channel changes nothing.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{id}/disconnect`
   */
  disconnect(id: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Set the merchant that sells through a channel
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PUT /api/sales/channels/{id}/merchant`
   */
  linkMerchant(id: string, input: LinkMerchantInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Set the owner of the goods that a channel sells
   *
   * The owner is one of your partners (`commerce:///partner/partners/{id}`) or merchants (`commerce:///sales/merchants/{id}`), or your tenant (`commerce:///iam/tenants/{id}`). Stock items say where the goods are stored.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PUT /api/sales/channels/{id}/sourcing-principal`
   */
  setSourcingPrincipal(id: string, input: SetSourcingPrincipalInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Set the currencies of a channel; an empty list allows all
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PATCH /api/sales/channels/{id}/currencies`
   */
  setCurrencies(id: string, input: SetChannelCurrenciesInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Set the locales of a channel; an empty list allows all
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PATCH /api/sales/channels/{id}/locales`
   */
  setLocales(id: string, input: SetChannelLocalesInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Set the assortment that a channel uses for `pull` or `push`
   *
   * Replaces the previous one. An assortment cannot be used for both.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PUT /api/sales/channels/{id}/catalog-links`
   */
  bindCatalogLink(id: string, input: BindCatalogLinkInput, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Remove the assortment that a channel uses for `pull` or `push`
   *
   * Changes nothing if there is none.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `DELETE /api/sales/channels/{id}/catalog-links/{direction}`
   */
  clearCatalogLink(id: string, direction: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Update credentials; blank and absent ones stay unchanged
   *
   * The credentials are tested at the shop and stored whatever the result, which `connectionStatus` shows. If syncing had stopped because of refused credentials, it resumes.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `PATCH /api/sales/channels/{id}/credentials`
   */
  updateCredentials(id: string, input: UpdateChannelCredentialsInput, options?: ChangeOptions): Promise<UpdateChannelCredentialsResult>

  /**
   * Update the currencies and locales of a channel from its shop
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{id}/refresh-capabilities`
   */
  refreshCapabilities(id: string, options?: ChangeOptions): Promise<SalesChannel>

  /**
   * Start the authorization of a channel by the owner of its shop
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/reconnect`
   */
  reconnect(channelId: string, options?: ChangeOptions): Promise<ChannelAuthorization>

  /**
   * Subscribe to a webhook topic of the shop
   *
   * Returns the existing subscription if there is one.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/webhooks`
   */
  subscribeWebhookTopic(channelId: string, input: SubscribeWebhookTopicInput, options?: ChangeOptions): Promise<ChannelWebhook>

  /**
   * List the webhook subscriptions of a channel, newest first
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/webhooks`
   */
  listWebhookSubscriptions(channelId: string, query?: ListWebhookSubscriptionsQuery, options?: RequestOptions): Promise<Page<ChannelWebhook>>
  /** Iterates over the members of all pages of `listWebhookSubscriptions`. */
  listAllWebhookSubscriptions(channelId: string, query?: ListWebhookSubscriptionsQuery, options?: RequestOptions): AsyncIterableIterator<ChannelWebhook>

  /**
   * Get the subscription to a webhook topic
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/webhooks/{topic}`
   */
  getWebhookSubscription(channelId: string, topic: string, options?: RequestOptions): Promise<ChannelWebhook>

  /**
   * Unsubscribe from a webhook topic of the shop
   *
   * Changes nothing if there is no subscription.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `DELETE /api/sales/channels/{channelId}/webhooks/{topic}`
   */
  removeWebhookSubscription(channelId: string, topic: string, options?: ChangeOptions): Promise<void>

  /**
   * Replace the secret that the shop signs webhooks with
   *
   * The shop gets the new secret within an hour. Webhooks signed with the previous one are accepted until then, and for at least a day.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/webhooks/rotate-secret`
   */
  rotateWebhookSecret(channelId: string, options?: ChangeOptions): Promise<void>

  /**
   * List the webhook deliveries of a channel, newest first
   *
   * Entries are kept for 90 days. A delivery that repeats an event has the id of the first one in `repeats`, and the same status. A delivery to a paused channel stays `received` until the channel resumes; so does one whose order has to be read from the shop, while the shop refuses the credentials and for about three days while it fails. `errorMessage` says what a delivery waits for. Of deliveries that the shop has not signed, the first twenty of an hour have entries of their own, and one more entry counts the rest.
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/webhook-deliveries`
   */
  listWebhookDeliveries(channelId: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): Promise<Page<ChannelWebhookDelivery>>
  /** Iterates over the members of all pages of `listWebhookDeliveries`. */
  listAllWebhookDeliveries(channelId: string, query?: ListWebhookDeliveriesQuery, options?: RequestOptions): AsyncIterableIterator<ChannelWebhookDelivery>

  /**
   * Get a webhook delivery
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/channels/{channelId}/webhook-deliveries/{id}`
   */
  getWebhookDelivery(channelId: string, id: string, options?: RequestOptions): Promise<ChannelWebhookDelivery>

  /**
   * Process a webhook delivery again
   *
   * The body of a delivery is stored for 30 days. A delivery that repeats another one has no body of its own: replay the one in `repeats`.
   *
   * Requires the scope `sales:channel:write` in the selected tenant.
   *
   * `POST /api/sales/channels/{channelId}/webhook-deliveries/{id}/replay`
   */
  replayWebhookDelivery(channelId: string, id: string, options?: ChangeOptions): Promise<ChannelWebhookDelivery>
}

export interface SalesAcceptanceRuleSetsMethods {
  /**
   * List acceptance rule sets, newest first
   *
   * Requires the scope `sales:acceptance_rule:read` in the selected tenant.
   *
   * `GET /api/sales/acceptance-rule-sets`
   */
  list(query?: ListAcceptanceRuleSetsQuery, options?: RequestOptions): Promise<Page<AcceptanceRuleSet>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListAcceptanceRuleSetsQuery, options?: RequestOptions): AsyncIterableIterator<AcceptanceRuleSet>

  /**
   * Create an acceptance rule set, which decides on a channel's incoming orders
   *
   * Active rule sets are evaluated by priority, then oldest first. The first one whose conditions are met decides; if there is none, the order is accepted. A rule refers to a field of the order or of the platform's own record, with dots for nested fields. On a list, a rule is met if any member meets it.
   *
   * Requires the scope `sales:acceptance_rule:write` in the selected tenant.
   *
   * `POST /api/sales/acceptance-rule-sets`
   */
  create(input: CreateAcceptanceRuleSetInput, options?: RequestOptions): Promise<AcceptanceRuleSet>

  /**
   * Try rule sets on a channel's latest orders
   *
   * Shows which rule set would decide on each order and why. You can propose a rule set in addition to the active ones. Nothing is changed.
   *
   * Requires the scope `sales:acceptance_rule:read` in the selected tenant.
   *
   * `POST /api/sales/acceptance-rule-sets/dry-run`
   */
  dryRun(input: DryRunAcceptanceRulesInput, options?: RequestOptions): Promise<AcceptanceDryRun>

  /**
   * Get an acceptance rule set
   *
   * Requires the scope `sales:acceptance_rule:read` in the selected tenant.
   *
   * `GET /api/sales/acceptance-rule-sets/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<AcceptanceRuleSet>

  /**
   * Update an acceptance rule set, or switch it off; past decisions stay unchanged
   *
   * Requires the scope `sales:acceptance_rule:write` in the selected tenant.
   *
   * `PATCH /api/sales/acceptance-rule-sets/{id}`
   */
  update(id: string, input: UpdateAcceptanceRuleSetInput, options?: ChangeOptions): Promise<AcceptanceRuleSet>
}

export interface SalesOrdersMethods {
  /**
   * List orders, newest first
   *
   * Requires the scope `sales:order:read` in the selected tenant.
   *
   * `GET /api/sales/orders`
   */
  list(query?: ListOrdersQuery, options?: RequestOptions): Promise<Page<Order>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListOrdersQuery, options?: RequestOptions): AsyncIterableIterator<Order>

  /**
   * Export orders as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `sales:order:read` in the selected tenant.
   *
   * `GET /api/sales/orders/export`
   */
  export(query?: ExportOrdersQuery, options?: RequestOptions): Promise<string>

  /**
   * Get an order
   *
   * Requires the scope `sales:order:read` in the selected tenant.
   *
   * `GET /api/sales/orders/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Order>

  /**
   * Get what the shop shows of the parcels of an order
   *
   * Asks the shop. `parcels` has the shipments of the order that were handed over, and whether the shop knows of them.
   *
   * Requires the scope `sales:order:read` in the selected tenant.
   *
   * `GET /api/sales/orders/{id}/fulfilments`
   */
  getFulfilments(id: string, options?: RequestOptions): Promise<OrderFulfilments>

  /**
   * Accept an order that is held for review
   *
   * Requires the scope `sales:order:write` in the selected tenant.
   *
   * `POST /api/sales/orders/{id}/accept`
   */
  accept(id: string, options?: ChangeOptions): Promise<Order>

  /**
   * Reject an order that is held for review
   *
   * Requires the scope `sales:order:write` in the selected tenant.
   *
   * `POST /api/sales/orders/{id}/reject`
   */
  reject(id: string, input: RejectOrderInput, options?: ChangeOptions): Promise<Order>

  /**
   * Cancel a held or accepted order
   *
   * What follows is what follows when the shop cancels it: its fulfilment orders are cancelled, or their custodians are asked to cancel them; stock that was reserved is released; the order is no longer waiting for an invoice, and its seller is no longer owed its total. Pieces that were handed over stay handed over, and an invoice that has the order stays as it is. The shop is not told: cancel the order there as well. No later news of the shop revives it.
   *
   * Requires the scope `sales:order:write` in the selected tenant.
   *
   * `POST /api/sales/orders/{id}/cancel`
   */
  cancel(id: string, input: CancelOrderInput, options?: ChangeOptions): Promise<Order>
}

export interface SalesConnectionsMethods {
  /**
   * List the channels of a connected shop
   *
   * Requires the scope `sales:channel:read` in the selected tenant.
   *
   * `GET /api/sales/connections/{connectionId}/store-channels`
   */
  discoverStoreChannels(connectionId: string, query?: DiscoverStoreChannelsQuery, options?: RequestOptions): Promise<ChannelDiscovery>
}

export interface SalesMerchantsMethods {
  /**
   * List merchants, newest first
   *
   * Requires the scope `sales:merchant:read` in the selected tenant.
   *
   * `GET /api/sales/merchants`
   */
  list(query?: ListMerchantsQuery, options?: RequestOptions): Promise<Page<Merchant>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListMerchantsQuery, options?: RequestOptions): AsyncIterableIterator<Merchant>

  /**
   * Create a merchant, which is a seller of record
   *
   * Requires the scope `sales:merchant:write` in the selected tenant.
   *
   * `POST /api/sales/merchants`
   */
  create(input: CreateMerchantInput, options?: RepeatableOptions): Promise<Merchant>

  /**
   * Get a merchant
   *
   * Requires the scope `sales:merchant:read` in the selected tenant.
   *
   * `GET /api/sales/merchants/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Merchant>

  /**
   * Update a merchant; absent members stay unchanged
   *
   * Requires the scope `sales:merchant:write` in the selected tenant.
   *
   * `PATCH /api/sales/merchants/{id}`
   */
  update(id: string, input: UpdateMerchantInput, options?: ChangeOptions): Promise<Merchant>
}

export interface FulfilmentIncidentsMethods {
  /**
   * Get a routing incident
   *
   * Requires the scope `fulfilment:incident:read` in the selected tenant.
   *
   * `GET /api/fulfilment/incidents/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<RoutingIncident>

  /**
   * List what keeps orders from being fulfilled, newest first
   *
   * Requires the scope `fulfilment:incident:read` in the selected tenant.
   *
   * `GET /api/fulfilment/incidents`
   */
  list(query?: ListRoutingIncidentsQuery, options?: RequestOptions): Promise<Page<RoutingIncident>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListRoutingIncidentsQuery, options?: RequestOptions): AsyncIterableIterator<RoutingIncident>

  /**
   * Resolve a routing incident that people took care of
   *
   * Requires the scope `fulfilment:incident:write` in the selected tenant.
   *
   * `POST /api/fulfilment/incidents/{id}/resolve`
   */
  resolve(id: string, input: ResolveRoutingIncidentInput, options?: ChangeOptions): Promise<RoutingIncident>

  /**
   * Try again what an incident keeps from being fulfilled
   *
   * It is tried in the background, as it is by itself when stock, a policy or a custodian changes. The incident is resolved if that succeeds.
   *
   * Requires the scope `fulfilment:incident:write` in the selected tenant.
   *
   * `POST /api/fulfilment/incidents/{id}/retry`
   */
  retry(id: string, options?: ChangeOptions): Promise<RoutingIncident>
}

export interface FulfilmentOrdersMethods {
  /**
   * Cancel a fulfilment order, or ask its custodian to
   *
   * An order that its custodian does not have yet is cancelled at once, and its stock is released. Otherwise `request` becomes `cancel_requested`, and then `cancel_accepted` or `cancel_refused`. The pieces count as cancelled for the sales order unless `reroute` is true, which plans them again; see there for where they may go.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/cancel`
   */
  cancel(id: string, input: CancelFulfilmentOrderInput, options?: ChangeOptions): Promise<FulfilmentOrder>

  /**
   * Close a fulfilment order although pieces are missing
   *
   * The open pieces, or those that `lines` names, are given back to the sales order, which is planned again without this custodian.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/close-short`
   */
  closeShort(id: string, input: CloseFulfilmentOrderShortInput, options?: ChangeOptions): Promise<FulfilmentOrder>

  /**
   * Create a fulfilment order and reserve its stock
   *
   * It asks one custodian for lines of an accepted sales order, or stands alone with variants and an address. If the custodian has a system, the order is sent to it as soon as all stock is reserved.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders`
   */
  create(input: CreateFulfilmentOrderInput, options?: RepeatableOptions): Promise<FulfilmentOrder>

  /**
   * List fulfilment orders, newest first
   *
   * Requires the scope `fulfilment:order:read` in the selected tenant.
   *
   * `GET /api/fulfilment/orders`
   */
  list(query?: ListFulfilmentOrdersQuery, options?: RequestOptions): Promise<Page<FulfilmentOrder>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListFulfilmentOrdersQuery, options?: RequestOptions): AsyncIterableIterator<FulfilmentOrder>

  /**
   * Get a hand-off of a fulfilment order
   *
   * Requires the scope `fulfilment:order:read` in the selected tenant.
   *
   * `GET /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}`
   */
  getFulfilment(id: string, fulfilmentId: string, options?: RequestOptions): Promise<Fulfilment>

  /**
   * List the hand-offs of a fulfilment order, newest first
   *
   * Requires the scope `fulfilment:order:read` in the selected tenant.
   *
   * `GET /api/fulfilment/orders/{id}/fulfilments`
   */
  listFulfilments(id: string, query?: ListFulfilmentsOfOrderQuery, options?: RequestOptions): Promise<Page<Fulfilment>>
  /** Iterates over the members of all pages of `listFulfilments`. */
  listAllFulfilments(id: string, query?: ListFulfilmentsOfOrderQuery, options?: RequestOptions): AsyncIterableIterator<Fulfilment>

  /**
   * Reverse a hand-off that was recorded by mistake
   *
   * Returns the hand-off that reverses it. The pieces go back to the shelf and are reserved again, unless the sales order was cancelled meanwhile. Its parcel is cancelled: no news revives it, the page of the buyer and the shop do not show it any more, delivery notes are void and a bought label is voided. Where the shop cannot take a parcel back, `GET /api/sales/orders/{id}/fulfilments` says so.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}/reverse`
   */
  reverseFulfilment(id: string, fulfilmentId: string, input: ReverseFulfilmentInput, options?: ChangeOptions): Promise<Fulfilment>

  /**
   * Get a fulfilment order
   *
   * Requires the scope `fulfilment:order:read` in the selected tenant.
   *
   * `GET /api/fulfilment/orders/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<FulfilmentOrder>

  /**
   * Record that pieces left in parcels
   *
   * For orders that people work. The pieces leave the stock; once none is open, the order is closed.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/hand-over`
   */
  handOver(id: string, input: HandOverFulfilmentOrderInput, options?: RepeatableChangeOptions): Promise<FulfilmentOrder>

  /**
   * Put a hold on a fulfilment order that was not sent
   *
   * An order can have several holds; it goes on once all are released.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/hold`
   */
  hold(id: string, input: HoldFulfilmentOrderInput, options?: ChangeOptions): Promise<FulfilmentOrder>

  /**
   * Give the open pieces of a fulfilment order to another custodian
   *
   * Only an order that was not sent, or was refused, can be reassigned. It is cancelled, its stock is released, and a new order reserves stock at the other custodian. Returns the new order.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/reassign`
   */
  reassign(id: string, input: ReassignFulfilmentOrderInput, options?: RepeatableChangeOptions): Promise<FulfilmentOrder>

  /**
   * Release a hold of a fulfilment order
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/release`
   */
  release(id: string, input: ReleaseFulfilmentOrderInput, options?: ChangeOptions): Promise<FulfilmentOrder>

  /**
   * Move pieces of a fulfilment order to a new one
   *
   * The new order has the same custodian, and takes the reservations of its pieces along. Returns the new order.
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/split`
   */
  split(id: string, input: SplitFulfilmentOrderInput, options?: RepeatableChangeOptions): Promise<FulfilmentOrder>

  /**
   * Begin to work on a fulfilment order
   *
   * Requires the scope `fulfilment:order:write` in the selected tenant.
   *
   * `POST /api/fulfilment/orders/{id}/start`
   */
  start(id: string, options?: ChangeOptions): Promise<FulfilmentOrder>
}

export interface FulfilmentPoliciesMethods {
  /**
   * Create a fulfilment policy, which chooses the custodians of orders
   *
   * Rules are tried in their order, and the first whose conditions are met decides alone. It names custodians in the order of preference, or any with stock. Only active custodians with `tenant_picks_warehouse` or `provider_picks_warehouse`, and those of the type `internal`, can be chosen. Orders of channels with a policy, or of all channels if there is a default one, are routed as soon as they are accepted.
   *
   * Requires the scope `fulfilment:policy:write` in the selected tenant.
   *
   * `POST /api/fulfilment/policies`
   */
  create(input: CreateFulfilmentPolicyInput, options?: RequestOptions): Promise<FulfilmentPolicy>

  /**
   * List fulfilment policies, newest first
   *
   * Requires the scope `fulfilment:policy:read` in the selected tenant.
   *
   * `GET /api/fulfilment/policies`
   */
  list(query?: ListFulfilmentPoliciesQuery, options?: RequestOptions): Promise<Page<FulfilmentPolicy>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListFulfilmentPoliciesQuery, options?: RequestOptions): AsyncIterableIterator<FulfilmentPolicy>

  /**
   * Delete a fulfilment policy
   *
   * Channels that name it use the default policy from then on. Without one, people decide who fulfils their orders.
   *
   * Requires the scope `fulfilment:policy:write` in the selected tenant.
   *
   * `DELETE /api/fulfilment/policies/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Get a fulfilment policy
   *
   * Requires the scope `fulfilment:policy:read` in the selected tenant.
   *
   * `GET /api/fulfilment/policies/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<FulfilmentPolicy>

  /**
   * Update a fulfilment policy; orders that are planned already stay as they are
   *
   * Requires the scope `fulfilment:policy:write` in the selected tenant.
   *
   * `PATCH /api/fulfilment/policies/{id}`
   */
  update(id: string, input: UpdateFulfilmentPolicyInput, options?: ChangeOptions): Promise<FulfilmentPolicy>

  /**
   * Try a fulfilment policy on a sales order
   *
   * Shows which rule decides, who would fulfil what with the stock of this moment, and why not the other custodians. The whole order is planned, whatever is fulfilled of it already. Nothing is changed.
   *
   * Requires the scope `fulfilment:policy:read` in the selected tenant.
   *
   * `POST /api/fulfilment/policies/dry-run`
   */
  dryRun(input: DryRunFulfilmentPolicyInput, options?: RequestOptions): Promise<FulfilmentPolicyDryRun>
}

export interface FulfilmentReturnsMethods {
  /**
   * List returns, newest first
   *
   * Filter by sales order or by custodian, not by both.
   *
   * Requires the scope `fulfilment:return:read` in the selected tenant.
   *
   * `GET /api/fulfilment/returns`
   */
  list(query?: ListReturnsQuery, options?: RequestOptions): Promise<Page<Return>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListReturnsQuery, options?: RequestOptions): AsyncIterableIterator<Return>

  /**
   * Request a return of pieces that were handed over
   *
   * Give a sales order or one of its fulfilment orders. Pieces that another open return expects, or that came back already, cannot be requested again.
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns`
   */
  request(input: RequestReturnInput, options?: RepeatableOptions): Promise<Return>

  /**
   * Get a return
   *
   * Requires the scope `fulfilment:return:read` in the selected tenant.
   *
   * `GET /api/fulfilment/returns/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Return>

  /**
   * Authorize a return and say where the goods are sent to
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/authorize`
   */
  authorize(id: string, input?: AuthorizeReturnInput, options?: ChangeOptions): Promise<Return>

  /**
   * Reject a return of which nothing came back
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/reject`
   */
  reject(id: string, input: RejectReturnInput, options?: ChangeOptions): Promise<Return>

  /**
   * Receive pieces of a return
   *
   * Repeat it for each part that arrives. Pieces with the disposition `restock` are added to the stock of the custodian of the return. No more pieces come back than were handed over, whichever returns they belong to.
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/receive`
   */
  receive(id: string, input: ReceiveReturnInput, options?: RepeatableChangeOptions): Promise<Return>

  /**
   * Resolve a return: record what the customer gets for it
   *
   * No money is moved: make the refund with your payment provider. It is noted at the order in the shop, for its staff, and a sync run of type `refund_notes` says so. With `invoiceId` a draft credit note is created for the pieces that came back, for which you also need the scope `billing:credit_note:write`. If nothing came back yet, the whole return is resolved and its goods are not expected any more.
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/resolve`
   */
  resolve(id: string, input: ResolveReturnInput, options?: ChangeOptions): Promise<Return>

  /**
   * Cancel a return of which nothing came back, because the customer keeps the goods
   *
   * Requires the scope `fulfilment:return:write` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/cancel`
   */
  cancel(id: string, options?: ChangeOptions): Promise<Return>

  /**
   * Render the slip that the customer puts into the parcel, as PDF and HTML
   *
   * Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `fulfilment:return:read` in the selected tenant.
   *
   * `POST /api/fulfilment/returns/{id}/slip`
   */
  renderSlip(id: string, input?: RenderReturnSlipInput, options?: ChangeOptions): Promise<Document>
}

export interface FulfilmentPickListsMethods {
  /**
   * Render what people pick for orders of one custodian, as PDF and HTML
   *
   * The open pieces by SKU, lot and serial number, each with its order. Only for orders that people work. The same pieces give the same document. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `fulfilment:order:read` in the selected tenant.
   *
   * `POST /api/fulfilment/pick-lists`
   */
  render(input: RenderPickListInput, options?: RequestOptions): Promise<Document>
}

export interface FulfilmentAnalyticsMethods {
  /**
   * Get the analytics of fulfilment by custodian and day
   *
   * Days are in the time zone of the tenant; default: the last 30 days. At most 92 days.
   *
   * Requires the scope `fulfilment:analytics:read` in the selected tenant.
   *
   * `GET /api/fulfilment/analytics`
   */
  get(query?: GetFulfilmentAnalyticsQuery, options?: RequestOptions): Promise<FulfilmentAnalytics>
}

export interface BillingAutoSettlementRulesMethods {
  /**
   * List auto-settlement rules, newest first
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/auto-settlement-rules`
   */
  list(query?: ListAutoSettlementRulesQuery, options?: RequestOptions): Promise<Page<AutoSettlementRule>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListAutoSettlementRulesQuery, options?: RequestOptions): AsyncIterableIterator<AutoSettlementRule>

  /**
   * Create a rule that settles a partner's charges
   *
   * `period`: each period is settled when it ends in your time zone, starting with the current one, unless it has no charges. `on_demand`: unsettled charges are settled on request, with `POST /api/billing/auto-settlement-rules/{id}/settle`. `ad_hoc`: once a day a settlement of the unsettled charges is proposed, unless an earlier proposal is still to be approved or rejected. `per_job`: when a fulfilment order is over, what tariffs charged for its parcels is settled, each order apart. Every settlement must be approved by a person.
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `POST /api/billing/auto-settlement-rules`
   */
  create(input: CreateAutoSettlementRuleInput, options?: RequestOptions): Promise<AutoSettlementRule>

  /**
   * Get an auto-settlement rule
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/auto-settlement-rules/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<AutoSettlementRule>

  /**
   * Delete an auto-settlement rule; its settlements stay
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `DELETE /api/billing/auto-settlement-rules/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Settle the charges of an on_demand rule now
   *
   * Creates a settlement of the unsettled charges up to today, which a person approves or rejects. Returns 409 if there are no unsettled charges, or while the last settlement of the rule, which the problem names, is still to be approved or rejected. A repeated request therefore settles nothing twice.
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `POST /api/billing/auto-settlement-rules/{id}/settle`
   */
  settle(id: string, options?: ChangeOptions & DryRunOptions): Promise<Settlement>
}

export interface BillingSettlementScopesMethods {
  /**
   * List settlement scopes
   *
   * A scope says what a charge is about. The scopes of the platform come first, followed by those that your charges and rules have added.
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/settlement-scopes`
   */
  list(query?: ListSettlementScopesQuery, options?: RequestOptions): Promise<Page<SettlementScope>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListSettlementScopesQuery, options?: RequestOptions): AsyncIterableIterator<SettlementScope>

  /**
   * Get a settlement scope
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/settlement-scopes/{scope}`
   */
  get(scope: string, options?: RequestOptions): Promise<SettlementScope>
}

export interface BillingPartnersMethods {
  /**
   * Get the statements of a partner, one for each currency
   *
   * Bills and settlements raise the amount owed to the partner; credit notes and outgoing payments lower it. There is one statement for each currency with records. `page` and `itemsPerPage` apply to the lines, oldest first, and `view` covers the currency with the most lines. Balances and aging always cover the whole range: the closing balance is the opening balance plus all lines. A record added later with an earlier time is part of the statement of that time.
   *
   * Requires the scope `billing:statement:read` in the selected tenant.
   *
   * `GET /api/billing/partners/{partnerId}/statement`
   */
  getStatement(partnerId: string, query?: GetPartnerStatementQuery, options?: RequestOptions): Promise<Page<PartnerStatement>>
  /** Iterates over the members of all pages of `getStatement`. */
  getAllStatement(partnerId: string, query?: GetPartnerStatementQuery, options?: RequestOptions): AsyncIterableIterator<PartnerStatement>

  /**
   * Render a partner's statement of one currency as PDF and HTML
   *
   * The same range returns the same document unless records were added to it since; then a new document supersedes it. A document has at most 1000 lines. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `billing:statement:read` in the selected tenant.
   *
   * `POST /api/billing/partners/{partnerId}/statement/render`
   */
  renderStatement(partnerId: string, input?: RenderPartnerStatementInput, options?: ChangeOptions): Promise<Document>

  /**
   * Export the lines of the statements of a partner as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:statement:read` in the selected tenant.
   *
   * `GET /api/billing/partners/{partnerId}/statement/export`
   */
  exportStatement(partnerId: string, query?: ExportPartnerStatementQuery, options?: RequestOptions): Promise<string>

  /**
   * Get what a partner owes, and the credit that it has
   *
   * All invoices with something open and all payments with something unallocated, with their sums by currency and by age. At most 1000 of each state; a partner with more is answered with 409.
   *
   * Requires the scope `billing:payment:read` in the selected tenant.
   *
   * `GET /api/billing/partners/{partnerId}/open-items`
   */
  getOpenItems(partnerId: string, options?: RequestOptions): Promise<OpenItems>

  /**
   * Render a partner's open items of one currency as PDF and HTML
   *
   * The open invoices of today with their sums, the credit of the partner and your bank account, as reminders attach them. The same day returns the same document until something changes; then a new document supersedes it. A document lists the 300 invoices that are due first and adds the others up; a partner with more than 1000 invoices of a state is answered with 409. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `billing:payment:read` in the selected tenant.
   *
   * `POST /api/billing/partners/{partnerId}/open-items/render`
   */
  renderOpenItems(partnerId: string, input?: RenderPartnerOpenItemsInput, options?: ChangeOptions): Promise<Document>
}

export interface BillingSettlementsMethods {
  /**
   * List settlements, newest first
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/settlements`
   */
  list(query?: ListSettlementsQuery, options?: RequestOptions): Promise<Page<Settlement>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListSettlementsQuery, options?: RequestOptions): AsyncIterableIterator<Settlement>

  /**
   * Create a settlement of a partner's charges
   *
   * Settles the unsettled charges in the given currency and scopes that occurred in the period or, without a period, up to today. Both days of a period are included; weekly and bi_weekly periods start on a Monday. If there are many charges, lines are added for a moment after the response, and the settlement cannot be approved, rejected or paid until all are there.
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `POST /api/billing/settlements`
   */
  create(input: CreateSettlementInput, options?: RepeatableOptions & DryRunOptions): Promise<Settlement>

  /**
   * Get a settlement with its lines
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/settlements/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Settlement>

  /**
   * Approve a settlement
   *
   * The total is owed to the partner from then on. A total below 0 is carried forward to the next settlement. Send `If-Match` to make sure that you approve the total you have seen.
   *
   * Requires the scope `billing:settlement:approve` in the selected tenant.
   *
   * `POST /api/billing/settlements/{id}/approve`
   */
  approve(id: string, input?: ApproveSettlementInput, options?: ChangeOptions): Promise<Settlement>

  /**
   * Add a line to a settlement that is not approved yet
   *
   * A locked settlement changes to under_review.
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `POST /api/billing/settlements/{id}/line-items`
   */
  addLineItem(id: string, input: AddSettlementLineItemInput, options?: ChangeOptions): Promise<Settlement>

  /**
   * Export all lines of a settlement as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:settlement:read` in the selected tenant.
   *
   * `GET /api/billing/settlements/{id}/line-items/export`
   */
  exportLines(id: string, query?: ExportSettlementLinesQuery, options?: RequestOptions): Promise<string>

  /**
   * Mark an approved settlement as paid
   *
   * Requires the scope `billing:settlement:approve` in the selected tenant.
   *
   * `POST /api/billing/settlements/{id}/mark-paid`
   */
  markPaid(id: string, input: MarkSettlementPaidInput, options?: ChangeOptions): Promise<Settlement>

  /**
   * Reject a settlement, even after its approval
   *
   * Its charges become available to other settlements.
   *
   * Requires the scope `billing:settlement:approve` in the selected tenant.
   *
   * `POST /api/billing/settlements/{id}/reject`
   */
  reject(id: string, input: RejectSettlementInput, options?: ChangeOptions): Promise<Settlement>

  /**
   * Render a settlement statement for the partner as PDF and HTML
   *
   * The `Link` header of the response points to the download in the requested format. An unchanged settlement gets the same document again. An open settlement is locked.
   *
   * Requires the scope `billing:settlement:write` in the selected tenant.
   *
   * `POST /api/billing/settlements/{id}/statement`
   */
  generateStatement(id: string, input?: GenerateSettlementStatementInput, options?: ChangeOptions): Promise<Settlement>
}

export interface BillingBillsMethods {
  /**
   * List bills received from partners, newest first
   *
   * Requires the scope `billing:bill:read` in the selected tenant.
   *
   * `GET /api/billing/bills`
   */
  list(query?: ListBillsQuery, options?: RequestOptions): Promise<Page<Bill>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListBillsQuery, options?: RequestOptions): AsyncIterableIterator<Bill>

  /**
   * Record a bill received from a partner
   *
   * Each partner can use a bill number once, ignoring case and surrounding spaces.
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills`
   */
  record(input: RecordBillInput, options?: RepeatableOptions): Promise<Bill>

  /**
   * Export bills as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:bill:read` in the selected tenant.
   *
   * `GET /api/billing/bills/export`
   */
  export(query?: ExportBillsQuery, options?: RequestOptions): Promise<string>

  /**
   * Get a bill
   *
   * Requires the scope `billing:bill:read` in the selected tenant.
   *
   * `GET /api/billing/bills/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Bill>

  /**
   * Update a bill that is received or under review; absent members stay unchanged
   *
   * A change of the total or of the due date corrects what is owed to the partner from now on.
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `PATCH /api/billing/bills/{id}`
   */
  update(id: string, input: UpdateBillInput, options?: ChangeOptions): Promise<Bill>

  /**
   * Put a received bill under review
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/review`
   */
  review(id: string, options?: ChangeOptions): Promise<Bill>

  /**
   * Approve a bill for payment
   *
   * With the setting `billing.fourEyes`, whoever recorded or changed the bill cannot approve it. Send `If-Match` to make sure that you approve the amount you have seen.
   *
   * Requires the scope `billing:bill:approve` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/approve`
   */
  approve(id: string, input?: ApproveBillInput, options?: ChangeOptions): Promise<Bill>

  /**
   * Schedule the payment of an approved bill, or change its day
   *
   * A payment run collects scheduled bills. A bill that is in a run keeps its day.
   *
   * Requires the scope `billing:bill:approve` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/schedule`
   */
  schedule(id: string, input?: ScheduleBillInput, options?: ChangeOptions): Promise<Bill>

  /**
   * Mark a bill as paid that was paid outside of a payment run
   *
   * Requires the scope `billing:bill:approve` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/mark-paid`
   */
  markPaid(id: string, input: MarkBillPaidInput, options?: ChangeOptions): Promise<Bill>

  /**
   * Dispute a bill with its partner; nobody can pay it until that is resolved
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/dispute`
   */
  dispute(id: string, input: DisputeBillInput, options?: ChangeOptions): Promise<Bill>

  /**
   * Resolve the dispute about a bill
   *
   * The bill is under review again, so that it can be corrected, and has to be approved again.
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/resolve`
   */
  resolve(id: string, options?: ChangeOptions): Promise<Bill>

  /**
   * Cancel a bill that is not paid
   *
   * Its amount is not owed any more, and its number can be recorded again.
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/cancel`
   */
  cancel(id: string, input: CancelBillInput, options?: ChangeOptions): Promise<Bill>

  /**
   * List the attachments of a bill, oldest first
   *
   * Requires the scope `billing:bill:read` in the selected tenant.
   *
   * `GET /api/billing/bills/{id}/attachments`
   */
  listAttachments(id: string, query?: ListBillAttachmentsQuery, options?: RequestOptions): Promise<Page<Attachment>>
  /** Iterates over the members of all pages of `listAttachments`. */
  listAllAttachments(id: string, query?: ListBillAttachmentsQuery, options?: RequestOptions): AsyncIterableIterator<Attachment>

  /**
   * Attach a file to a bill
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `POST /api/billing/bills/{id}/attachments`
   */
  addAttachment(id: string, input: AddBillAttachmentInput, options?: RequestOptions): Promise<Attachment>

  /**
   * Remove a file from a bill; the file itself remains
   *
   * Requires the scope `billing:bill:write` in the selected tenant.
   *
   * `DELETE /api/billing/bills/{id}/attachments/{fileId}`
   */
  removeAttachment(id: string, fileId: string, options?: RequestOptions): Promise<void>
}

export interface BillingPaymentRunsMethods {
  /**
   * List payment runs, newest first
   *
   * Requires the scope `billing:payment_run:read` in the selected tenant.
   *
   * `GET /api/billing/payment-runs`
   */
  list(query?: ListPaymentRunsQuery, options?: RequestOptions): Promise<Page<PaymentRun>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListPaymentRunsQuery, options?: RequestOptions): AsyncIterableIterator<PaymentRun>

  /**
   * Create a payment run of bills and settlements in euros
   *
   * Each bill and settlement is in at most one run at a time. Every partner needs a bank account and an address with a city and a country. Items of a large run are added for a moment after the response; until then `isProcessing` is true, and the run cannot be submitted.
   *
   * Requires the scope `billing:payment_run:write` in the selected tenant.
   *
   * `POST /api/billing/payment-runs`
   */
  create(input: CreatePaymentRunInput, options?: RepeatableOptions): Promise<PaymentRun>

  /**
   * Get a payment run with its items
   *
   * Requires the scope `billing:payment_run:read` in the selected tenant.
   *
   * `GET /api/billing/payment-runs/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<PaymentRun>

  /**
   * Get the file of a submitted payment run for the bank (pain.001.001.09)
   *
   * The file is always the same: its message id is that of the run, and each end-to-end id is that of an item, so that a bank can recognize a file that it gets twice.
   *
   * Requires the scope `billing:payment_file:read` in the selected tenant.
   *
   * `GET /api/billing/payment-runs/{id}/file`
   */
  getFile(id: string, options?: RequestOptions): Promise<string>

  /**
   * Submit a payment run: it is fixed, and its file can be handed to the bank
   *
   * From then on its bills and settlements can only be confirmed or rejected. With the setting `billing.fourEyes`, whoever created the run, or recorded or approved what it pays, cannot submit it.
   *
   * Requires the scope `billing:payment_run:submit` in the selected tenant.
   *
   * `POST /api/billing/payment-runs/{id}/submit`
   */
  submit(id: string, options?: ChangeOptions): Promise<PaymentRun>

  /**
   * Confirm that the bank paid items of a submitted payment run
   *
   * Their bills and settlements are paid then. The run is completed once no item is pending. Many items are decided for a moment after the response.
   *
   * Requires the scope `billing:payment_run:submit` in the selected tenant.
   *
   * `POST /api/billing/payment-runs/{id}/confirm`
   */
  confirm(id: string, input?: ConfirmPaymentRunInput, options?: ChangeOptions): Promise<PaymentRun>

  /**
   * Reject items of a payment run that the bank did not pay
   *
   * Their bills are approved again, with the reason. Items of a draft are removed from it.
   *
   * Requires the scope `billing:payment_run:submit` in the selected tenant.
   *
   * `POST /api/billing/payment-runs/{id}/reject`
   */
  reject(id: string, input: RejectPaymentRunInput, options?: ChangeOptions): Promise<PaymentRun>

  /**
   * Cancel a payment run that is not submitted
   *
   * Its bills stay scheduled and its settlements approved, and can be in another run.
   *
   * Requires the scope `billing:payment_run:write` in the selected tenant.
   *
   * `POST /api/billing/payment-runs/{id}/cancel`
   */
  cancel(id: string, options?: ChangeOptions): Promise<PaymentRun>
}

export interface BillingChargesMethods {
  /**
   * List charges, newest first
   *
   * Requires the scope `billing:charge:read` in the selected tenant.
   *
   * `GET /api/billing/charges`
   */
  list(query?: ListChargesQuery, options?: RequestOptions): Promise<Page<Charge>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListChargesQuery, options?: RequestOptions): AsyncIterableIterator<Charge>

  /**
   * Create a charge for a future settlement
   *
   * A charge is an amount owed to a partner or, below 0, by a partner. A scope that is used for the first time becomes a scope of your own; you can have up to 100 of them.
   *
   * Requires the scope `billing:charge:write` in the selected tenant.
   *
   * `POST /api/billing/charges`
   */
  create(input: CreateChargeInput, options?: RepeatableOptions): Promise<Charge>

  /**
   * Export charges as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:charge:read` in the selected tenant.
   *
   * `GET /api/billing/charges/export`
   */
  export(query?: ExportChargesQuery, options?: RequestOptions): Promise<string>

  /**
   * Get a charge
   *
   * Requires the scope `billing:charge:read` in the selected tenant.
   *
   * `GET /api/billing/charges/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Charge>

  /**
   * Update an unsettled charge; absent members stay unchanged
   *
   * Requires the scope `billing:charge:write` in the selected tenant.
   *
   * `PATCH /api/billing/charges/{id}`
   */
  update(id: string, input: UpdateChargeInput, options?: ChangeOptions): Promise<Charge>
}

export interface BillingNumberAuditMethods {
  /**
   * Audit the numbers of a year for gaps, and explain chosen, skipped and cancelled ones
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/number-audit`
   */
  get(query?: AuditBillingNumbersQuery, options?: RequestOptions): Promise<NumberAudit>
}

export interface BillingExportsMethods {
  /**
   * Export a posting batch for DATEV
   *
   * Issued and cancelled invoices, issued credit notes, bills, approved settlements and their payments, posted on their days in your time zone, in the format EXTF 700, category 21, version 13. A batch lies in one fiscal year: if the range does not, the answer has its first part, and the header `Link` the address of the next one. Documents in other currencies than EUR are left out; the header `X-Left-Out` or the export has their number. A long batch is written in the background, and the answer is 202 with the export. Accounts and keys are settings (`billing.datev…`). Each partner keeps the number of its account.
   *
   * Requires the scope `billing:datev:read` in the selected tenant.
   *
   * `GET /api/billing/exports/datev`
   */
  exportDatevPostings(query: ExportDatevPostingsQuery, options?: RequestOptions): Promise<string>
}

export interface BillingLedgerMethods {
  /**
   * Export the entries of the ledger as CSV or JSON Lines
   *
   * Every change of what a partner owes you (`receivable`) and of what you owe a partner (`payable`), with its day and the record that caused it. The amounts of a partner, account and currency add up to its balance. Entries never change; a reversal is another entry. Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:ledger:read` in the selected tenant.
   *
   * `GET /api/billing/ledger/export`
   */
  export(query?: ExportLedgerQuery, options?: RequestOptions): Promise<string>
}

export interface BillingCreditNotesMethods {
  /**
   * List credit notes, newest first
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `GET /api/billing/credit-notes`
   */
  list(query?: ListCreditNotesQuery, options?: RequestOptions): Promise<Page<CreditNote>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListCreditNotesQuery, options?: RequestOptions): AsyncIterableIterator<CreditNote>

  /**
   * Create a credit note for an invoice
   *
   * Credits the given lines or, without lines, the remaining amount of the invoice. A draft reserves its amount, so that all credit notes together never exceed the invoice.
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `POST /api/billing/credit-notes`
   */
  create(input: CreateCreditNoteInput, options?: RepeatableOptions & DryRunOptions): Promise<CreditNote>

  /**
   * Export credit notes as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `GET /api/billing/credit-notes/export`
   */
  export(query?: ExportCreditNotesQuery, options?: RequestOptions): Promise<string>

  /**
   * Get a credit note with its lines
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `GET /api/billing/credit-notes/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<CreditNote>

  /**
   * Update a draft credit note; absent members stay unchanged
   *
   * `lineItems` replaces all lines. The amount that the draft reserves changes with them.
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `PATCH /api/billing/credit-notes/{id}`
   */
  update(id: string, input: UpdateCreditNoteInput, options?: ChangeOptions & DryRunOptions): Promise<CreditNote>

  /**
   * Delete a draft credit note
   *
   * The amount that it reserved can be credited again. Attached files remain.
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `DELETE /api/billing/credit-notes/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Cancel a draft credit note
   *
   * The amount that it reserved can be credited again. Its documents become void.
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `POST /api/billing/credit-notes/{id}/cancel`
   */
  cancel(id: string, options?: ChangeOptions): Promise<CreditNote>

  /**
   * Apply an issued credit note to its invoice
   *
   * Lowers the open amount of the invoice, which becomes paid when nothing is open any more. If the invoice was already paid, the partner keeps the amount as credit.
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `POST /api/billing/credit-notes/{id}/apply`
   */
  apply(id: string, options?: ChangeOptions): Promise<CreditNote>

  /**
   * Issue a draft credit note
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `POST /api/billing/credit-notes/{id}/issue`
   */
  issue(id: string, input?: IssueCreditNoteInput, options?: ChangeOptions & DryRunOptions): Promise<CreditNote>

  /**
   * Render a credit note as PDF and HTML
   *
   * An issued credit note has one document; a changed draft gets a new one. Download it with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `POST /api/billing/credit-notes/{id}/render`
   */
  render(id: string, options?: ChangeOptions): Promise<Document>

  /**
   * Download an issued credit note as e-invoice
   *
   * Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. The first request makes the file, and later ones return the same bytes. If data is missing, the answer is 409 and names all of it, by settings and members of the partner.
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `GET /api/billing/credit-notes/{id}/e-invoice`
   */
  downloadEinvoice(id: string, query?: DownloadCreditNoteEinvoiceQuery, options?: RequestOptions): Promise<EInvoice>

  /**
   * List the attachments of a credit note, oldest first
   *
   * Requires the scope `billing:credit_note:read` in the selected tenant.
   *
   * `GET /api/billing/credit-notes/{id}/attachments`
   */
  listAttachments(id: string, query?: ListCreditNoteAttachmentsQuery, options?: RequestOptions): Promise<Page<Attachment>>
  /** Iterates over the members of all pages of `listAttachments`. */
  listAllAttachments(id: string, query?: ListCreditNoteAttachmentsQuery, options?: RequestOptions): AsyncIterableIterator<Attachment>

  /**
   * Attach a file to a credit note
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `POST /api/billing/credit-notes/{id}/attachments`
   */
  addAttachment(id: string, input: AddCreditNoteAttachmentInput, options?: RequestOptions): Promise<Attachment>

  /**
   * Remove a file from a credit note; the file itself remains
   *
   * Requires the scope `billing:credit_note:write` in the selected tenant.
   *
   * `DELETE /api/billing/credit-notes/{id}/attachments/{fileId}`
   */
  removeAttachment(id: string, fileId: string, options?: RequestOptions): Promise<void>
}

export interface BillingInvoicesMethods {
  /**
   * List invoices, newest first, or by due date when filtered by it
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices`
   */
  list(query?: ListInvoicesQuery, options?: RequestOptions): Promise<Page<Invoice>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListInvoicesQuery, options?: RequestOptions): AsyncIterableIterator<Invoice>

  /**
   * Create an invoice for a partner, as a draft or issued immediately
   *
   * With a `channelId` and without `lineItems` the invoice bills the accepted orders of the channel that no invoice bills yet. If there are many, lines are added for a moment after the response, and only then is the invoice issued.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices`
   */
  generate(input: GenerateInvoiceInput, options?: RepeatableOptions & DryRunOptions): Promise<Invoice>

  /**
   * Export invoices as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/export`
   */
  export(query?: ExportInvoicesQuery, options?: RequestOptions): Promise<string>

  /**
   * Get an invoice by its number
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/by-number/{invoiceNumber}`
   */
  getByNumber(invoiceNumber: string, options?: RequestOptions): Promise<Invoice>

  /**
   * Get an invoice with its lines
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Invoice>

  /**
   * Update a draft invoice; absent members stay unchanged
   *
   * `lineItems` replaces all lines, at the tax rates of today. A line that is named by its `id` keeps it, and the order that it bills. An order that no line bills any more can be billed by another invoice; if there are many, some a moment after the response.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `PATCH /api/billing/invoices/{id}`
   */
  update(id: string, input: UpdateInvoiceInput, options?: ChangeOptions & DryRunOptions): Promise<Invoice>

  /**
   * Delete a draft invoice
   *
   * The orders that it bills can be billed by another invoice; if there are many, some a moment after the response. Attached files remain. The recurring invoice profile that created the draft does not bill the period again.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `DELETE /api/billing/invoices/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Add a line to a draft invoice
   *
   * The totals are computed again, at the tax rates of today.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/line-items`
   */
  addLineItem(id: string, input: AddInvoiceLineItemInput, options?: ChangeOptions): Promise<Invoice>

  /**
   * Update a line of a draft invoice; absent members stay unchanged
   *
   * The totals are computed again, at the tax rates of today. `If-Match` names the revision of the invoice.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `PATCH /api/billing/invoices/{id}/line-items/{lineId}`
   */
  updateLineItem(id: string, lineId: string, input: UpdateInvoiceLineItemInput, options?: ChangeOptions): Promise<Invoice>

  /**
   * Remove a line from a draft invoice
   *
   * An order that no line bills any more can be billed by another invoice. `If-Match` names the revision of the invoice.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `DELETE /api/billing/invoices/{id}/line-items/{lineId}`
   */
  removeLineItem(id: string, lineId: string, options?: ChangeOptions): Promise<Invoice>

  /**
   * Cancel an unpaid invoice
   *
   * The invoice keeps its number. Its draft credit notes are cancelled as well; if there are many, some are cancelled a moment after the response.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/cancel`
   */
  cancel(id: string, input: CancelInvoiceInput, options?: ChangeOptions): Promise<Invoice>

  /**
   * Issue a draft invoice
   *
   * The invoice becomes payable and gets the next number of its sequence, which has no gaps. A number given here lies outside the sequence, and the sequence skips it. Check the `warnings` of the draft first: they name what its document would lack. With the setting `billing.invoiceChecks` at refuse, which is the default of a tenant with a `general.country`, an invoice with warnings is refused.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/issue`
   */
  issue(id: string, input?: IssueInvoiceInput, options?: ChangeOptions & DryRunOptions): Promise<Invoice>

  /**
   * Mark an issued or overdue invoice as paid
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/mark-paid`
   */
  markPaid(id: string, input?: MarkInvoicePaidInput, options?: ChangeOptions): Promise<Invoice>

  /**
   * Render an invoice as PDF and HTML
   *
   * The same options return the same document. Other options, or a changed draft, create one that supersedes it. Without details there is one line for each tax rate. Download the document with `GET /api/document/documents/{id}/download`.
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/render`
   */
  render(id: string, input?: RenderInvoiceInput, options?: ChangeOptions): Promise<Document>

  /**
   * Download an issued invoice as e-invoice
   *
   * Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. The first request makes the file, and later ones return the same bytes. If data is missing, the answer is 409 and names all of it, by settings and members of the partner.
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{id}/e-invoice`
   */
  downloadEinvoice(id: string, query?: DownloadInvoiceEinvoiceQuery, options?: RequestOptions): Promise<EInvoice>

  /**
   * Send an issued invoice by e-mail, attached or as a link
   *
   * `GET /api/billing/invoices/{id}/sendings` shows the status of each recipient. A mail that its server refuses temporarily is retried for about a day. Send an `Idempotency-Key` to make sure that a repeated request sends nothing twice. `warnings` names what the document lacks.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/send`
   */
  send(id: string, input?: SendInvoiceInput, options?: RepeatableChangeOptions): Promise<Invoice>

  /**
   * List the sendings of an invoice, newest first, with the status of each recipient
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{id}/sendings`
   */
  listSendings(id: string, query?: ListInvoiceSendingsQuery, options?: RequestOptions): Promise<Page<InvoiceSending>>
  /** Iterates over the members of all pages of `listSendings`. */
  listAllSendings(id: string, query?: ListInvoiceSendingsQuery, options?: RequestOptions): AsyncIterableIterator<InvoiceSending>

  /**
   * Get the reminders of an invoice: what was sent, and what comes next
   *
   * Reminders have levels if the setting `billing.reminderLevels` has any. `next` follows from the settings.
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{id}/reminders`
   */
  getReminders(id: string, options?: RequestOptions): Promise<InvoiceReminders>

  /**
   * Stop the reminders of an issued or overdue invoice
   *
   * No reminder is sent until they are resumed; the invoice still falls due. Fees of reminders that were sent remain. Reminders also end by themselves when the invoice is paid, credited in full or cancelled.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/reminders/stop`
   */
  stopReminders(id: string, options?: ChangeOptions): Promise<InvoiceReminders>

  /**
   * Resume the reminders of an issued or overdue invoice
   *
   * Levels that fell due meanwhile are sent one after the other, with the days between them that the settings have.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/reminders/resume`
   */
  resumeReminders(id: string, options?: ChangeOptions): Promise<InvoiceReminders>

  /**
   * Get a sending of an invoice
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{invoiceId}/sendings/{id}`
   */
  getSending(invoiceId: string, id: string, options?: RequestOptions): Promise<InvoiceSending>

  /**
   * List the attachments of an invoice, oldest first
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/invoices/{id}/attachments`
   */
  listAttachments(id: string, query?: ListInvoiceAttachmentsQuery, options?: RequestOptions): Promise<Page<Attachment>>
  /** Iterates over the members of all pages of `listAttachments`. */
  listAllAttachments(id: string, query?: ListInvoiceAttachmentsQuery, options?: RequestOptions): AsyncIterableIterator<Attachment>

  /**
   * Attach a file to an invoice
   *
   * Attachments are sent with the mail of the invoice, in their order, as far as they fit 10 MB with its documents.
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `POST /api/billing/invoices/{id}/attachments`
   */
  addAttachment(id: string, input: AddInvoiceAttachmentInput, options?: RequestOptions): Promise<Attachment>

  /**
   * Remove a file from an invoice; the file itself remains
   *
   * Requires the scope `billing:invoice:write` in the selected tenant.
   *
   * `DELETE /api/billing/invoices/{id}/attachments/{fileId}`
   */
  removeAttachment(id: string, fileId: string, options?: RequestOptions): Promise<void>
}

export interface BillingRecurringInvoiceProfilesMethods {
  /**
   * List recurring invoice profiles, newest first
   *
   * Requires the scope `billing:recurring_profile:read` in the selected tenant.
   *
   * `GET /api/billing/recurring-invoice-profiles`
   */
  list(query?: ListRecurringProfilesQuery, options?: RequestOptions): Promise<Page<RecurringInvoiceProfile>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListRecurringProfilesQuery, options?: RequestOptions): AsyncIterableIterator<RecurringInvoiceProfile>

  /**
   * Create a recurring invoice profile for a partner
   *
   * An invoice is created for each period, within a quarter of an hour after it starts in your time zone. Past periods are invoiced as well, in order, and no due date lies before the day on which its invoice is created. An invoice that cannot be issued is created as a draft.
   *
   * Requires the scope `billing:recurring_profile:write` in the selected tenant.
   *
   * `POST /api/billing/recurring-invoice-profiles`
   */
  create(input: CreateRecurringProfileInput, options?: RepeatableOptions): Promise<RecurringInvoiceProfile>

  /**
   * Get a recurring invoice profile with its lines
   *
   * Requires the scope `billing:recurring_profile:read` in the selected tenant.
   *
   * `GET /api/billing/recurring-invoice-profiles/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<RecurringInvoiceProfile>

  /**
   * Update a recurring invoice profile; absent members stay unchanged
   *
   * The changes apply from the next invoice on; existing invoices stay as they are. `lines` replaces all lines. With an `endAt` that has passed, the profile ends within a quarter of an hour. To change the cadence, the start, the partner or the currency, end the profile and create another one.
   *
   * Requires the scope `billing:recurring_profile:write` in the selected tenant.
   *
   * `PATCH /api/billing/recurring-invoice-profiles/{id}`
   */
  update(id: string, input: UpdateRecurringProfileInput, options?: ChangeOptions): Promise<RecurringInvoiceProfile>

  /**
   * List the invoices of a recurring invoice profile, latest period first
   *
   * Cancelled invoices are included, deleted drafts are not.
   *
   * Requires the scope `billing:invoice:read` in the selected tenant.
   *
   * `GET /api/billing/recurring-invoice-profiles/{id}/invoices`
   */
  listInvoices(id: string, query?: ListRecurringProfileInvoicesQuery, options?: RequestOptions): Promise<Page<Invoice>>
  /** Iterates over the members of all pages of `listInvoices`. */
  listAllInvoices(id: string, query?: ListRecurringProfileInvoicesQuery, options?: RequestOptions): AsyncIterableIterator<Invoice>

  /**
   * End a recurring invoice profile permanently
   *
   * Requires the scope `billing:recurring_profile:write` in the selected tenant.
   *
   * `POST /api/billing/recurring-invoice-profiles/{id}/end`
   */
  end(id: string, options?: ChangeOptions): Promise<RecurringInvoiceProfile>

  /**
   * Pause a recurring invoice profile
   *
   * Nothing is invoiced until the profile is resumed. Uninvoiced periods that started before the pause are invoiced then.
   *
   * Requires the scope `billing:recurring_profile:write` in the selected tenant.
   *
   * `POST /api/billing/recurring-invoice-profiles/{id}/pause`
   */
  pause(id: string, options?: ChangeOptions): Promise<RecurringInvoiceProfile>

  /**
   * Resume a paused recurring invoice profile
   *
   * Invoicing continues with the first period that starts from now on. Periods that started during the pause are never invoiced; uninvoiced ones from before the pause are invoiced now.
   *
   * Requires the scope `billing:recurring_profile:write` in the selected tenant.
   *
   * `POST /api/billing/recurring-invoice-profiles/{id}/resume`
   */
  resume(id: string, options?: ChangeOptions): Promise<RecurringInvoiceProfile>
}

export interface BillingTariffsMethods {
  /**
   * List tariffs, newest first
   *
   * Requires the scope `billing:tariff:read` in the selected tenant.
   *
   * `GET /api/billing/tariffs`
   */
  list(query?: ListTariffsQuery, options?: RequestOptions): Promise<Page<Tariff>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListTariffsQuery, options?: RequestOptions): AsyncIterableIterator<Tariff>

  /**
   * Create a tariff of a partner
   *
   * From then on each hand-off, received return and day of storage adds charges for the next settlement by itself. The tariffs of a partner with the same basis have no day in common: to change prices, end the present one and create another.
   *
   * Requires the scope `billing:tariff:write` in the selected tenant.
   *
   * `POST /api/billing/tariffs`
   */
  create(input: CreateTariffInput, options?: RepeatableOptions): Promise<Tariff>

  /**
   * Compute what a hand-off would cost
   *
   * Uses the tariff of the partner that is valid on the day. Nothing is changed.
   *
   * Requires the scope `billing:tariff:read` in the selected tenant.
   *
   * `POST /api/billing/tariffs/dry-run`
   */
  dryRun(input: DryRunTariffInput, options?: RequestOptions): Promise<TariffDryRun>

  /**
   * Get a tariff
   *
   * Requires the scope `billing:tariff:read` in the selected tenant.
   *
   * `GET /api/billing/tariffs/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Tariff>

  /**
   * End a tariff after a day
   *
   * Charges that were made already stay. A tariff that ends on the day before it begins is never used.
   *
   * Requires the scope `billing:tariff:write` in the selected tenant.
   *
   * `POST /api/billing/tariffs/{id}/end`
   */
  end(id: string, input: EndTariffInput, options?: ChangeOptions): Promise<Tariff>
}

export interface BillingBankStatementsMethods {
  /**
   * List bank statements, newest first
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-statements`
   */
  list(query?: ListBankStatementsQuery, options?: RequestOptions): Promise<Page<BankStatement>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListBankStatementsQuery, options?: RequestOptions): AsyncIterableIterator<BankStatement>

  /**
   * Import a bank statement from an uploaded file
   *
   * Reads a CAMT.053 or CAMT.052 of any version, or a CSV; an MT940 is refused. Each file is imported once, and each entry once even if files overlap, in whatever order and format they are imported; two payers are told apart by their accounts or names. Pending entries are left out until a file says that they are booked. A file whose opening balance and entries do not add up to its closing balance is refused. The entries are stored shortly afterwards; then the statement is `ready`.
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-statements`
   */
  create(input: CreateBankStatementInput, options?: RepeatableOptions): Promise<BankStatement>

  /**
   * Get a bank statement
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-statements/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<BankStatement>

  /**
   * List the entries that a bank statement added, last first
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-statements/{id}/entries`
   */
  listEntries(id: string, query?: ListBankStatementEntriesQuery, options?: RequestOptions): Promise<Page<BankEntry>>
  /** Iterates over the members of all pages of `listEntries`. */
  listAllEntries(id: string, query?: ListBankStatementEntriesQuery, options?: RequestOptions): AsyncIterableIterator<BankEntry>
}

export interface BillingBankEntriesMethods {
  /**
   * List entries of bank statements, last stored first
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-entries`
   */
  list(query?: ListBankEntriesQuery, options?: RequestOptions): Promise<Page<BankEntry>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListBankEntriesQuery, options?: RequestOptions): AsyncIterableIterator<BankEntry>

  /**
   * Get an entry of a bank statement with its proposals
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-entries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<BankEntry>

  /**
   * Confirm what a bank entry pays, and record the payment
   *
   * Confirms a proposal, or the partner and the allocations of the request. A payment is recorded and allocated; for a returned payment, the payment that the bank took back is reversed; for an outgoing payment, the item of the payment run is paid, which also needs the scope `billing:payment_run:submit`. The platform learns the account of the payer.
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-entries/{id}/confirm`
   */
  confirm(id: string, input?: ConfirmBankEntryInput, options?: RepeatableChangeOptions): Promise<BankEntry>

  /**
   * Ignore a bank entry that is no payment of a partner
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-entries/{id}/ignore`
   */
  ignore(id: string, options?: ChangeOptions): Promise<BankEntry>

  /**
   * Open a confirmed or ignored bank entry again
   *
   * Reverses the payment that the confirmation recorded. The proposals stay as they were; match the entry for new ones.
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-entries/{id}/reopen`
   */
  reopen(id: string, options?: ChangeOptions): Promise<BankEntry>

  /**
   * Propose anew what a bank entry pays
   *
   * Proposals are made when an entry is stored. Invoices that were issued or paid later change them.
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-entries/{id}/match`
   */
  match(id: string, options?: ChangeOptions): Promise<BankEntry>
}

export interface BillingBankCsvMappingsMethods {
  /**
   * List the mappings of banks' CSVs, newest first
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-csv-mappings`
   */
  list(query?: ListBankCsvMappingsQuery, options?: RequestOptions): Promise<Page<BankCsvMapping>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListBankCsvMappingsQuery, options?: RequestOptions): AsyncIterableIterator<BankCsvMapping>

  /**
   * Keep the mapping of a bank's CSV under a name
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `POST /api/billing/bank-csv-mappings`
   */
  create(input: CreateBankCsvMappingInput, options?: RepeatableOptions): Promise<BankCsvMapping>

  /**
   * Get the mapping of a bank's CSV
   *
   * Requires the scope `billing:bank_statement:read` in the selected tenant.
   *
   * `GET /api/billing/bank-csv-mappings/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<BankCsvMapping>

  /**
   * Delete the mapping of a bank's CSV
   *
   * Statements that were imported with it keep it.
   *
   * Requires the scope `billing:bank_statement:write` in the selected tenant.
   *
   * `DELETE /api/billing/bank-csv-mappings/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>
}

export interface BillingPaymentsMethods {
  /**
   * List payments, newest first, or latest received first when filtered by the day
   *
   * Requires the scope `billing:payment:read` in the selected tenant.
   *
   * `GET /api/billing/payments`
   */
  list(query?: ListPaymentsQuery, options?: RequestOptions): Promise<Page<Payment>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListPaymentsQuery, options?: RequestOptions): AsyncIterableIterator<Payment>

  /**
   * Record a payment of a partner and allocate it to invoices
   *
   * What is not allocated is the credit of the partner. An invoice with nothing left open becomes paid; if there are many, some become paid a moment after the response.
   *
   * Requires the scope `billing:payment:write` in the selected tenant.
   *
   * `POST /api/billing/payments`
   */
  record(input: RecordPaymentInput, options?: RepeatableOptions): Promise<Payment>

  /**
   * Export payments as CSV or JSON Lines
   *
   * Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What exists all the time while the file is written is in it exactly once.
   *
   * Requires the scope `billing:payment:read` in the selected tenant.
   *
   * `GET /api/billing/payments/export`
   */
  export(query?: ExportPaymentsQuery, options?: RequestOptions): Promise<string>

  /**
   * Get a payment with its allocations, reversals and refunds
   *
   * Requires the scope `billing:payment:read` in the selected tenant.
   *
   * `GET /api/billing/payments/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Payment>

  /**
   * Allocate what is left of a payment to invoices
   *
   * Either all allocations are made or none. An invoice with nothing left open becomes paid; if there are many, some become paid a moment after the response.
   *
   * Requires the scope `billing:payment:write` in the selected tenant.
   *
   * `POST /api/billing/payments/{id}/allocate`
   */
  allocate(id: string, input: AllocatePaymentInput, options?: RepeatableChangeOptions): Promise<Payment>

  /**
   * Reverse a payment, such as a returned direct debit, or some of its allocations
   *
   * With `allocationIds`, their amounts become unallocated. Without them, the partner owes the whole payment again; a payment of which something was refunded cannot be reversed like that. An invoice with something open again is issued or overdue, as its due date says; if there are many, some change a moment after the response.
   *
   * Requires the scope `billing:payment:write` in the selected tenant.
   *
   * `POST /api/billing/payments/{id}/reverse`
   */
  reverse(id: string, input: ReversePaymentInput, options?: RepeatableChangeOptions): Promise<Payment>

  /**
   * Record a refund of what is unallocated of a payment
   *
   * The platform transfers no money; it records that you did.
   *
   * Requires the scope `billing:payment:write` in the selected tenant.
   *
   * `POST /api/billing/payments/{id}/refund`
   */
  refund(id: string, input?: RefundPaymentInput, options?: RepeatableChangeOptions): Promise<Payment>
}

export interface DataExchangeConflictsMethods {
  /**
   * List conflicts, newest first
   *
   * Requires the scope `data_exchange:conflict:read` in the selected tenant.
   *
   * `GET /api/data-exchange/conflicts`
   */
  list(query?: ListConflictsQuery, options?: RequestOptions): Promise<Page<Conflict>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListConflictsQuery, options?: RequestOptions): AsyncIterableIterator<Conflict>

  /**
   * Get a conflict
   *
   * Requires the scope `data_exchange:conflict:read` in the selected tenant.
   *
   * `GET /api/data-exchange/conflicts/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Conflict>
}

export interface DataExchangeExportsMethods {
  /**
   * List your own exports, newest first
   *
   * Requires the scope `data_exchange:export:read` in the selected tenant.
   *
   * `GET /api/data-exchange/exports`
   */
  list(query?: ListExportsQuery, options?: RequestOptions): Promise<Page<DataExport>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListExportsQuery, options?: RequestOptions): AsyncIterableIterator<DataExport>

  /**
   * Get an export
   *
   * Needs the scope of the exported list too; without it, the export is not found.
   *
   * Requires the scope `data_exchange:export:read` in the selected tenant.
   *
   * `GET /api/data-exchange/exports/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<DataExport>

  /**
   * Download the file of an export
   *
   * Redirects to a URL that serves the file as an attachment. The URL expires after five minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. Needs the scope of the exported list too.
   *
   * Requires the scope `data_exchange:export:read` in the selected tenant.
   *
   * `GET /api/data-exchange/exports/{id}/content`
   */
  getContent(id: string, options?: RequestOptions): Promise<ExportDownload>
}

export interface DataExchangeImportsMethods {
  /**
   * List imports, newest first
   *
   * Requires the scope `data_exchange:import:read` in the selected tenant.
   *
   * `GET /api/data-exchange/imports`
   */
  list(query?: ListImportsQuery, options?: RequestOptions): Promise<Page<DataImport>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListImportsQuery, options?: RequestOptions): AsyncIterableIterator<DataImport>

  /**
   * Import the rows of a CSV
   *
   * Needs the scopes to write what is imported too. Partners are found by `id` or else by their name, products and prices by SKU, stock by SKU and custodian; others are created. Empty cells change nothing. Each row is checked as a request to the endpoint of its kind, and written in a transaction of its own, once. What becomes invalid between the check of all rows and the writing of one, because somebody changes data meanwhile, is an error of that row; the others are written.
   *
   * Requires the scope `data_exchange:import:write` in the selected tenant.
   *
   * `POST /api/data-exchange/imports`
   */
  create(input: CreateImportInput, options?: RepeatableOptions): Promise<DataImport>

  /**
   * Get an import with its progress
   *
   * Requires the scope `data_exchange:import:read` in the selected tenant.
   *
   * `GET /api/data-exchange/imports/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<DataImport>

  /**
   * Get the errors of an import as CSV
   *
   * Line of the file, column and message, in the order of the rows. If there are more errors than fit an answer, the header `Link` has the address of the next part.
   *
   * Requires the scope `data_exchange:import:read` in the selected tenant.
   *
   * `GET /api/data-exchange/imports/{id}/errors`
   */
  listErrors(id: string, query?: ListImportErrorsQuery, options?: RequestOptions): Promise<string>
}

export interface DocumentDocumentsMethods {
  /**
   * List documents, newest first
   *
   * Lists the documents that show what your scopes may read.
   *
   * Requires the scope `document:document:read` in the selected tenant.
   *
   * `GET /api/document/documents`
   */
  list(query?: ListDocumentsQuery, options?: RequestOptions): Promise<Page<Document>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListDocumentsQuery, options?: RequestOptions): AsyncIterableIterator<Document>

  /**
   * Get a document
   *
   * Needs the scope of the record that the document shows too, such as `billing:invoice:read` for an invoice and `shipping:shipment:read` for a label. Without it, the document is not found.
   *
   * Requires the scope `document:document:read` in the selected tenant.
   *
   * `GET /api/document/documents/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Document>

  /**
   * Download a document
   *
   * Redirects to a URL that serves the file with its name and type. The URL expires after five minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. Needs the scope of the record that the document shows too.
   *
   * Requires the scope `document:document:read` in the selected tenant.
   *
   * `GET /api/document/documents/{id}/download`
   */
  download(id: string, query?: DownloadDocumentQuery, options?: RequestOptions): Promise<DocumentDownload>
}

export interface DocumentPortalMethods {
  /**
   * Get a document through a link
   *
   * The link is signed and expires after the number of days in the setting `billing.portalLinkDays`.
   *
   * Requires no token.
   *
   * `GET /api/document/portal/{token}`
   */
  getSharedDocument(token: string, options?: RequestOptions): Promise<string>
}

export interface StorageFilesMethods {
  /**
   * List files, newest first
   *
   * Lists the files that you may read: those of what your scopes may read, and your own that nothing has used.
   *
   * Requires the scope `storage:file:read` in the selected tenant.
   *
   * `GET /api/storage/files`
   */
  list(query?: ListFilesQuery, options?: RequestOptions): Promise<Page<StoredFile>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListFilesQuery, options?: RequestOptions): AsyncIterableIterator<StoredFile>

  /**
   * Begin to upload a file
   *
   * PUT each part to its URL with its headers, then complete the upload. The content must have exactly the declared size, SHA-256 and type; a file whose content is also of another type is rejected. An upload that is not completed within a day ends.
   *
   * Requires the scope `storage:file:write` in the selected tenant.
   *
   * `POST /api/storage/files`
   */
  create(input: CreateFileInput, options?: RepeatableOptions): Promise<FileUpload>

  /**
   * Get a file
   *
   * Needs the scope of what the file belongs to too, such as `billing:bill:read`; any one suffices if several things use it. Without it, the file is not found. Until a file is used, it is read by whoever uploaded it and by who may read everything that can use a file of its purpose.
   *
   * Requires the scope `storage:file:read` in the selected tenant.
   *
   * `GET /api/storage/files/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<StoredFile>

  /**
   * Delete a file that is used nowhere
   *
   * The content is erased shortly afterwards, and the file with it.
   *
   * Requires the scope `storage:file:write` in the selected tenant.
   *
   * `DELETE /api/storage/files/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Get an upload: which parts are there, and new URLs
   *
   * Requires the scope `storage:file:read` in the selected tenant.
   *
   * `GET /api/storage/files/{id}/upload`
   */
  getUpload(id: string, options?: RequestOptions): Promise<FileUpload>

  /**
   * Complete an upload, so that its content is checked
   *
   * Requires the scope `storage:file:write` in the selected tenant.
   *
   * `POST /api/storage/files/{id}/complete`
   */
  complete(id: string, options?: ChangeOptions): Promise<StoredFile>

  /**
   * Abort an upload and erase what was uploaded
   *
   * Requires the scope `storage:file:write` in the selected tenant.
   *
   * `POST /api/storage/files/{id}/abort`
   */
  abort(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Download a file
   *
   * Redirects to a URL that serves the file as an attachment with its name and checked type. The URL expires after five minutes and needs no token. With `Accept: application/json` the response is that URL as JSON instead. Needs the scope of what the file belongs to too.
   *
   * Requires the scope `storage:file:read` in the selected tenant.
   *
   * `GET /api/storage/files/{id}/content`
   */
  getContent(id: string, options?: RequestOptions): Promise<FileDownload>
}

export interface StorageUsageMethods {
  /**
   * Get the usage of the storage and its quota
   *
   * Requires the scope `storage:file:read` in the selected tenant.
   *
   * `GET /api/storage/usage`
   */
  get(options?: RequestOptions): Promise<StorageUsage>
}

export interface StorageLogoMethods {
  /**
   * Get the logo on documents, mails and the pages of buyers
   *
   * Requires the scope `configuration:setting:read` in the selected tenant.
   *
   * `GET /api/storage/logo`
   */
  get(options?: RequestOptions): Promise<Logo>

  /**
   * Set the logo on documents, mails and the pages of buyers
   *
   * The logo is on documents, in mails and on the page of the buyer. Documents that are final keep theirs.
   *
   * Requires the scope `configuration:setting:write` in the selected tenant.
   *
   * `PUT /api/storage/logo`
   */
  set(input: SetLogoInput, options?: RequestOptions): Promise<Logo>

  /**
   * Remove the logo; its file remains
   *
   * Requires the scope `configuration:setting:write` in the selected tenant.
   *
   * `DELETE /api/storage/logo`
   */
  remove(options?: RequestOptions): Promise<void>
}

export interface NotificationNotificationsMethods {
  /**
   * List your notifications
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/notifications`
   */
  list(query?: ListMyNotificationsQuery, options?: RequestOptions): Promise<Page<Notification>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListMyNotificationsQuery, options?: RequestOptions): AsyncIterableIterator<Notification>

  /**
   * Mark all notifications as read
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/notifications/mark-all-read`
   */
  markAllRead(options?: RequestOptions): Promise<void>

  /**
   * Count unread notifications
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/notifications/unread-count`
   */
  getUnreadCount(options?: RequestOptions): Promise<UnreadCount>

  /**
   * Get a notification
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/notifications/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Notification>

  /**
   * Mark a notification as read
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/notifications/{id}/read`
   */
  markOneRead(id: string, options?: ChangeOptions): Promise<void>
}

export interface NotificationPolicyMethods {
  /**
   * Get the channel policy
   *
   * Requires the scope `notification:policy:read` in the selected tenant.
   *
   * `GET /api/notification/policy`
   */
  get(options?: RequestOptions): Promise<ChannelPolicy>

  /**
   * Update the channel policy
   *
   * The policy limits the preferences of all members. E-mails of the topics `iam.identity.*` are always sent.
   *
   * Requires the scope `notification:policy:write` in the selected tenant.
   *
   * `PATCH /api/notification/policy`
   */
  update(input: UpdateChannelPolicyInput, options?: ChangeOptions): Promise<ChannelPolicy>
}

export interface NotificationPreferencesMethods {
  /**
   * Get your notification preferences
   *
   * Lists the topics and channels for which your choice has an effect. Left out are `webhook` and `slack`, which go to the tenant as a whole, e-mails on the security of your account, which are always sent, and topics for people who may have no account, such as invitations.
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/preferences`
   */
  get(options?: RequestOptions): Promise<NotificationPreferences>

  /**
   * Update your notification preferences
   *
   * Only the entries that the preferences list can be changed. Any other entry is a violation that explains why, and nothing is changed. The first e-mail, push or text message of a topic is sent at once; those that follow within the digest window are gathered and sent as one. If you choose another window or end do-not-disturb, what was gathered is sent within about a minute.
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `PATCH /api/notification/preferences`
   */
  update(input: UpdateMyPreferencesInput, options?: ChangeOptions): Promise<NotificationPreferences>

  /**
   * Enable do-not-disturb
   *
   * Until you disable it, notifications are only stored in your list.
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/preferences/do-not-disturb/enable`
   */
  enableDoNotDisturb(options?: ChangeOptions): Promise<NotificationPreferences>

  /**
   * Disable do-not-disturb
   *
   * Also lifts a daily do-not-disturb window that is active now, until its end.
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/preferences/do-not-disturb/disable`
   */
  disableDoNotDisturb(options?: ChangeOptions): Promise<NotificationPreferences>
}

export interface NotificationPushSubscriptionsMethods {
  /**
   * List registered browsers
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/push-subscriptions`
   */
  list(query?: ListPushSubscriptionsQuery, options?: RequestOptions): Promise<Page<PushSubscription>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListPushSubscriptionsQuery, options?: RequestOptions): AsyncIterableIterator<PushSubscription>

  /**
   * Register a browser for push notifications
   *
   * Registering an endpoint again replaces its keys and returns 200. A browser belongs to the user who registered it last, so that nobody sees the notifications of an earlier user.
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/push-subscriptions`
   */
  register(input: RegisterPushSubscriptionInput, options?: RequestOptions): Promise<PushSubscription>

  /**
   * Unregister a browser
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `DELETE /api/notification/push-subscriptions`
   */
  remove(query: RemovePushSubscriptionQuery, options?: RequestOptions): Promise<void>

  /**
   * Get the public key for push subscriptions
   *
   * Pass it to `pushManager.subscribe` as `applicationServerKey`, then register the subscription that it returns.
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/push-subscriptions/key`
   */
  getPushKey(options?: RequestOptions): Promise<PushKey>

  /**
   * Get a registered browser
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/push-subscriptions/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<PushSubscription>
}

export interface NotificationTemplatesMethods {
  /**
   * List templates
   *
   * Requires the scope `notification:template:read` in the selected tenant.
   *
   * `GET /api/notification/templates`
   */
  list(query?: ListTemplatesQuery, options?: RequestOptions): Promise<Page<NotificationTemplate>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListTemplatesQuery, options?: RequestOptions): AsyncIterableIterator<NotificationTemplate>

  /**
   * Create a template
   *
   * There is one template for each topic, channel, locale and form. Templates are Liquid without includes; [the topics](/api/docs/topics) list their variables, and those of digests.
   *
   * Requires the scope `notification:template:write` in the selected tenant.
   *
   * `POST /api/notification/templates`
   */
  create(input: CreateTemplateInput, options?: RequestOptions): Promise<NotificationTemplate>

  /**
   * Preview a template
   *
   * Renders an example of the topic and stores nothing. Texts that are missing are those in use now, at first the built-in ones.
   *
   * Requires the scope `notification:template:read` in the selected tenant.
   *
   * `POST /api/notification/templates/preview`
   */
  preview(input: PreviewTemplateInput, options?: RequestOptions): Promise<NotificationTemplatePreview>

  /**
   * Get a template
   *
   * Requires the scope `notification:template:read` in the selected tenant.
   *
   * `GET /api/notification/templates/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<NotificationTemplate>

  /**
   * Update a template
   *
   * Members that are absent or null stay unchanged, except `htmlBodyTemplate`: null removes it, and the HTML is then derived from the body.
   *
   * Requires the scope `notification:template:write` in the selected tenant.
   *
   * `PATCH /api/notification/templates/{id}`
   */
  update(id: string, input: UpdateTemplateInput, options?: ChangeOptions): Promise<NotificationTemplate>
}

export interface NotificationWatchesMethods {
  /**
   * Check whether you watch a topic
   *
   * Requires the scope `notification:own:read` in the selected tenant.
   *
   * `GET /api/notification/watches`
   */
  get(query: GetTopicWatchQuery, options?: RequestOptions): Promise<TopicSubscription>

  /**
   * Watch a topic
   *
   * Watches the whole topic, or one subject of it. Watchers are notified like the members whom the topic concerns. Events for one person, such as a password reset, go only to that person.
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `POST /api/notification/watches`
   */
  watchTopic(input: WatchTopicInput, options?: RequestOptions): Promise<TopicSubscription>

  /**
   * Stop watching a topic
   *
   * Requires the scope `notification:own:write` in the selected tenant.
   *
   * `DELETE /api/notification/watches`
   */
  unwatchTopic(query: UnwatchTopicQuery, options?: RequestOptions): Promise<void>
}

export interface NotificationEventsMethods {
  /**
   * Publish an event of a module outside the platform
   *
   * The event becomes notifications like any other. Only topics that the platform does not emit itself are accepted, with the data that the topic describes. A `subject` of a kind that the platform stores must exist. An event with an `eventId` that you published in the last 24 hours is returned with 200 and has no effect.
   *
   * Requires the scope `notification:event:write` in the selected tenant.
   *
   * `POST /api/notification/events`
   */
  publish(input: PublishEventInput, options?: RepeatableOptions): Promise<PublishEventResult>

  /**
   * Trace the notifications of an event
   *
   * Lists each recipient with the channels that the event was sent by, and the reasons for all others. A message that waits for a digest is listed as `gathered` until the digest is sent. The list is kept for 30 days, and grows while a large event is being processed.
   *
   * Requires the scope `notification:policy:read` in the selected tenant.
   *
   * `GET /api/notification/events/{id}/trace`
   */
  getTrace(id: string, query?: GetEventTraceQuery, options?: RequestOptions): Promise<Page<EventRecipient>>
  /** Iterates over the members of all pages of `getTrace`. */
  getAllTrace(id: string, query?: GetEventTraceQuery, options?: RequestOptions): AsyncIterableIterator<EventRecipient>
}

export interface NotificationWebhookEndpointsMethods {
  /**
   * List webhook endpoints
   *
   * The endpoint whose URL and secret are settings comes first, if the settings have a URL; the others follow, oldest first. There are at most twenty others.
   *
   * Requires the scope `notification:webhook_endpoint:read` in the selected tenant.
   *
   * `GET /api/notification/webhook-endpoints`
   */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): Promise<Page<WebhookEndpoint>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListWebhookEndpointsQuery, options?: RequestOptions): AsyncIterableIterator<WebhookEndpoint>

  /**
   * Create a webhook endpoint
   *
   * The answer shows the `secret` once. Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) describe: `webhook-id` is the id of the event, which is the same in every attempt and replay; `webhook-timestamp` is the time of the attempt; `webhook-signature` has one `v1` signature for each secret. The body has `type`, `timestamp` and `data`.
   *
   * Every event is delivered at least once: an endpoint can get an event again and must recognize it by `webhook-id`. The order is not guaranteed: compare the `timestamp` of events, or read the resource, whose revision tells its age.
   *
   * A status from 200 to 299 within 15 seconds is a success. Redirects are not followed. After a failure, further attempts follow after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours, or later if `Retry-After` says so, by up to 12 hours. The answer 410 disables the endpoint at once, and five days with nothing but failures disable it after a warning a day before.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `POST /api/notification/webhook-endpoints`
   */
  create(input: CreateWebhookEndpointInput, options?: RequestOptions): Promise<WebhookEndpoint>

  /**
   * Get a webhook endpoint
   *
   * Requires the scope `notification:webhook_endpoint:read` in the selected tenant.
   *
   * `GET /api/notification/webhook-endpoints/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<WebhookEndpoint>

  /**
   * Update a webhook endpoint
   *
   * Members that are absent stay unchanged. `headers` replaces all headers; a secret one without a value keeps its value. Deliveries that wait go to the new URL. An endpoint that a person disables gets no events meanwhile; what fails because the platform disabled it can be replayed. The URL of the endpoint of the settings is changed in the settings as well.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `PATCH /api/notification/webhook-endpoints/{id}`
   */
  update(id: string, input: UpdateWebhookEndpointInput, options?: ChangeOptions): Promise<WebhookEndpoint>

  /**
   * Delete a webhook endpoint
   *
   * Deliveries that wait for it are dropped, and its log cannot be read any more. Deleting the endpoint of the settings clears its settings, so it needs a recent second factor if the tenant demands it.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `DELETE /api/notification/webhook-endpoints/{id}`
   */
  delete(id: string, options?: ChangeOptions): Promise<void>

  /**
   * Replace the secret of a webhook endpoint
   *
   * The answer shows the new `secret` once. Until the end of the overlap, requests are signed with both secrets. A secret that was replaced before signs nothing any more.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `POST /api/notification/webhook-endpoints/{id}/rotate-secret`
   */
  rotateSecret(id: string, input?: RotateEndpointSecretInput, options?: ChangeOptions): Promise<WebhookEndpoint>

  /**
   * Send a test event to a webhook endpoint
   *
   * The event has the example data of its topic, and `isTest` in `data`. It is sent like every other event, also to a disabled endpoint; the delivery shows what became of it.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `POST /api/notification/webhook-endpoints/{id}/test`
   */
  test(id: string, input?: TestWebhookEndpointInput, options?: ChangeOptions): Promise<WebhookEndpointDelivery>

  /**
   * Replay the failed deliveries of a webhook endpoint
   *
   * Sends all deliveries again that have failed and whose events occurred in this time, oldest first, under the same `webhook-id`. Events are kept for 30 days. With `isDryRun` they are only counted.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `POST /api/notification/webhook-endpoints/{id}/replay`
   */
  replayWebhooks(id: string, input: ReplayWebhooksInput, options?: ChangeOptions): Promise<WebhookReplay>

  /**
   * List the deliveries of a webhook endpoint, those of the latest events first
   *
   * A delivery is listed from its first attempt on and for 30 days after its event. One that failed because the endpoint was disabled has no attempt.
   *
   * Requires the scope `notification:webhook_endpoint:read` in the selected tenant.
   *
   * `GET /api/notification/webhook-endpoints/{endpointId}/deliveries`
   */
  listDeliveries(endpointId: string, query?: ListWebhookEndpointDeliveriesQuery, options?: RequestOptions): Promise<Page<WebhookEndpointDelivery>>
  /** Iterates over the members of all pages of `listDeliveries`. */
  listAllDeliveries(endpointId: string, query?: ListWebhookEndpointDeliveriesQuery, options?: RequestOptions): AsyncIterableIterator<WebhookEndpointDelivery>

  /**
   * Get a delivery of a webhook endpoint, with its attempts
   *
   * Requires the scope `notification:webhook_endpoint:read` in the selected tenant.
   *
   * `GET /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}`
   */
  getDelivery(endpointId: string, id: string, options?: RequestOptions): Promise<WebhookEndpointDelivery>

  /**
   * Send a delivery of a webhook endpoint again
   *
   * The event is sent under the same `webhook-id` with a new timestamp, and with all attempts. A delivery that is pending is sent again anyway.
   *
   * Requires the scope `notification:webhook_endpoint:write` in the selected tenant.
   *
   * `POST /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}/replay`
   */
  replayDelivery(endpointId: string, id: string, options?: ChangeOptions): Promise<WebhookEndpointDelivery>
}

export interface ConfigurationSettingsMethods {
  /**
   * List settings
   *
   * Requires the scope `configuration:setting:read` in the selected tenant.
   *
   * `GET /api/configuration/settings`
   */
  list(query?: ListSettingsQuery, options?: RequestOptions): Promise<Page<Setting>>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListSettingsQuery, options?: RequestOptions): AsyncIterableIterator<Setting>

  /**
   * List the settings of a category
   *
   * Requires the scope `configuration:setting:read` in the selected tenant.
   *
   * `GET /api/configuration/settings/category/{category}`
   */
  listByCategory(category: string, query?: ListSettingsByCategoryQuery, options?: RequestOptions): Promise<Page<Setting>>
  /** Iterates over the members of all pages of `listByCategory`. */
  listAllByCategory(category: string, query?: ListSettingsByCategoryQuery, options?: RequestOptions): AsyncIterableIterator<Setting>

  /**
   * Get a setting by its key
   *
   * Requires the scope `configuration:setting:read` in the selected tenant.
   *
   * `GET /api/configuration/settings/key/{key}`
   */
  getByKey(key: string, options?: RequestOptions): Promise<Setting>

  /**
   * Update several settings
   *
   * Updates all of them or none. Sensitive ones (security, bank account, four eyes, webhook URL, secrets) need a recent second factor if the tenant demands it. Security, bank account and four eyes need a person.
   *
   * Requires the scope `configuration:setting:write` in the selected tenant.
   *
   * `PUT /api/configuration/settings/bulk`
   */
  bulkUpsert(input: BulkUpsertSettingsInput, options?: RequestOptions): Promise<void>

  /**
   * Get a setting
   *
   * Requires the scope `configuration:setting:read` in the selected tenant.
   *
   * `GET /api/configuration/settings/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<Setting>

  /**
   * Update a setting
   *
   * Requires the scope `configuration:setting:write` in the selected tenant.
   *
   * `PUT /api/configuration/settings/{id}`
   */
  update(id: string, input: UpdateSettingInput, options?: ChangeOptions): Promise<Setting>

  /**
   * Reset a setting to its default
   *
   * A setting without a default cannot be reset.
   *
   * Requires the scope `configuration:setting:write` in the selected tenant.
   *
   * `POST /api/configuration/settings/{id}/reset`
   */
  reset(id: string, options?: ChangeOptions): Promise<Setting>
}

export interface AuditEntriesMethods {
  /**
   * List entries of the audit trail, newest first
   *
   * A page can have fewer entries than its limit, or none, even if there are more pages: follow `nextCursor` until it is null. Entries that sum up imports have no `resourceId`. Reading the trail adds an entry to it.
   *
   * Requires the scope `audit:entry:read` in the selected tenant.
   *
   * `GET /api/audit/entries`
   */
  list(query?: ListAuditEntriesQuery, options?: RequestOptions): Promise<AuditEntryPage>
  /** Iterates over the members of all pages of `list`. */
  listAll(query?: ListAuditEntriesQuery, options?: RequestOptions): AsyncIterableIterator<AuditEntryPage['member'][number]>

  /**
   * Export entries of the audit trail as JSON Lines
   *
   * Newest first, one entry a line, as many as fit an answer. If there are more, the header `Link` has the address of the next part. Exporting the trail adds an entry to it.
   *
   * Requires the scope `audit:entry:read` in the selected tenant.
   *
   * `GET /api/audit/entries/export`
   */
  export(query?: ExportAuditEntriesQuery, options?: RequestOptions): Promise<string>

  /**
   * Get an entry of the audit trail
   *
   * Requires the scope `audit:entry:read` in the selected tenant.
   *
   * `GET /api/audit/entries/{id}`
   */
  get(id: string, options?: RequestOptions): Promise<AuditEntry>
}

/** All operations, by module and by what they work on. */
export interface Modules {
  readonly iam: {
    readonly auth: IamAuthMethods
    readonly satellite: IamSatelliteMethods
    readonly me: IamMeMethods
    readonly account: IamAccountMethods
    readonly sessions: IamSessionsMethods
    readonly externalAccounts: IamExternalAccountsMethods
    readonly mfa: IamMfaMethods
    readonly tenants: IamTenantsMethods
    readonly members: IamMembersMethods
    readonly serviceAccounts: IamServiceAccountsMethods
  }
  readonly partner: {
    readonly partners: PartnerPartnersMethods
  }
  readonly warehousing: {
    readonly custodians: WarehousingCustodiansMethods
    readonly custodianWizard: WarehousingCustodianWizardMethods
  }
  readonly catalog: {
    readonly products: CatalogProductsMethods
    readonly variants: CatalogVariantsMethods
    readonly assortments: CatalogAssortmentsMethods
  }
  readonly inventory: {
    readonly stockItems: InventoryStockItemsMethods
    readonly movements: InventoryMovementsMethods
    readonly goodsReceipts: InventoryGoodsReceiptsMethods
    readonly transfers: InventoryTransfersMethods
    readonly lots: InventoryLotsMethods
    readonly serialUnits: InventorySerialUnitsMethods
  }
  readonly shipping: {
    readonly shipments: ShippingShipmentsMethods
    readonly carriers: ShippingCarriersMethods
  }
  readonly sales: {
    readonly channels: SalesChannelsMethods
    readonly acceptanceRuleSets: SalesAcceptanceRuleSetsMethods
    readonly orders: SalesOrdersMethods
    readonly connections: SalesConnectionsMethods
    readonly merchants: SalesMerchantsMethods
  }
  readonly fulfilment: {
    readonly incidents: FulfilmentIncidentsMethods
    readonly orders: FulfilmentOrdersMethods
    readonly policies: FulfilmentPoliciesMethods
    readonly returns: FulfilmentReturnsMethods
    readonly pickLists: FulfilmentPickListsMethods
    readonly analytics: FulfilmentAnalyticsMethods
  }
  readonly billing: {
    readonly autoSettlementRules: BillingAutoSettlementRulesMethods
    readonly settlementScopes: BillingSettlementScopesMethods
    readonly partners: BillingPartnersMethods
    readonly settlements: BillingSettlementsMethods
    readonly bills: BillingBillsMethods
    readonly paymentRuns: BillingPaymentRunsMethods
    readonly charges: BillingChargesMethods
    readonly numberAudit: BillingNumberAuditMethods
    readonly exports: BillingExportsMethods
    readonly ledger: BillingLedgerMethods
    readonly creditNotes: BillingCreditNotesMethods
    readonly invoices: BillingInvoicesMethods
    readonly recurringInvoiceProfiles: BillingRecurringInvoiceProfilesMethods
    readonly tariffs: BillingTariffsMethods
    readonly bankStatements: BillingBankStatementsMethods
    readonly bankEntries: BillingBankEntriesMethods
    readonly bankCsvMappings: BillingBankCsvMappingsMethods
    readonly payments: BillingPaymentsMethods
  }
  readonly dataExchange: {
    readonly conflicts: DataExchangeConflictsMethods
    readonly exports: DataExchangeExportsMethods
    readonly imports: DataExchangeImportsMethods
  }
  readonly document: {
    readonly documents: DocumentDocumentsMethods
    readonly portal: DocumentPortalMethods
  }
  readonly storage: {
    readonly files: StorageFilesMethods
    readonly usage: StorageUsageMethods
    readonly logo: StorageLogoMethods
  }
  readonly notification: {
    readonly notifications: NotificationNotificationsMethods
    readonly policy: NotificationPolicyMethods
    readonly preferences: NotificationPreferencesMethods
    readonly pushSubscriptions: NotificationPushSubscriptionsMethods
    readonly templates: NotificationTemplatesMethods
    readonly watches: NotificationWatchesMethods
    readonly events: NotificationEventsMethods
    readonly webhookEndpoints: NotificationWebhookEndpointsMethods
  }
  readonly configuration: {
    readonly settings: ConfigurationSettingsMethods
  }
  readonly audit: {
    readonly entries: AuditEntriesMethods
  }
}
