import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lockFile = (dataDir: string) => join(dataDir, 'stack.pid')

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Finds the process that uses the data folder; undefined if there is none. */
export const findLockHolder = (dataDir: string): number | undefined => {
  try {
    const pid = Number(readFileSync(lockFile(dataDir), 'utf8'))
    return pid && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Locks the data folder and returns a function that unlocks it. The lock of a dead process has no effect. */
export const lock = (dataDir: string) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(lockFile(dataDir), String(process.pid))
  return () => rmSync(lockFile(dataDir), { force: true })
}
