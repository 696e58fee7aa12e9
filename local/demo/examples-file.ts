import { join } from 'node:path'

/** File in the data folder with the examples that the reference shows on this machine. */
export const EXAMPLES_FILE: string = join('demo', 'examples.json')
