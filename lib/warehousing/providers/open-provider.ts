import type { App } from '../../platform/app/app.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import { openDeploymentSecret } from '../../platform/vault/deployment-secret.ts'
import { fbaMarketplace } from './fba-marketplace.ts'
import { freightPlatform } from './freight-platform.ts'
import type { ProviderAccess, WizardProvider } from './provider.ts'
import { retailerFbb } from './retailer-fbb.ts'

const PROVIDERS: Readonly<Record<string, WizardProvider>> = {
  fba_marketplace: fbaMarketplace,
  freight_platform: freightPlatform,
  retailer_fbb: retailerFbb,
}

/** Returns the provider that the path names; throws if there is none. */
export const requireProvider = (name: string): WizardProvider => {
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined
  if (!provider) throw notFound()
  return provider
}

/** Opens this deployment's account at a provider; throws if the provider needs one and it is not configured. */
export const openProvider = async (
  { config, outbound, vault }: Pick<App, 'config' | 'outbound' | 'vault'>,
  { name, needs, defaults }: WizardProvider,
): Promise<ProviderAccess> => {
  const settings = config.custodianProviders[name]
  if (needs.some((setting) => !settings[setting]))
    throw new Problem('PROVIDER_NOT_CONFIGURED', `This deployment has no account with ${name}.`)
  const secretName = `${name.toUpperCase()}_CLIENT_SECRET`
  const account = {
    clientId: settings.clientId,
    clientSecret: await openDeploymentSecret(vault, secretName, settings.clientSecret),
    authorizeUrl: settings.authorizeUrl || (defaults.authorizeUrl ?? ''),
    tokenUrl: settings.tokenUrl || defaults.tokenUrl,
    apiUrl: settings.apiUrl || defaults.apiUrl,
  }
  return { outbound, account }
}
