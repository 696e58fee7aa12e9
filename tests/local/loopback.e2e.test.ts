import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, inject, test } from 'vitest'

const { variables } = inject('stack')
const PORTS = Object.entries(variables).filter(([name]) => name.endsWith('_PORT'))

const answers = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 5000 })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

const tryRead = (read: () => string) => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Lists the processes of the stack, which inherit its data folder. */
const listProcesses = () =>
  readdirSync('/proc').filter(
    (name) =>
      /^\d+$/.test(name) &&
      tryRead(() => readFileSync(`/proc/${name}/environ`, 'utf8'))
        .split('\0')
        .includes(`DATA_DIR=${variables.DATA_DIR}`),
  )

const listSockets = (pid: string) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(tryRead(() => readlinkSync(`/proc/${pid}/fd/${fd}`))) ?? []
    return inode ? [inode] : []
  })

const LISTENING = '0A'
/** The loopback addresses as the kernel writes them: 127.0.0.1 itself, within IPv6, and ::1. */
const LOOPBACK = new Set(['0100007F', '0000000000000000FFFF00000100007F', '00000000000000000000000001000000'])

/** Lists the addresses, with their ports, on which these sockets listen. */
const listListeners = (inodes: ReadonlySet<string>) =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    tryRead(() => readFileSync(file, 'utf8'))
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === LISTENING && inodes.has(inode))
      .map(([, local = '']) => {
        const [address = '', port = ''] = local.split(':')
        return { address, port: Number.parseInt(port, 16) }
      }),
  )

describe('whatever npm start runs', () => {
  test('answers on the loopback address and on no other address of the machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid)
    for (const [name, port] of PORTS) {
      expect(await answers('127.0.0.1', Number(port)), name).toBe(true)
      for (const { address } of others)
        expect(await answers(address, Number(port)), `${name} at ${address}`).toBe(false)
    }
  })

  test.skipIf(!existsSync('/proc/net/tcp'))('has no socket that listens elsewhere, by what the kernel lists', () => {
    const listeners = listListeners(new Set(listProcesses().flatMap(listSockets)))
    const ports = new Set(listeners.map(({ port }) => port))
    // Beside these, the process of the functions and the object storage have ports of their own.
    for (const [name, port] of PORTS) expect(ports.has(Number(port)), name).toBe(true)
    expect(ports.size).toBeGreaterThan(PORTS.length)
    expect(listeners.filter(({ address }) => !LOOPBACK.has(address))).toEqual([])
  })
})
