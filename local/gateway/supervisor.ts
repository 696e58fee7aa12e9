import { type GatewayOptions, type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

/** A process that ends sooner than this after the one before says that starting it again is no use. */
const STABLE_MS = 5000
const MAX_CRASHES = 3

export interface Supervisor {
  /** The process for the next request; while a new one starts, that one. */
  current: () => Promise<GatewayProcess>
  /** Serves the sources as they are now. Requests that have begun are finished by the process that began them. */
  restart: () => void
  stop: () => Promise<void>
  /** Resolves where the process ends again and again, with why. */
  gone: Promise<string>
}

/** Keeps a gateway process running: another one where the sources change, and where it ends by itself. */
export const superviseGateway = async (options: GatewayOptions): Promise<Supervisor> => {
  const { onLine } = options
  const running = new Set<GatewayProcess>()
  let isStopping = false
  let crashes = 0
  let lastCrash = 0
  let giveUp: (reason: string) => void = () => undefined
  const gone = new Promise<string>((resolve) => {
    giveUp = resolve
  })

  const start = async () => {
    const started = await startGatewayProcess(options)
    running.add(started)
    void started.gone.then((reason) => {
      running.delete(started)
      if (!isStopping && latest === started) crashed(reason)
    })
    return started
  }

  const crashed = (reason: string) => {
    const now = Date.now()
    crashes = now - lastCrash < STABLE_MS ? crashes + 1 : 1
    lastCrash = now
    if (crashes > MAX_CRASHES) return giveUp(reason)
    onLine(`The functions' process ended (${reason.trim()}) and starts again.`)
    next = replace().catch((error: Error) => {
      giveUp(error.message)
      throw error
    })
    next.catch(() => undefined)
  }

  const replace = async () => {
    const started = await start()
    latest = started
    return started
  }

  let latest = await start()
  let next: Promise<GatewayProcess> = Promise.resolve(latest)

  const reload = async (before: Promise<GatewayProcess>) => {
    const old = await before
    const begun = Date.now()
    try {
      const started = await replace()
      onLine(`Sources have changed: the functions run anew after ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
      void old.retire()
      return started
    } catch (error) {
      if (!isStopping) onLine(`Sources have changed, and the functions do not start: ${(error as Error).message}`)
      return old
    }
  }

  return {
    gone,
    current: () => next,
    restart() {
      if (isStopping) return
      next = reload(next)
      next.catch(() => undefined)
    },
    async stop() {
      isStopping = true
      await Promise.all([...running].map((each) => each.stop()))
    },
  }
}
