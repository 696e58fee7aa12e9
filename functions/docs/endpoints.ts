import { getReferenceAsset } from './assets/get.ts'
import { getChangelog } from './changelog.ts'
import { getContext } from './contexts/get.ts'
import { getProblemPage } from './errors/get.ts'
import { getApiReference } from './get.ts'
import { getReadiness } from './health/ready.ts'
import { getHealth } from './health.ts'
import { getLandingPage } from './landing-page.ts'
import { getOpenApi } from './openapi.ts'
import { getTopicsPage } from './topics.ts'

export const endpoints = {
  getLandingPage,
  getHealth,
  getReadiness,
  getApiReference,
  getOpenApi,
  getReferenceAsset,
  getContext,
  getTopicsPage,
  getChangelog,
  getProblemPage,
}
