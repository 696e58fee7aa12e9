import { readdirSync, readFileSync } from 'node:fs'

const PAUSE_MS = 500
const PAGE_BYTES = 4096

const readProcess = (name: string) => {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [{ pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

/** Returns the resident bytes of a process and of all below it. */
const sumTree = (root: number): number => {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((bytes, child) => bytes + child.bytes + sum(child.pid), 0)
  return sum(root) + (processes.find(({ pid }) => pid === root)?.bytes ?? 0)
}

/** Samples the memory of a process tree until the returned function is called, which returns the most, in megabytes. */
export const sampleMemory = (root: number): (() => number) => {
  let most = 0
  const sample = () => {
    most = Math.max(most, sumTree(root))
  }
  const timer = setInterval(sample, PAUSE_MS)
  return () => {
    clearInterval(timer)
    return Math.round(most / 1e6)
  }
}
