import { type ChildProcess, spawn } from 'node:child_process'
import { readProcessorTime } from './processor-time.ts'

export interface Running {
  url: string
  stop: () => Promise<void>
}

export interface Child {
  pid: number
  /** Resolves with the reason when the process has ended. */
  gone: Promise<string>
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Value that changes while the program works. */
  progress: () => number | undefined
}

interface ChildOptions {
  env?: Record<string, string | undefined>
  cwd?: string
  onLine?: (line: string) => void
}

const GRACE_MS = 500

// The shell reads from a pipe of this process. However this process dies, the pipe closes and the shell kills the child.
const GUARD = `exec 3<&0
"$@" 3<&- </dev/null &
pid=$!
trap 'kill -TERM $pid' TERM
(trap '' TERM INT; cat <&3 >/dev/null; kill -9 $pid) 2>/dev/null &
exec 3<&- </dev/null
wait $pid
wait $pid`

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts a program in its own process group, which never outlives this process. */
export const startChild = (command: string, args: string[], { env, cwd, onLine }: ChildOptions = {}): Child => {
  const child = spawn('sh', ['-c', GUARD, 'sh', command, ...args], {
    env: { ...process.env, ...env },
    ...(cwd ? { cwd } : {}),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let ended = false
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`))
  }).finally(() => {
    ended = true
    child.stdin.destroy()
  })
  child.stdin.on('error', () => undefined)
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine?.(line)
    })
  }
  return {
    pid: child.pid ?? 0,
    gone,
    progress: () => readProcessorTime(child.pid ?? 0),
    async stop(signal = 'SIGTERM') {
      if (ended) return
      signalGroup(child, signal)
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
      await gone
      clearTimeout(timer)
      signalGroup(child, 'SIGKILL')
    },
  }
}
