import { text } from 'node:stream/consumers'
import { app } from '../lib/app.ts'
import { addSatellite, removeSatellite, renewSatelliteSecret, satellites } from '../lib/identity/satellite-registry.ts'
import { sealDeploymentSecret } from '../lib/vault/deployment-secret.ts'

type Command = (args: string[]) => Promise<string>

const told = (name: string, secret: string) => `clientId      ${name}\nclientSecret  ${secret}   (not shown again)`

export const commands: Readonly<Record<string, Command>> = {
  'satellite add': async ([name = '', ...redirectUris]) => told(name, await addSatellite(app(), name, redirectUris)),
  'satellite secret': async ([name = '']) => told(name, await renewSatelliteSecret(app(), name)),
  'satellite remove': async ([name = '']) => {
    await removeSatellite(app(), name)
    return `${name} is removed.`
  },
  'satellite list': async () => {
    const all = await satellites(app())
    return all.map(({ clientId, redirectUris }) => [clientId, ...redirectUris].join('\n  ')).join('\n') || 'None.'
  },
  'secret seal': async ([variable = '']) => {
    const secret = (await text(process.stdin)).trim()
    if (!/^[A-Z][A-Z_]+$/.test(variable) || !secret) throw new Error('Name a variable, and give the secret as input.')
    return await sealDeploymentSecret(app().vault, variable, secret)
  },
}
