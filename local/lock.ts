import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'stack.pid')

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process that holds the data folder, if one does. */
export const holderOf = (dataDir: string): number | undefined => {
  try {
    const pid = Number(readFileSync(fileIn(dataDir), 'utf8'))
    return pid && isAlive(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

/** Marks the data folder as in use; the mark of a process that is gone counts for nothing. */
export const hold = (dataDir: string) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileIn(dataDir), String(process.pid))
  return () => rmSync(fileIn(dataDir), { force: true })
}
