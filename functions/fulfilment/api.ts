import { createRouter } from '../../lib/platform/http/router.ts'

export const endpoints = {}

export const handler = createRouter(endpoints)
