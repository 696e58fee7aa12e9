import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { CustodianError } from '../custodian-connector.ts'

/** Returns a credential. Throws an error that tells the tenant what the member has to hold. */
export const requireCredential = (
  credentials: ConnectionConfig,
  member: keyof ConnectionConfig,
  holds: string,
): string => {
  const value = credentials[member]?.trim()
  if (!value) throw new CustodianError('INVALID_CONFIG', `The credential ${member} is missing: ${holds}.`)
  // A header cannot hold other characters.
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new CustodianError('INVALID_CONFIG', `The credential ${member} has characters that no key has: ${holds}.`)
  return value
}
