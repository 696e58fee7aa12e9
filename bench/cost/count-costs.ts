import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../local/definitions.ts'
import type { Cost } from './measure.ts'

const MAX_OUTPUT_BYTES = 10_000_000

/** The environment of the count, which takes nothing from that of its caller but the path and where compiled modules are. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // One thread does its work in order, so that the end of all work in the thread pool can be awaited.
  UV_THREADPOOL_SIZE: '1',
  STAGE: 'test',
  TABLE_NAME: 'costs',
  PUBLIC_URL: 'http://localhost:3000',
  APP_URL: 'http://app.localhost',
  SMS_PREFIXES: '+49',
  LOG_LEVEL: 'SILENT',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
}

/** Counts what every kind of operation costs, in a process of its own, whose clock and random choices are replaced. */
export const countCosts = async (): Promise<Cost[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'measure.ts')], {
    cwd: root,
    env: ENVIRONMENT,
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return JSON.parse(stdout)
}
