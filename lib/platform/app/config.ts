const readText = (name: string, fallback: string) => process.env[name] || fallback
const list = (name: string, fallback: string) =>
  readText(name, fallback)
    .split(',')
    .map((each) => each.trim())
const readInteger = (name: string, fallback: number) => {
  const value = Number(process.env[name] || fallback)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0`)
  return value
}
const moment = (name: string) => {
  const given = readText(name, '')
  if (given && Number.isNaN(Date.parse(given))) throw new Error(`${name} must be a timestamp`)
  return given ? new Date(given) : undefined
}
const ports = (name: string) =>
  list(name, '')
    .filter(Boolean)
    .map((each) => {
      const port = Number(each)
      if (!Number.isSafeInteger(port) || port < 1 || port > 65_535)
        throw new Error(`${name} must be ports from 1 to 65535, separated by commas`)
      return port
    })

/** The deployment's settings for a provider. The provider's defaults apply to empty ones. */
export interface ProviderSettings {
  readonly clientId: string
  /** Plain text, or sealed by the operator's command. */
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly apiUrl: string
}

const readProvider = (name: string): ProviderSettings => ({
  clientId: readText(`${name}_CLIENT_ID`, ''),
  clientSecret: readText(`${name}_CLIENT_SECRET`, ''),
  authorizeUrl: readText(`${name}_AUTHORIZE_URL`, ''),
  tokenUrl: readText(`${name}_TOKEN_URL`, ''),
  apiUrl: readText(`${name}_API_URL`, ''),
})

export interface Config {
  readonly stage: string
  readonly table: string
  readonly eventsQueue: string
  readonly deliveriesQueue: string
  readonly webhooksQueue: string
  readonly syncQueue: string
  readonly filesBucket: string
  readonly kmsKeyId: string
  /** Public URL of this API; issuer and audience of its tokens. */
  readonly publicUrl: string
  /** URL of the application that links in mails point to; the platform's own pages if it is the public URL. */
  readonly appUrl: string
  /** `smtp://host:port` or `ses:`. */
  readonly mailUrl: string
  readonly mailFrom: string
  /** Prefixes of the phone numbers that can receive text messages, such as `+49`; empty for none. */
  readonly smsPrefixes: readonly string[]
  readonly corsAllowedOrigins: readonly string[]
  /** Allows calls to private addresses, to all ports and over http. For a developer's machine only. */
  readonly outboundAllowPrivate: boolean
  /** Ports that outbound calls may use besides 443 and 80. */
  readonly outboundPorts: readonly number[]
  /** URIs to which a provider may redirect the browser; the first is the default. */
  readonly wizardRedirectUris: readonly string[]
  readonly custodianProviders: Readonly<
    Record<'fba_marketplace' | 'retailer_fbb' | 'freight_platform', ProviderSettings>
  >
  /** The platform's app at Shopify. The previous secret still verifies messages signed before a rotation. */
  readonly shopify: { readonly clientId: string; readonly clientSecret: string; readonly previousClientSecret: string }
  /** URI to which the browser returns after the authorization of a shop, with `channelId` and `result`. */
  readonly channelReturnUri: string
  /** Allows channels of simulated shops, for developers and tests. */
  readonly simulatedStores: boolean
  /** JSON for each kind of external sign-in; empty if the kind is not offered. */
  readonly signIn: Readonly<Record<'oidc' | 'social_oauth_a' | 'social_oauth_b' | 'social_oauth_c' | 'saml', string>>
  /** URIs to which the browser may return after an external sign-in; the first is the default. */
  readonly signInReturnUris: readonly string[]
  /** The domain of passkeys, and the origins of the pages on which they may be used. */
  readonly passkeys: { readonly rpId: string; readonly origins: readonly string[] }
  /** Webhooks that the shop of one channel may send per minute. */
  readonly webhookLimit: number
  /** File with examples that name things of the demo tenant, on a developer's machine; empty without one. */
  readonly examplesFile: string
  /** Moment before which every other worker had ended, on a developer's machine; undefined where others may be alive. */
  readonly aloneSince: Date | undefined
  readonly limits: {
    readonly identity: number
    readonly ip: number
    readonly auth: number
    readonly satellite: number
    readonly serviceAccount: number
  }
}

