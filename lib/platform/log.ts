import { Logger } from '@aws-lambda-powertools/logger'

type Fields = Record<string, unknown>

/** Lines contain a code, such as `partner.partner.created`, and ids, but never a body, a secret or personal data. */
export interface Log {
  info(code: string, fields?: Fields): void
  warn(code: string, fields?: Fields): void
  error(code: string, error: unknown, fields?: Fields): void
}

let logger: Logger | undefined

/** Replaces the logger, for tests that set another level; without one, the next line makes it anew. */
export const useLogger = (other: Logger | undefined): void => {
  logger = other
}

const write = (level: 'info' | 'warn' | 'error', code: string, fields: Fields) => {
  logger ??= new Logger({ serviceName: 'entrepot' })
  logger[level](code, fields)
}

class ContextLog implements Log {
  readonly #context: Fields

  constructor(context: Fields) {
    this.#context = context
  }

  info(code: string, fields?: Fields) {
    write('info', code, { ...this.#context, ...fields })
  }

  warn(code: string, fields?: Fields) {
    write('warn', code, { ...this.#context, ...fields })
  }

  error(code: string, error: unknown, fields?: Fields) {
    const thrown = error instanceof Error ? error : new Error(String(error))
    write('error', code, { ...this.#context, ...fields, error: thrown })
  }
}

/** Creates a log whose lines all have these fields, such as the id of the request. */
export const createLog = (context: Fields): Log => new ContextLog(context)
