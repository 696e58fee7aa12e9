import { enableCompileCache } from 'node:module'

// Whatever is imported after this line is compiled once and not at every start.
enableCompileCache()
await import('./main.ts')
