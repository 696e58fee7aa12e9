import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TableKind } from './choose-table.ts'

const lockFile = (dataDir: string) => join(dataDir, 'stack.pid')

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The stack that uses a data folder. */
export interface LockHolder {
  pid: number
  /** Tells commands beside the stack where its table is. */
  table: TableKind
}

/** Finds the stack that uses the data folder; undefined if there is none. */
export const findLockHolder = (dataDir: string): LockHolder | undefined => {
  try {
    const [id, table] = readFileSync(lockFile(dataDir), 'utf8').split(' ')
    const pid = Number(id)
    return pid && isAlive(pid) ? { pid, table: table as TableKind } : undefined
  } catch {
    return undefined
  }
}

/** Locks the data folder and returns a function that unlocks it. The lock of a dead process has no effect. */
export const lock = (dataDir: string, table: TableKind) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(lockFile(dataDir), `${process.pid} ${table}`)
  return () => rmSync(lockFile(dataDir), { force: true })
}
