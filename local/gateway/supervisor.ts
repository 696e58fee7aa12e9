import { type GatewayOptions, type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

/** Crashes within this time of each other count towards `MAX_CRASHES`. */
const STABLE_MS = 5000
const MAX_CRASHES = 3

export interface Supervisor {
  /** Process for the next request: the new one while it starts. */
  current: () => Promise<GatewayProcess>
  /** Starts a process with the current sources. Running requests are finished by the process that began them. */
  restart: () => void
  stop: () => Promise<void>
  /** Resolves with the reason if the process crashes repeatedly. */
  gone: Promise<string>
}

/** Keeps a gateway process running. Replaces it when the sources change and when it crashes. */
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
      if (!isStopping && latest === started) recover(reason)
    })
    return started
  }

  const recover = (reason: string) => {
    const now = Date.now()
    crashes = now - lastCrash < STABLE_MS ? crashes + 1 : 1
    lastCrash = now
    if (crashes > MAX_CRASHES) return giveUp(reason)
    onLine(`The process of the functions ended (${reason.trim()}). Starting it again.`)
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
      onLine(`Reloaded the changed sources in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
      void old.retire()
      return started
    } catch (error) {
      if (!isStopping) onLine(`The changed sources do not start: ${(error as Error).message}`)
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
