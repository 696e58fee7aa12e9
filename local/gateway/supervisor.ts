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
    // Leases of processes that have ended are free, and those of one that still answers its last requests are not.
    if (!running.size) aloneSince = new Date().toISOString()
    const env = { ...options.env, LOCAL_ALONE_SINCE: aloneSince }
    const started = await startGatewayProcess({ ...options, env })
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
    // A process that is starting takes the place of the one that ended.
    if (!renewing) renew()
  }

  const replace = async () => {
    const old = latest
    const begun = Date.now()
    try {
      latest = await start()
    } catch (error) {
      if (isStopping) return
      const { message } = error as Error
      if (running.has(old)) return onLine(`The changed sources do not start: ${message}`)
      giveUp(message)
      throw error
    }
    if (!running.has(old)) return
    onLine(`Reloaded the changed sources in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
    void old.retire()
  }

  /** Starts one process after another until the last one has begun after the last wish for one. */
  const replaceUntilCurrent = async () => {
    while (isOutdated && !isStopping) {
      isOutdated = false
      await replace()
    }
    return latest
  }

  const renew = () => {
    isOutdated = true
    if (renewing) return
    renewing = replaceUntilCurrent().finally(() => {
      renewing = undefined
    })
    renewing.catch(() => undefined)
  }

  let aloneSince = ''
  let isOutdated = false
  /** Present while a process starts; never more than one does, however often the sources change meanwhile. */
  let renewing: Promise<GatewayProcess> | undefined
  let latest = await start()

  return {
    gone,
    current: () => renewing ?? Promise.resolve(latest),
    restart() {
      if (!isStopping) renew()
    },
    async stop() {
      isStopping = true
      await Promise.all([...running].map((each) => each.stop()))
    },
  }
}
