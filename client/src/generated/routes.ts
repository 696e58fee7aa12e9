// Generated from the API description by `npm run generate:client`. Do not edit.

export const ROUTES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  "iam": {
    "auth": {
      "register": "POST /api/v1/iam/auth/register public body",
      "verifyEmail": "POST /api/v1/iam/auth/verify-email public body",
      "resendVerification": "POST /api/v1/iam/auth/resend-verification public body",
      "login": "POST /api/v1/iam/auth/login public body",
      "completeMfa": "POST /api/v1/iam/auth/mfa public body",
      "refresh": "POST /api/v1/iam/auth/refresh public body",
      "requestPasswordReset": "POST /api/v1/iam/auth/request-password-reset public body",
      "resetPassword": "POST /api/v1/iam/auth/reset-password public body",
      "selectTenant": "POST /api/iam/auth/select-tenant body",
      "beginPasskeyStepUp": "POST /api/iam/auth/step-up/passkey/begin",
      "stepUp": "POST /api/iam/auth/step-up body",
      "logoutEverywhere": "POST /api/iam/auth/logout-everywhere",
      "logoutOtherSessions": "POST /api/iam/auth/logout-others",
      "probeAbilities": "POST /api/auth/can body",
      "startExternalSignIn": "POST /api/iam/auth/external/{kind}/start public body",
      "exchangeSatelliteCode": "POST /api/v1/iam/auth/satellite/token public body",
      "confirmEmailChange": "POST /api/v1/iam/auth/email-change/confirm public body",
      "undoEmailChange": "POST /api/v1/iam/auth/email-change/undo public body",
      "acceptInvitation": "POST /api/v1/iam/auth/accept-invitation public body"
    },
    "satellite": {
      "issueCode": "POST /api/iam/satellite/authorize body"
    },
    "me": {
      "get": "GET /api/iam/me",
      "update": "PATCH /api/iam/me body"
    },
    "account": {
      "changePassword": "POST /api/iam/account/change-password body",
      "changeEmail": "POST /api/iam/account/change-email body",
      "delete": "DELETE /api/iam/account",
      "getData": "GET /api/iam/account/data",
      "getDataOfTenant": "GET /api/iam/account/data/{tenantId} query"
    },
    "sessions": {
      "list": "GET /api/iam/sessions query itemsPerPage",
      "get": "GET /api/iam/sessions/{id}",
      "end": "DELETE /api/iam/sessions/{id}"
    },
    "externalAccounts": {
      "list": "GET /api/iam/external-accounts query itemsPerPage",
      "get": "GET /api/iam/external-accounts/{id}",
      "unlink": "DELETE /api/iam/external-accounts/{id}"
    },
    "mfa": {
      "listFactors": "GET /api/iam/mfa/factors query itemsPerPage",
      "getFactor": "GET /api/iam/mfa/factors/{id}",
      "renameFactor": "PATCH /api/iam/mfa/factors/{id} body",
      "removeFactor": "DELETE /api/iam/mfa/factors/{id}",
      "beginTotp": "POST /api/iam/mfa/totp/begin",
      "confirmTotp": "POST /api/iam/mfa/totp/confirm body",
      "beginPasskey": "POST /api/iam/mfa/passkeys/begin",
      "confirmPasskey": "POST /api/iam/mfa/passkeys/confirm body",
      "regenerateRecoveryCodes": "POST /api/iam/mfa/recovery-codes/regenerate"
    },
    "tenants": {
      "list": "GET /api/iam/tenants query itemsPerPage",
      "create": "POST /api/iam/tenants body key",
      "get": "GET /api/iam/tenants/{id}",
      "rename": "PATCH /api/iam/tenants/{id} body",
      "leave": "DELETE /api/iam/tenants/{id}",
      "transferOwnership": "POST /api/iam/tenants/{id}/transfer-ownership body"
    },
    "members": {
      "list": "GET /api/iam/members query itemsPerPage",
      "invite": "POST /api/iam/members body key",
      "get": "GET /api/iam/members/{id}",
      "changeRole": "PATCH /api/iam/members/{id} body",
      "remove": "DELETE /api/iam/members/{id}",
      "suspend": "POST /api/iam/members/{id}/suspend",
      "reinstate": "POST /api/iam/members/{id}/reinstate"
    },
    "serviceAccounts": {
      "list": "GET /api/iam/service-accounts query itemsPerPage",
      "create": "POST /api/iam/service-accounts body key",
      "get": "GET /api/iam/service-accounts/{id}",
      "update": "PATCH /api/iam/service-accounts/{id} body",
      "delete": "DELETE /api/iam/service-accounts/{id}",
      "disable": "POST /api/iam/service-accounts/{id}/disable",
      "enable": "POST /api/iam/service-accounts/{id}/enable",
      "takeOver": "POST /api/iam/service-accounts/{id}/take-over",
      "addKey": "POST /api/iam/service-accounts/{id}/keys body",
      "revokeKey": "DELETE /api/iam/service-accounts/{id}/keys/{keyId}"
    }
  },
  "partner": {
    "partners": {
      "list": "GET /api/partner/partners query itemsPerPage",
      "create": "POST /api/partner/partners body key",
      "get": "GET /api/partner/partners/{id}",
      "update": "PATCH /api/partner/partners/{id} body"
    }
  },
  "warehousing": {
    "custodians": {
      "list": "GET /api/warehousing/custodians query itemsPerPage",
      "create": "POST /api/warehousing/custodians body key",
      "findByPartner": "GET /api/warehousing/custodians/by-partner/{partnerId}",
      "getCapabilityCatalog": "GET /api/warehousing/custodians/capability-catalog",
      "onboardPartner": "POST /api/warehousing/custodians/onboard body",
      "testConnection": "POST /api/warehousing/custodians/test-connection body",
      "get": "GET /api/warehousing/custodians/{id}",
      "enableCapability": "POST /api/warehousing/custodians/{id}/enable-capability body",
      "disableCapability": "POST /api/warehousing/custodians/{id}/disable-capability body",
      "updateConnectionConfig": "PUT /api/warehousing/custodians/{id}/connection-config body",
      "disconnect": "POST /api/warehousing/custodians/{id}/disconnect",
      "reactivate": "POST /api/warehousing/custodians/{id}/reactivate",
      "suspend": "POST /api/warehousing/custodians/{id}/suspend",
      "getInventory": "GET /api/warehousing/custodians/{id}/inventory query",
      "listWebhookDeliveries": "GET /api/warehousing/custodians/{custodianId}/webhook-deliveries query itemsPerPage",
      "getWebhookDelivery": "GET /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}",
      "replayWebhookDelivery": "POST /api/warehousing/custodians/{custodianId}/webhook-deliveries/{id}/replay"
    },
    "custodianWizard": {
      "begin": "POST /api/warehousing/custodian-wizard/{provider}/auth-start body",
      "finalise": "POST /api/warehousing/custodian-wizard/{provider}/auth-callback body",
      "getResources": "GET /api/warehousing/custodian-wizard/{provider}/resources query"
    }
  },
  "catalog": {
    "products": {
      "list": "GET /api/catalog/products query itemsPerPage",
      "create": "POST /api/catalog/products body key",
      "get": "GET /api/catalog/products/{id}",
      "update": "PATCH /api/catalog/products/{id} body"
    },
    "variants": {
      "list": "GET /api/catalog/variants query itemsPerPage",
      "create": "POST /api/catalog/variants body key",
      "get": "GET /api/catalog/variants/{id}",
      "update": "PATCH /api/catalog/variants/{id} body"
    },
    "assortments": {
      "list": "GET /api/catalog/assortments query itemsPerPage",
      "create": "POST /api/catalog/assortments body key",
      "get": "GET /api/catalog/assortments/{id}",
      "update": "PATCH /api/catalog/assortments/{id} body",
      "listVariants": "GET /api/catalog/assortments/{id}/variants query itemsPerPage",
      "putVariant": "PUT /api/catalog/assortments/{id}/variants/{variantId}",
      "takeVariantOut": "DELETE /api/catalog/assortments/{id}/variants/{variantId}"
    }
  },
  "inventory": {
    "stockItems": {
      "list": "GET /api/inventory/stock-items query itemsPerPage",
      "create": "POST /api/inventory/stock-items body",
      "get": "GET /api/inventory/stock-items/{id}",
      "update": "PATCH /api/inventory/stock-items/{id} body",
      "correct": "POST /api/inventory/stock-items/{id}/correct body key",
      "writeOff": "POST /api/inventory/stock-items/{id}/write-off body key",
      "restock": "POST /api/inventory/stock-items/{id}/restock body key",
      "discontinue": "POST /api/inventory/stock-items/{id}/discontinue"
    },
    "movements": {
      "list": "GET /api/inventory/movements query itemsPerPage",
      "get": "GET /api/inventory/movements/{id}"
    },
    "goodsReceipts": {
      "list": "GET /api/inventory/goods-receipts query itemsPerPage",
      "create": "POST /api/inventory/goods-receipts body key",
      "get": "GET /api/inventory/goods-receipts/{id}",
      "receive": "POST /api/inventory/goods-receipts/{id}/receive body key",
      "close": "POST /api/inventory/goods-receipts/{id}/close",
      "cancel": "POST /api/inventory/goods-receipts/{id}/cancel"
    },
    "transfers": {
      "list": "GET /api/inventory/transfers query itemsPerPage",
      "create": "POST /api/inventory/transfers body key",
      "get": "GET /api/inventory/transfers/{id}",
      "ship": "POST /api/inventory/transfers/{id}/ship",
      "receive": "POST /api/inventory/transfers/{id}/receive body key",
      "cancel": "POST /api/inventory/transfers/{id}/cancel"
    },
    "lots": {
      "list": "GET /api/inventory/lots query itemsPerPage",
      "get": "GET /api/inventory/lots/{id}",
      "recall": "POST /api/inventory/lots/{id}/recall body"
    },
    "serialUnits": {
      "list": "GET /api/inventory/serial-units query itemsPerPage",
      "get": "GET /api/inventory/serial-units/{id}"
    }
  },
  "shipping": {
    "shipments": {
      "list": "GET /api/shipping/shipments query itemsPerPage",
      "create": "POST /api/shipping/shipments body key",
      "get": "GET /api/shipping/shipments/{id}",
      "update": "PATCH /api/shipping/shipments/{id} body",
      "cancel": "POST /api/shipping/shipments/{id}/cancel body",
      "addEvent": "POST /api/shipping/shipments/{id}/events body",
      "replaceTrackingLink": "POST /api/shipping/shipments/{id}/replace-tracking-link",
      "renderDeliveryNote": "POST /api/shipping/shipments/{id}/delivery-note body",
      "buyLabel": "POST /api/shipping/shipments/{id}/label body",
      "uploadLabel": "POST /api/shipping/shipments/{id}/label/upload body",
      "voidLabel": "POST /api/shipping/shipments/{id}/label/void",
      "listAttachments": "GET /api/shipping/shipments/{id}/attachments query itemsPerPage",
      "addAttachment": "POST /api/shipping/shipments/{id}/attachments body",
      "removeAttachment": "DELETE /api/shipping/shipments/{id}/attachments/{fileId}"
    },
    "carriers": {
      "list": "GET /api/shipping/carriers query itemsPerPage",
      "create": "POST /api/shipping/carriers body",
      "get": "GET /api/shipping/carriers/{code}",
      "update": "PATCH /api/shipping/carriers/{code} body",
      "delete": "DELETE /api/shipping/carriers/{code}"
    }
  },
  "sales": {
    "channels": {
      "getSyncHealth": "GET /api/sales/channels/sync-health",
      "getDriftSummary": "GET /api/sales/channels/{channelId}/catalog/drift",
      "listDriftRows": "GET /api/sales/channels/{channelId}/catalog/drift/rows query itemsPerPage",
      "getVariantDiff": "GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/diff",
      "getCatalogPlan": "GET /api/sales/channels/{channelId}/catalog/plan",
      "publishCatalog": "POST /api/sales/channels/{channelId}/catalog/publish body",
      "listInventoryPlan": "GET /api/sales/channels/{channelId}/inventory/plan query itemsPerPage",
      "publishInventory": "POST /api/sales/channels/{channelId}/inventory/publish",
      "browseRemoteCatalog": "GET /api/sales/channels/{channelId}/catalog/remote query",
      "importCatalog": "POST /api/sales/channels/{channelId}/catalog/import",
      "detectConflicts": "POST /api/sales/channels/{channelId}/catalog/detect-conflicts",
      "resolveConflict": "POST /api/sales/channels/{channelId}/catalog/variants/{variantId}/resolve-conflict body",
      "getListingOverrides": "GET /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides",
      "setListingOverrides": "PUT /api/sales/channels/{channelId}/catalog/variants/{variantId}/overrides body",
      "listAnalytics": "GET /api/sales/channels/analytics query limit",
      "getAnalytics": "GET /api/sales/channels/{channelId}/analytics query",
      "bulkImportOrders": "POST /api/sales/channels/{channelId}/import-orders body",
      "getExternalOrderPayload": "GET /api/sales/channels/{channelId}/external-orders/{externalOrderId}",
      "listSyncRuns": "GET /api/sales/channels/{channelId}/sync-runs query itemsPerPage",
      "getSyncRun": "GET /api/sales/channels/{channelId}/sync-runs/{syncId}",
      "listSyncRecords": "GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records query itemsPerPage",
      "getSyncRecord": "GET /api/sales/channels/{channelId}/sync-runs/{syncId}/records/{id}",
      "retrySyncRun": "POST /api/sales/channels/{channelId}/sync-runs/{syncId}/retry",
      "list": "GET /api/sales/channels query itemsPerPage",
      "connect": "POST /api/sales/channels body key",
      "testConnection": "POST /api/sales/channels/test-connection body",
      "get": "GET /api/sales/channels/{id}",
      "update": "PATCH /api/sales/channels/{id} body",
      "delete": "DELETE /api/sales/channels/{id}",
      "pause": "POST /api/sales/channels/{id}/pause",
      "resume": "POST /api/sales/channels/{id}/resume",
      "disconnect": "POST /api/sales/channels/{id}/disconnect",
      "linkMerchant": "PUT /api/sales/channels/{id}/merchant body",
      "setSourcingPrincipal": "PUT /api/sales/channels/{id}/sourcing-principal body",
      "setCurrencies": "PATCH /api/sales/channels/{id}/currencies body",
      "setLocales": "PATCH /api/sales/channels/{id}/locales body",
      "bindCatalogLink": "PUT /api/sales/channels/{id}/catalog-links body",
      "clearCatalogLink": "DELETE /api/sales/channels/{id}/catalog-links/{direction}",
      "updateCredentials": "PATCH /api/sales/channels/{id}/credentials body",
      "refreshCapabilities": "POST /api/sales/channels/{id}/refresh-capabilities",
      "reconnect": "POST /api/sales/channels/{channelId}/reconnect",
      "subscribeWebhookTopic": "POST /api/sales/channels/{channelId}/webhooks body",
      "listWebhookSubscriptions": "GET /api/sales/channels/{channelId}/webhooks query itemsPerPage",
      "getWebhookSubscription": "GET /api/sales/channels/{channelId}/webhooks/{topic}",
      "removeWebhookSubscription": "DELETE /api/sales/channels/{channelId}/webhooks/{topic}",
      "rotateWebhookSecret": "POST /api/sales/channels/{channelId}/webhooks/rotate-secret",
      "listWebhookDeliveries": "GET /api/sales/channels/{channelId}/webhook-deliveries query itemsPerPage",
      "getWebhookDelivery": "GET /api/sales/channels/{channelId}/webhook-deliveries/{id}",
      "replayWebhookDelivery": "POST /api/sales/channels/{channelId}/webhook-deliveries/{id}/replay"
    },
    "acceptanceRuleSets": {
      "list": "GET /api/sales/acceptance-rule-sets query itemsPerPage",
      "create": "POST /api/sales/acceptance-rule-sets body",
      "dryRun": "POST /api/sales/acceptance-rule-sets/dry-run body",
      "get": "GET /api/sales/acceptance-rule-sets/{id}",
      "update": "PATCH /api/sales/acceptance-rule-sets/{id} body"
    },
    "orders": {
      "list": "GET /api/sales/orders query itemsPerPage",
      "export": "GET /api/sales/orders/export query",
      "get": "GET /api/sales/orders/{id}",
      "getFulfilments": "GET /api/sales/orders/{id}/fulfilments",
      "accept": "POST /api/sales/orders/{id}/accept",
      "reject": "POST /api/sales/orders/{id}/reject body",
      "cancel": "POST /api/sales/orders/{id}/cancel body"
    },
    "connections": {
      "discoverStoreChannels": "GET /api/sales/connections/{connectionId}/store-channels query"
    },
    "merchants": {
      "list": "GET /api/sales/merchants query itemsPerPage",
      "create": "POST /api/sales/merchants body key",
      "get": "GET /api/sales/merchants/{id}",
      "update": "PATCH /api/sales/merchants/{id} body"
    }
  },
  "fulfilment": {
    "incidents": {
      "get": "GET /api/fulfilment/incidents/{id}",
      "list": "GET /api/fulfilment/incidents query itemsPerPage",
      "resolve": "POST /api/fulfilment/incidents/{id}/resolve body",
      "retry": "POST /api/fulfilment/incidents/{id}/retry"
    },
    "orders": {
      "cancel": "POST /api/fulfilment/orders/{id}/cancel body",
      "closeShort": "POST /api/fulfilment/orders/{id}/close-short body",
      "create": "POST /api/fulfilment/orders body key",
      "list": "GET /api/fulfilment/orders query itemsPerPage",
      "getFulfilment": "GET /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}",
      "listFulfilments": "GET /api/fulfilment/orders/{id}/fulfilments query itemsPerPage",
      "reverseFulfilment": "POST /api/fulfilment/orders/{id}/fulfilments/{fulfilmentId}/reverse body",
      "get": "GET /api/fulfilment/orders/{id}",
      "handOver": "POST /api/fulfilment/orders/{id}/hand-over body key",
      "hold": "POST /api/fulfilment/orders/{id}/hold body",
      "reassign": "POST /api/fulfilment/orders/{id}/reassign body key",
      "release": "POST /api/fulfilment/orders/{id}/release body",
      "split": "POST /api/fulfilment/orders/{id}/split body key",
      "start": "POST /api/fulfilment/orders/{id}/start"
    },
    "policies": {
      "create": "POST /api/fulfilment/policies body",
      "list": "GET /api/fulfilment/policies query itemsPerPage",
      "delete": "DELETE /api/fulfilment/policies/{id}",
      "get": "GET /api/fulfilment/policies/{id}",
      "update": "PATCH /api/fulfilment/policies/{id} body",
      "dryRun": "POST /api/fulfilment/policies/dry-run body"
    },
    "returns": {
      "list": "GET /api/fulfilment/returns query itemsPerPage",
      "request": "POST /api/fulfilment/returns body key",
      "get": "GET /api/fulfilment/returns/{id}",
      "authorize": "POST /api/fulfilment/returns/{id}/authorize body",
      "reject": "POST /api/fulfilment/returns/{id}/reject body",
      "receive": "POST /api/fulfilment/returns/{id}/receive body key",
      "resolve": "POST /api/fulfilment/returns/{id}/resolve body",
      "cancel": "POST /api/fulfilment/returns/{id}/cancel",
      "renderSlip": "POST /api/fulfilment/returns/{id}/slip body"
    },
    "pickLists": {
      "render": "POST /api/fulfilment/pick-lists body"
    },
    "analytics": {
      "get": "GET /api/fulfilment/analytics query"
    }
  },
  "billing": {
    "autoSettlementRules": {
      "list": "GET /api/billing/auto-settlement-rules query itemsPerPage",
      "create": "POST /api/billing/auto-settlement-rules body",
      "get": "GET /api/billing/auto-settlement-rules/{id}",
      "delete": "DELETE /api/billing/auto-settlement-rules/{id}",
      "settle": "POST /api/billing/auto-settlement-rules/{id}/settle dryRun"
    },
    "settlementScopes": {
      "list": "GET /api/billing/settlement-scopes query itemsPerPage",
      "get": "GET /api/billing/settlement-scopes/{scope}"
    },
    "partners": {
      "getStatement": "GET /api/billing/partners/{partnerId}/statement query itemsPerPage",
      "renderStatement": "POST /api/billing/partners/{partnerId}/statement/render body",
      "exportStatement": "GET /api/billing/partners/{partnerId}/statement/export query",
      "getOpenItems": "GET /api/billing/partners/{partnerId}/open-items",
      "renderOpenItems": "POST /api/billing/partners/{partnerId}/open-items/render body"
    },
    "settlements": {
      "list": "GET /api/billing/settlements query itemsPerPage",
      "create": "POST /api/billing/settlements body key dryRun",
      "get": "GET /api/billing/settlements/{id}",
      "approve": "POST /api/billing/settlements/{id}/approve body",
      "addLineItem": "POST /api/billing/settlements/{id}/line-items body",
      "exportLines": "GET /api/billing/settlements/{id}/line-items/export query",
      "markPaid": "POST /api/billing/settlements/{id}/mark-paid body",
      "reject": "POST /api/billing/settlements/{id}/reject body",
      "generateStatement": "POST /api/billing/settlements/{id}/statement body"
    },
    "bills": {
      "list": "GET /api/billing/bills query itemsPerPage",
      "record": "POST /api/billing/bills body key",
      "export": "GET /api/billing/bills/export query",
      "get": "GET /api/billing/bills/{id}",
      "update": "PATCH /api/billing/bills/{id} body",
      "review": "POST /api/billing/bills/{id}/review",
      "approve": "POST /api/billing/bills/{id}/approve body",
      "schedule": "POST /api/billing/bills/{id}/schedule body",
      "markPaid": "POST /api/billing/bills/{id}/mark-paid body",
      "dispute": "POST /api/billing/bills/{id}/dispute body",
      "resolve": "POST /api/billing/bills/{id}/resolve",
      "cancel": "POST /api/billing/bills/{id}/cancel body",
      "listAttachments": "GET /api/billing/bills/{id}/attachments query itemsPerPage",
      "addAttachment": "POST /api/billing/bills/{id}/attachments body",
      "removeAttachment": "DELETE /api/billing/bills/{id}/attachments/{fileId}"
    },
    "paymentRuns": {
      "list": "GET /api/billing/payment-runs query itemsPerPage",
      "create": "POST /api/billing/payment-runs body key",
      "get": "GET /api/billing/payment-runs/{id}",
      "getFile": "GET /api/billing/payment-runs/{id}/file",
      "submit": "POST /api/billing/payment-runs/{id}/submit",
      "confirm": "POST /api/billing/payment-runs/{id}/confirm body",
      "reject": "POST /api/billing/payment-runs/{id}/reject body",
      "cancel": "POST /api/billing/payment-runs/{id}/cancel"
    },
    "charges": {
      "list": "GET /api/billing/charges query itemsPerPage",
      "create": "POST /api/billing/charges body key",
      "export": "GET /api/billing/charges/export query",
      "get": "GET /api/billing/charges/{id}",
      "update": "PATCH /api/billing/charges/{id} body"
    },
    "numberAudit": {
      "get": "GET /api/billing/number-audit query"
    },
    "exports": {
      "exportDatevPostings": "GET /api/billing/exports/datev query"
    },
    "ledger": {
      "export": "GET /api/billing/ledger/export query"
    },
    "creditNotes": {
      "list": "GET /api/billing/credit-notes query itemsPerPage",
      "create": "POST /api/billing/credit-notes body key dryRun",
      "export": "GET /api/billing/credit-notes/export query",
      "get": "GET /api/billing/credit-notes/{id}",
      "update": "PATCH /api/billing/credit-notes/{id} body dryRun",
      "delete": "DELETE /api/billing/credit-notes/{id}",
      "cancel": "POST /api/billing/credit-notes/{id}/cancel",
      "apply": "POST /api/billing/credit-notes/{id}/apply",
      "issue": "POST /api/billing/credit-notes/{id}/issue body dryRun",
      "render": "POST /api/billing/credit-notes/{id}/render",
      "downloadEinvoice": "GET /api/billing/credit-notes/{id}/e-invoice query",
      "listAttachments": "GET /api/billing/credit-notes/{id}/attachments query itemsPerPage",
      "addAttachment": "POST /api/billing/credit-notes/{id}/attachments body",
      "removeAttachment": "DELETE /api/billing/credit-notes/{id}/attachments/{fileId}"
    },
    "invoices": {
      "list": "GET /api/billing/invoices query itemsPerPage",
      "generate": "POST /api/billing/invoices body key dryRun",
      "export": "GET /api/billing/invoices/export query",
      "getByNumber": "GET /api/billing/invoices/by-number/{invoiceNumber}",
      "get": "GET /api/billing/invoices/{id}",
      "update": "PATCH /api/billing/invoices/{id} body dryRun",
      "delete": "DELETE /api/billing/invoices/{id}",
      "addLineItem": "POST /api/billing/invoices/{id}/line-items body",
      "updateLineItem": "PATCH /api/billing/invoices/{id}/line-items/{lineId} body",
      "removeLineItem": "DELETE /api/billing/invoices/{id}/line-items/{lineId}",
      "cancel": "POST /api/billing/invoices/{id}/cancel body",
      "issue": "POST /api/billing/invoices/{id}/issue body dryRun",
      "markPaid": "POST /api/billing/invoices/{id}/mark-paid body",
      "render": "POST /api/billing/invoices/{id}/render body",
      "downloadEinvoice": "GET /api/billing/invoices/{id}/e-invoice query",
      "send": "POST /api/billing/invoices/{id}/send body key",
      "listSendings": "GET /api/billing/invoices/{id}/sendings query itemsPerPage",
      "getReminders": "GET /api/billing/invoices/{id}/reminders",
      "stopReminders": "POST /api/billing/invoices/{id}/reminders/stop",
      "resumeReminders": "POST /api/billing/invoices/{id}/reminders/resume",
      "getSending": "GET /api/billing/invoices/{invoiceId}/sendings/{id}",
      "listAttachments": "GET /api/billing/invoices/{id}/attachments query itemsPerPage",
      "addAttachment": "POST /api/billing/invoices/{id}/attachments body",
      "removeAttachment": "DELETE /api/billing/invoices/{id}/attachments/{fileId}"
    },
    "recurringInvoiceProfiles": {
      "list": "GET /api/billing/recurring-invoice-profiles query itemsPerPage",
      "create": "POST /api/billing/recurring-invoice-profiles body key",
      "get": "GET /api/billing/recurring-invoice-profiles/{id}",
      "update": "PATCH /api/billing/recurring-invoice-profiles/{id} body",
      "listInvoices": "GET /api/billing/recurring-invoice-profiles/{id}/invoices query itemsPerPage",
      "end": "POST /api/billing/recurring-invoice-profiles/{id}/end",
      "pause": "POST /api/billing/recurring-invoice-profiles/{id}/pause",
      "resume": "POST /api/billing/recurring-invoice-profiles/{id}/resume"
    },
    "tariffs": {
      "list": "GET /api/billing/tariffs query itemsPerPage",
      "create": "POST /api/billing/tariffs body key",
      "dryRun": "POST /api/billing/tariffs/dry-run body",
      "get": "GET /api/billing/tariffs/{id}",
      "end": "POST /api/billing/tariffs/{id}/end body"
    },
    "bankStatements": {
      "list": "GET /api/billing/bank-statements query itemsPerPage",
      "create": "POST /api/billing/bank-statements body key",
      "get": "GET /api/billing/bank-statements/{id}",
      "listEntries": "GET /api/billing/bank-statements/{id}/entries query itemsPerPage"
    },
    "bankEntries": {
      "list": "GET /api/billing/bank-entries query itemsPerPage",
      "get": "GET /api/billing/bank-entries/{id}",
      "confirm": "POST /api/billing/bank-entries/{id}/confirm body key",
      "ignore": "POST /api/billing/bank-entries/{id}/ignore",
      "reopen": "POST /api/billing/bank-entries/{id}/reopen",
      "match": "POST /api/billing/bank-entries/{id}/match"
    },
    "bankCsvMappings": {
      "list": "GET /api/billing/bank-csv-mappings query itemsPerPage",
      "create": "POST /api/billing/bank-csv-mappings body key",
      "get": "GET /api/billing/bank-csv-mappings/{id}",
      "delete": "DELETE /api/billing/bank-csv-mappings/{id}"
    },
    "payments": {
      "list": "GET /api/billing/payments query itemsPerPage",
      "record": "POST /api/billing/payments body key",
      "export": "GET /api/billing/payments/export query",
      "get": "GET /api/billing/payments/{id}",
      "allocate": "POST /api/billing/payments/{id}/allocate body key",
      "reverse": "POST /api/billing/payments/{id}/reverse body key",
      "refund": "POST /api/billing/payments/{id}/refund body key"
    }
  },
  "dataExchange": {
    "conflicts": {
      "list": "GET /api/data-exchange/conflicts query itemsPerPage",
      "get": "GET /api/data-exchange/conflicts/{id}"
    },
    "exports": {
      "list": "GET /api/data-exchange/exports query itemsPerPage",
      "get": "GET /api/data-exchange/exports/{id}",
      "getContent": "GET /api/data-exchange/exports/{id}/content"
    },
    "imports": {
      "list": "GET /api/data-exchange/imports query itemsPerPage",
      "create": "POST /api/data-exchange/imports body key",
      "get": "GET /api/data-exchange/imports/{id}",
      "listErrors": "GET /api/data-exchange/imports/{id}/errors query"
    }
  },
  "document": {
    "documents": {
      "list": "GET /api/document/documents query itemsPerPage",
      "get": "GET /api/document/documents/{id}",
      "download": "GET /api/document/documents/{id}/download query"
    },
    "portal": {
      "getSharedDocument": "GET /api/document/portal/{token} public"
    }
  },
  "storage": {
    "files": {
      "list": "GET /api/storage/files query itemsPerPage",
      "create": "POST /api/storage/files body key",
      "get": "GET /api/storage/files/{id}",
      "delete": "DELETE /api/storage/files/{id}",
      "getUpload": "GET /api/storage/files/{id}/upload",
      "complete": "POST /api/storage/files/{id}/complete",
      "abort": "POST /api/storage/files/{id}/abort",
      "getContent": "GET /api/storage/files/{id}/content"
    },
    "usage": {
      "get": "GET /api/storage/usage"
    },
    "logo": {
      "get": "GET /api/storage/logo",
      "set": "PUT /api/storage/logo body",
      "remove": "DELETE /api/storage/logo"
    }
  },
  "notification": {
    "notifications": {
      "list": "GET /api/notification/notifications query limit",
      "markAllRead": "POST /api/notification/notifications/mark-all-read",
      "getUnreadCount": "GET /api/notification/notifications/unread-count",
      "get": "GET /api/notification/notifications/{id}",
      "markOneRead": "POST /api/notification/notifications/{id}/read"
    },
    "policy": {
      "get": "GET /api/notification/policy",
      "update": "PATCH /api/notification/policy body"
    },
    "preferences": {
      "get": "GET /api/notification/preferences",
      "update": "PATCH /api/notification/preferences body",
      "enableDoNotDisturb": "POST /api/notification/preferences/do-not-disturb/enable",
      "disableDoNotDisturb": "POST /api/notification/preferences/do-not-disturb/disable"
    },
    "pushSubscriptions": {
      "list": "GET /api/notification/push-subscriptions query itemsPerPage",
      "register": "POST /api/notification/push-subscriptions body",
      "remove": "DELETE /api/notification/push-subscriptions query",
      "getPushKey": "GET /api/notification/push-subscriptions/key",
      "get": "GET /api/notification/push-subscriptions/{id}"
    },
    "templates": {
      "list": "GET /api/notification/templates query itemsPerPage",
      "create": "POST /api/notification/templates body",
      "preview": "POST /api/notification/templates/preview body",
      "get": "GET /api/notification/templates/{id}",
      "update": "PATCH /api/notification/templates/{id} body"
    },
    "watches": {
      "get": "GET /api/notification/watches query",
      "watchTopic": "POST /api/notification/watches body",
      "unwatchTopic": "DELETE /api/notification/watches query"
    },
    "events": {
      "publish": "POST /api/notification/events body key",
      "getTrace": "GET /api/notification/events/{id}/trace query itemsPerPage"
    },
    "webhookEndpoints": {
      "list": "GET /api/notification/webhook-endpoints query itemsPerPage",
      "create": "POST /api/notification/webhook-endpoints body",
      "get": "GET /api/notification/webhook-endpoints/{id}",
      "update": "PATCH /api/notification/webhook-endpoints/{id} body",
      "delete": "DELETE /api/notification/webhook-endpoints/{id}",
      "rotateSecret": "POST /api/notification/webhook-endpoints/{id}/rotate-secret body",
      "test": "POST /api/notification/webhook-endpoints/{id}/test body",
      "replayWebhooks": "POST /api/notification/webhook-endpoints/{id}/replay body",
      "listDeliveries": "GET /api/notification/webhook-endpoints/{endpointId}/deliveries query itemsPerPage",
      "getDelivery": "GET /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}",
      "replayDelivery": "POST /api/notification/webhook-endpoints/{endpointId}/deliveries/{id}/replay"
    }
  },
  "configuration": {
    "settings": {
      "list": "GET /api/configuration/settings query itemsPerPage",
      "listByCategory": "GET /api/configuration/settings/category/{category} query itemsPerPage",
      "getByKey": "GET /api/configuration/settings/key/{key}",
      "bulkUpsert": "PUT /api/configuration/settings/bulk body",
      "get": "GET /api/configuration/settings/{id}",
      "update": "PUT /api/configuration/settings/{id} body",
      "reset": "POST /api/configuration/settings/{id}/reset"
    }
  },
  "audit": {
    "entries": {
      "list": "GET /api/audit/entries query cursor limit",
      "export": "GET /api/audit/entries/export query",
      "get": "GET /api/audit/entries/{id}"
    }
  }
}
