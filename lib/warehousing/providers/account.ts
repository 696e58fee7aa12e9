import type { App } from '../../platform/app/app.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'
import { fbaMarketplace } from './fba-marketplace.ts'
import { freightPlatform } from './freight-platform.ts'
import type { Reach, WizardProvider } from './provider.ts'
import { retailerFbb } from './retailer-fbb.ts'

const PROVIDERS: Readonly<Record<string, WizardProvider>> = {
  fba_marketplace: fbaMarketplace,
  freight_platform: freightPlatform,
  retailer_fbb: retailerFbb,
}

/** The provider that the path names. */
export const requireProvider = (name: string): WizardProvider => {
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  if (!provider) throw notFound()
  return provider
}

/** The ways to a provider, where this deployment has an account there; tenants with keys of their own need none. */
export const reach = async (
  { config, outbound, vault }: Pick<App, 'config' | 'outbound' | 'vault'>,
  { name, needs, defaults }: WizardProvider,
): Promise<Reach> => {
  const given = config.custodianProviders[name]
  if (needs.some((setting) => !given[setting]))
    throw new Problem('PROVIDER_NOT_CONFIGURED', `This deployment has no account with ${name}.`)
  const secretName = `${name.toUpperCase()}_CLIENT_SECRET`
  const account = {
    clientId: given.clientId,
    clientSecret: await openDeploymentSecret(vault, secretName, given.clientSecret),
    authorizeUrl: given.authorizeUrl || (defaults.authorizeUrl ?? ''),
    tokenUrl: given.tokenUrl || defaults.tokenUrl,
    apiUrl: given.apiUrl || defaults.apiUrl,
  }
  return { outbound, account }
}
