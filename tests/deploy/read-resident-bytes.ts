import { readdirSync, readFileSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Reads the parent and the resident memory of a process; a process that has ended has none. */
const readProcess = (pid: string) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { pid: Number(pid), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES }
  } catch {
    return { pid: Number(pid), parent: 0, bytes: 0 }
  }
}

/** Adds up the resident memory of a process and of all that descend from it. */
export const readResidentBytes = (root: number): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
  const add = (pid: number): number =>
    processes
      .filter((each) => each.pid === pid || each.parent === pid)
      .reduce((sum, each) => sum + (each.pid === pid ? each.bytes : add(each.pid)), 0)
  return add(root)
}
