import { createRouter } from '../../lib/platform/http/router.ts'
import { getAttention } from './attention.ts'

export const endpoints = { getAttention }

export const handler = createRouter(endpoints)
