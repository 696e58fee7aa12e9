const text = (name: string, fallback: string) => process.env[name] || fallback
const whole = (name: string, fallback: number) => {
  const value = Number(process.env[name] || fallback)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0`)
  return value
}

export interface Config {
  readonly stage: string
  readonly table: string
  readonly eventsQueue: string
  readonly deliveriesQueue: string
  readonly filesBucket: string
  readonly kmsKeyId: string
  /** Where this API is reached from outside; issuer and audience of its tokens. */
  readonly publicUrl: string
  /** Where links in mails point. */
  readonly appUrl: string
  /** `smtp://host:port` or `ses:`. */
  readonly mailUrl: string
  readonly mailFrom: string
  readonly corsAllowedOrigins: readonly string[]
  readonly limits: { readonly identity: number; readonly ip: number; readonly auth: number }
}

let read: Config | undefined

/** The only reader of the environment. AWS endpoints and credentials stay the SDK's own business. */
export const config = (): Config => {
  const publicUrl = text('PUBLIC_URL', 'http://localhost:3000')
  read ??= {
    stage: text('STAGE', 'dev'),
    table: text('TABLE_NAME', 'entrepot-dev'),
    eventsQueue: text('EVENTS_QUEUE', 'entrepot-dev-events'),
    deliveriesQueue: text('DELIVERIES_QUEUE', 'entrepot-dev-deliveries'),
    filesBucket: text('FILES_BUCKET', 'entrepot-dev-files'),
    kmsKeyId: text('KMS_KEY_ID', 'alias/entrepot-dev'),
    publicUrl,
    appUrl: text('APP_URL', publicUrl),
    mailUrl: text('MAIL_URL', 'smtp://127.0.0.1:1025'),
    mailFrom: text('MAIL_FROM', 'Entrepot <no-reply@entrepot.invalid>'),
    corsAllowedOrigins: text('CORS_ALLOWED_ORIGINS', '*')
      .split(',')
      .map((origin) => origin.trim()),
    limits: {
      identity: whole('RATE_LIMIT_IDENTITY', 600),
      ip: whole('RATE_LIMIT_IP', 120),
      auth: whole('RATE_LIMIT_AUTH', 10),
    },
  }
  return read
}
