import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

const read = (pid: string, name: string) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Finds the gateway process by its port; undefined on systems without /proc. */
export const findGateway = (port: number): string | undefined => {
  try {
    return readdirSync('/proc').find((pid) => {
      const [program = '', ...args] = read(pid, 'cmdline').split('\0')
      return program.endsWith('node') && args[args.indexOf('--httpPort') + 1] === String(port)
    })
  } catch {
    return undefined
  }
}

/** Reads the processor time of a process and its threads, in milliseconds. */
export const readProcessorMs = (pid: string): number => {
  const [user, system] = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