/** The only reader of the environment. The SDK itself reads AWS endpoints and credentials. */
export const readConfig = (): Config => {
  const publicUrl = readText('PUBLIC_URL', 'http://localhost:3000')
  const appUrl = readText('APP_URL', publicUrl)
  return {
    stage: readText('STAGE', 'dev'),
    table: readText('TABLE_NAME', 'entrepot-dev'),
    eventsQueue: readText('EVENTS_QUEUE', 'entrepot-dev-events'),
    deliveriesQueue: readText('DELIVERIES_QUEUE', 'entrepot-dev-deliveries'),
    webhooksQueue: readText('WEBHOOKS_QUEUE', 'entrepot-dev-webhooks'),
    syncQueue: readText('SYNC_QUEUE', 'entrepot-dev-sync'),
    filesBucket: readText('FILES_BUCKET', 'entrepot-dev-files'),
    kmsKeyId: readText('KMS_KEY_ID', 'alias/entrepot-dev'),
    publicUrl,
    appUrl,
    mailUrl: readText('MAIL_URL', 'smtp://127.0.0.1:1025'),
    mailFrom: readText('MAIL_FROM', 'Entrepot <no-reply@entrepot.invalid>'),
    smsPrefixes: list('SMS_PREFIXES', ''),
    corsAllowedOrigins: list('CORS_ALLOWED_ORIGINS', '*'),
    outboundAllowPrivate: readText('OUTBOUND_ALLOW_PRIVATE', 'false') === 'true',
    outboundPorts: ports('OUTBOUND_PORTS'),
    wizardRedirectUris: list('WIZARD_REDIRECT_URIS', `${appUrl}/custodian-wizard/callback`),
    custodianProviders: {
      fba_marketplace: readProvider('FBA_MARKETPLACE'),
      retailer_fbb: readProvider('RETAILER_FBB'),
      freight_platform: readProvider('FREIGHT_PLATFORM'),
    },
    shopify: {
      clientId: readText('SHOPIFY_CLIENT_ID', ''),
      clientSecret: readText('SHOPIFY_CLIENT_SECRET', ''),
      previousClientSecret: readText('SHOPIFY_PREVIOUS_CLIENT_SECRET', ''),
    },
    channelReturnUri: readText('CHANNEL_RETURN_URI', `${appUrl}/sales/channels/authorized`),
    simulatedStores: readText('SIMULATED_STORES', 'false') === 'true',
    signIn: {
      oidc: readText('SIGN_IN_OIDC', ''),
      social_oauth_a: readText('SIGN_IN_SOCIAL_OAUTH_A', ''),
      social_oauth_b: readText('SIGN_IN_SOCIAL_OAUTH_B', ''),
      social_oauth_c: readText('SIGN_IN_SOCIAL_OAUTH_C', ''),
      saml: readText('SIGN_IN_SAML', ''),
    },
    signInReturnUris: list('SIGN_IN_RETURN_URIS', appUrl),
    passkeys: {
      rpId: readText('PASSKEY_RP_ID', new URL(appUrl).hostname),
      origins: list('PASSKEY_ORIGINS', new URL(appUrl).origin),
    },
    examplesFile: readText('EXAMPLES_FILE', ''),
    aloneSince: moment('LOCAL_ALONE_SINCE'),
    webhookLimit: readInteger('RATE_LIMIT_WEBHOOK', 1200),
    limits: {
      identity: readInteger('RATE_LIMIT_IDENTITY', 600),
      ip: readInteger('RATE_LIMIT_IP', 120),
      auth: readInteger('RATE_LIMIT_AUTH', 10),
      satellite: readInteger('RATE_LIMIT_SATELLITE', 1200),
      serviceAccount: readInteger('RATE_LIMIT_SERVICE_ACCOUNT', 1200),
    },
  }
}
