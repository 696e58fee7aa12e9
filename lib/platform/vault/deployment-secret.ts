import type { Vault } from './vault.ts'

const buildSealContext = (name: string) => ({ tenant: 'platform', subject: name, purpose: 'deployment' })

/** Seals a secret for the environment variable with this name. */
export const sealDeploymentSecret = (vault: Vault, name: string, secret: string): Promise<string> =>
  vault.seal(secret, buildSealContext(name))

/** Opens the value of an environment variable; on a developer's machine it may be the secret itself. */
export const openDeploymentSecret = async (vault: Vault, name: string, value: string): Promise<string> =>
  value.startsWith('v1.') ? await vault.open(value, buildSealContext(name)) : value
