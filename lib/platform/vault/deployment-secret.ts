import type { Vault } from './vault.ts'

const buildSealContext = (name: string) => ({ tenant: 'platform', subject: name, purpose: 'deployment' })

/** A secret for an environment variable of this name. */
export const sealDeploymentSecret = (vault: Vault, name: string, secret: string): Promise<string> =>
  vault.seal(secret, buildSealContext(name))

/** What stands in an environment variable: sealed for its name, or, on a developer's machine, the secret itself. */
export const openDeploymentSecret = async (vault: Vault, name: string, value: string): Promise<string> =>
  value.startsWith('v1.') ? await vault.open(value, buildSealContext(name)) : value
