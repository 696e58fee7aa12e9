import type { Config } from '../app/config.ts'
import type { Violation } from '../problem.ts'
import { OutboundError } from './outbound-error.ts'
import { parseUrl } from './parse-url.ts'
import { describeFailure } from './problems.ts'

/** Finds why a URL that a tenant gives may never be called, as far as that is known before DNS. */
export const findUrlViolations = (
  { outboundAllowPrivate: allowPrivate, outboundPorts: ports }: Pick<Config, 'outboundAllowPrivate' | 'outboundPorts'>,
  url: string,
  propertyPath: string,
): Violation[] => {
  try {
    parseUrl(url, { allowPrivate, ports })
    return []
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return [{ propertyPath, message: describeFailure(error) }]
  }
}
