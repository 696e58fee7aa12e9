import { domainToASCII } from 'node:url'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Membership } from '../identity-store.ts'
import { SECURITY_SETTINGS } from '../security-settings.ts'

/** Returns the canonical spelling of a domain. */
const normalizeDomain = (domain: string) => domainToASCII(domain).toLowerCase()

/** Compares the whole domain; a subdomain of an allowed one is not allowed. */
const isAllowed = (email: string, domains: readonly string[]) =>
  !domains.length || domains.map(normalizeDomain).includes(normalizeDomain(email.slice(email.lastIndexOf('@') + 1)))

/** Reads the tenant's rules for new members. */
export const readMembershipRules = async (db: Table, tenant: Id) => {
  const settings = await getSettings({ db }, tenant, [
    SECURITY_SETTINGS.allowedEmailDomains,
    SECURITY_SETTINGS.invitationDays,
  ])
  return { domains: settings['security.allowedEmailDomains'], invitationDays: settings['security.invitationDays'] }
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Refuses to invite an address of a domain that the tenant does not allow. */
export const checkMayBeInvited = (email: string, domains: readonly string[]): void => {
  if (isAllowed(email, domains)) return
  throw invalid({ propertyPath: 'email', message: `must be an address at ${disjunction.format(domains)}` })
}

/** Lists the tenants to which the person could not belong with another address, with the domains that they allow. */
const findForbidding = async (db: Table, memberships: readonly Membership[], email: string) => {
  const current = memberships.filter(({ status }) => status !== 'left')
  const rules = await Promise.all(current.map(({ tenant }) => readMembershipRules(db, tenant)))
  return current.flatMap(({ name }, i) => {
    const { domains = [] } = rules[i] ?? {}
    return isAllowed(email, domains) ? [] : [{ name, domains }]
  })
}

/** Refuses an address that a tenant of the person does not allow, so that nobody takes access along to another mailbox. */
export const checkMayHaveEmail = async (
  db: Table,
  memberships: readonly Membership[],
  email: string,
  propertyPath: string,
): Promise<void> => {
  const forbidding = await findForbidding(db, memberships, email)
  if (!forbidding.length) return
  throw invalid(
    ...forbidding.map(({ name, domains }) => ({
      propertyPath,
      message: `must be an address at ${disjunction.format(domains)} while you are a member of ${name}`,
    })),
  )
}

/** Refuses an invitation that was mailed before the tenant stopped allowing the domain. */
export const checkMayAccept = (email: string, domains: readonly string[]): void => {
  if (isAllowed(email, domains)) return
  const message = 'must be for an address that the tenant allows; ask for an invitation to another address'
  throw invalid({ propertyPath: 'token', message })
}
