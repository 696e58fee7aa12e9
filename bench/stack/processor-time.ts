import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

const read = (pid: string, name: string) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The gateway's own process, by the port that it was given; undefined where there is no /proc. */
export const gatewayOf = (port: number): string | undefined => {
  try {
    return readdirSync('/proc').find((pid) => {
      const [program = '', ...args] = read(pid, 'cmdline').split('\0')
      return program.endsWith('node') && args[args.indexOf('--httpPort') + 1] === String(port)
    })
  } catch {
    return undefined
  }
}

/** Processor time that a process has used, its threads included. */
export const usedMs = (pid: string): number => {
  const [user, system] = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
