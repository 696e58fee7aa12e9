import type { Tenant } from './client.ts'
import { layGround } from './nouns.ts'
import { registerSender } from './sender.ts'

/** Registers a tenant with all that its load needs. */
export const startTenant = async (api: string, mails: string, name: string): Promise<Tenant> => {
  const sender = await registerSender(api, mails, name)
  return { sender, ground: await layGround(sender), entries: [], writtenOff: { sure: 0, unclear: 0 } }
}
