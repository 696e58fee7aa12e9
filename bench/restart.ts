import { rm } from 'node:fs/promises'
import { chooseTable } from '../local/choose-table.ts'
import { waitFor } from '../local/wait.ts'
import { ownStack, start } from '../tests/support/stack-setup.ts'
import { callAs } from '../tests/support/started.ts'
import { fixed, table } from './report.ts'
import { WORKS, type Work } from './restart/work.ts'

// Measures how long a start takes after the whole platform was killed in the middle of each kind of work, and after how long
// that work goes on and is done.

const EVERY_MS = 50
const MOST = '1000000000'

const startOwn = async () => {
  const own = await ownStack()
  const limits = { RATE_LIMIT_IDENTITY: MOST, RATE_LIMIT_AUTH: MOST, RATE_LIMIT_IP: MOST }
  const env = { ...own.env, ...limits, TABLE: chooseTable().kind, LOG_LEVEL: 'SILENT' }
  const api = `http://127.0.0.1:${own.ports.api}`
  const begin = async () => {
    const started = start(env)
    await started.ready
    return started
  }
  let running = await begin()
  const kill = async () => {
    running.child.kill('SIGKILL')
    await running.ended
    await waitFor('the ports', async () => (await fetch(api).catch(() => undefined)) === undefined)
  }
  return {
    call: callAs(api, 'demo@entrepot.example', 'demo-password'),
    /** Kills all processes and starts them again. */
    async restart() {
      await kill()
      running = await begin()
    },
    async stop() {
      await kill()
      await rm(own.dataDir, { recursive: true, force: true })
    },
  }
}

const measureWork = async ({ call, restart }: Awaited<ReturnType<typeof startOwn>>, work: Work) => {
  const { name, total, isOneStep } = work
  const count = await work.begin(call)
  const counted = async (isSo: (done: number) => boolean | undefined) => {
    const done = await count()
    return isSo(done) ? { done, at: performance.now() } : undefined
  }
  const waiting = { seconds: 600, everyMs: EVERY_MS }
  const begun = await waitFor(`the beginning of ${name}`, () => counted((done) => isOneStep || done > 0), waiting)
  const killed = performance.now()
  await restart()
  const ready = performance.now()
  const before = await count()
  const next = await waitFor(`more of ${name}`, () => counted((done) => done > before || done >= total), waiting)
  const end = await waitFor(`the end of ${name}`, () => counted((done) => done >= total), waiting)
  const seconds = [ready - killed, next.at - ready, end.at - ready].map((ms) => fixed(ms / 1000))
  return [name, `${begun.done} of ${total}`, ...seconds]
}

export const restarts = async (): Promise<string> => {
  const stack = await startOwn()
  try {
    const rows: string[][] = []
    for (const work of WORKS) rows.push(await measureWork(stack, work))
    const columns = ['killed in the middle of', 'done before', 'started, s', 'goes on after, s', 'done after, s']
    return table(columns, rows)
  } finally {
    await stack.stop()
  }
}
