import { domainToASCII } from 'node:url'
import { getSettings } from '../../configuration/get-settings.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'

/** Returns the canonical spelling of a domain. */
const normalizeDomain = (domain: string) => domainToASCII(domain).toLowerCase()

/** Compares the whole domain; a subdomain of an allowed one is not allowed. */
const isAllowed = (email: string, domains: readonly string[]) =>
  !domains.length || domains.map(normalizeDomain).includes(normalizeDomain(email.slice(email.lastIndexOf('@') + 1)))

/** Reads the tenant's rules for new members. */
export const readMembershipRules = async (db: Table, tenant: Id) => {
  const settings = await getSettings({ db }, tenant, ['security.allowedEmailDomains', 'security.invitationDays'])
  return { domains: settings['security.allowedEmailDomains'], invitationDays: settings['security.invitationDays'] }
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Refuses to invite an address of a domain that the tenant does not allow. */
export const checkMayBeInvited = (email: string, domains: readonly string[]): void => {
  if (isAllowed(email, domains)) return
  throw invalid({ propertyPath: 'email', message: `must be an address at ${disjunction.format(domains)}` })
}

/** Refuses an invitation that was mailed before the tenant stopped allowing the domain. */
export const checkMayAccept = (email: string, domains: readonly string[]): void => {
  if (isAllowed(email, domains)) return
  const message = 'must be for an address that the tenant allows; ask for an invitation to another address'
  throw invalid({ propertyPath: 'token', message })
}
