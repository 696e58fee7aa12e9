import { rm } from 'node:fs/promises'
import { findGateway } from '../../bench/stack/processor-time.ts'
import { waitFor } from '../../local/wait.ts'
import { ownStack, start } from '../support/stack-setup.ts'
import { startTenant } from './start-tenant.ts'

const MOST = '1000000000'

/** Starts a stack without rate limits for those who are signed in, with some tenants. */
export const startLoadedStack = async (tenantCount: number) => {
  const own = await ownStack()
  const at = (name: string) => `http://127.0.0.1:${own.ports[name]}`
  const limits = { RATE_LIMIT_IDENTITY: MOST, RATE_LIMIT_AUTH: MOST, RATE_LIMIT_IP: '120' }
  const begin = async () => {
    const started = start({ ...own.env, ...limits, LOG_LEVEL: 'SILENT' })
    await started.ready
    return started
  }
  let running = await begin()
  const [api, mails] = [at('api'), at('mail')]
  const names = Array.from({ length: tenantCount }, (_, i) => `load${i}`)
  const tenants = await Promise.all(names.map((name) => startTenant(api, mails, name)))
  const pids = () => ({ main: running.child.pid ?? 0, gateway: Number(findGateway(own.ports.api ?? 0)) })
  return {
    api,
    dynamodb: at('dynamodb'),
    tenants,
    pids,
    /** Kills the process that runs the functions. */
    killGateway() {
      process.kill(pids().gateway, 'SIGKILL')
    },
    /** Kills the process with the queues, with which the others end, and starts everything again. */
    async restart() {
      running.child.kill('SIGKILL')
      await running.ended
      await waitFor('the ports', async () => (await fetch(api).catch(() => undefined)) === undefined)
      running = await begin()
    },
    async stop() {
      running.child.kill('SIGKILL')
      await running.ended
      await rm(own.dataDir, { recursive: true, force: true })
    },
  }
}
