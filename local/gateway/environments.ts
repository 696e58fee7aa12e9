import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<NodeJS.ProcessEnv>()

/** Makes `process.env` return the variables of the running function, and outside of functions those of the process. */
export const separateEnvironments = (): void => {
  const own = process.env
  Object.defineProperty(process, 'env', {
    configurable: true,
    enumerable: true,
    get: () => current.getStore() ?? own,
  })
}

export const runInEnvironment = <T>(environment: NodeJS.ProcessEnv, work: () => T): T => current.run(environment, work)
