import { Logger } from '@aws-lambda-powertools/logger'

type Fields = Record<string, unknown>

/** Lines have a code, such as `partner.partner.created`, and ids; never a body, a secret or a person's data. */
export interface Log {
  info(code: string, fields?: Fields): void
  warn(code: string, fields?: Fields): void
  error(code: string, error: unknown, fields?: Fields): void
}

let logger: Logger | undefined

const write = (level: 'info' | 'warn' | 'error', code: string, fields: Fields) => {
  logger ??= new Logger({ serviceName: 'entrepot' })
  logger[level](code, fields)
}

/** A log whose every line carries these fields, such as the request's id. */
export const logOf = (context: Fields): Log => ({
  info: (code, fields) => write('info', code, { ...context, ...fields }),
  warn: (code, fields) => write('warn', code, { ...context, ...fields }),
  error: (code, error, fields) =>
    write('error', code, { ...context, ...fields, error: error instanceof Error ? error : new Error(String(error)) }),
})
