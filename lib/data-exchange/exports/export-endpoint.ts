import { DataExport, type ExportFormat, exportQuery } from '../../../schemas/data-exchange/export.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import { buildAttachmentHeader } from '../../platform/files/files.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { type Endpoint, endpoint, reply } from '../../platform/http/endpoint.ts'
import { present } from '../../platform/http/response/present.ts'
import type { Id } from '../../platform/id.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'
import type { Collection, Filters } from './collection.ts'
import { presentExport } from './export.ts'
import { exportDirectly } from './export-directly.ts'
import { requestExport } from './request-export.ts'

interface Request {
  caller: SignedIn & { tenant: Id }
  source?: RequestSource | undefined
  now: Date
}

interface Wanted {
  collection: Collection
  format: ExportFormat
  bom?: boolean
  filters: Filters
  filename: string
  /** Headers of either answer. */
  headers?: Readonly<Record<string, string>>
}

/** Answers with the file if it is small, and otherwise with the export that a task writes. */
export const answerExport = async (
  app: App,
  { caller, source, now }: Request,
  { collection, format, bom = false, filters, filename, headers = {} }: Wanted,
) => {
  const { tenant, identity: actor } = caller
  await collection.check?.(app, tenant, filters)
  const writer = await collection.createWriter(app, tenant, { format, bom, filters, at: now })
  const direct = await exportDirectly(app, tenant, collection, writer, filters)
  if (direct)
    return reply(format === 'datev' ? direct.content : direct.content.toString(), {
      headers: {
        'Content-Type': writer.mimeType,
        'Content-Disposition': buildAttachmentHeader(filename, writer.mimeType),
        ...(direct.leftOut > 0 && { 'X-Left-Out': String(direct.leftOut) }),
        ...headers,
      },
    })
  const { name, scope } = collection
  const asked = { collection: name, scope, format, bom, filters, filename }
  const job = present(DataExport, presentExport(await requestExport(app, { tenant, actor, source, now }, asked)))
  return reply(JSON.stringify(job), {
    status: 202,
    headers: { 'Content-Type': 'application/json', Location: String(job['@id']), ...headers },
  })
}

interface Definition {
  route: `GET /api/${string}/export`
  /** The list, whose filters and scope the export has. */
  list: Pick<Endpoint, 'access' | 'query' | 'required'>
  summary: string
  /** Sentences about the rows, if no list describes them. */
  about?: string
  collection: Collection
}

const DESCRIPTION =
  'Answers with the file if it has at most 1,000 rows. A longer one is written in the background: the answer is 202 with ' +
  'the export, and whoever asked gets a mail with a link once it is ready. Rows are in the order of their ids. What ' +
  'exists all the time while the file is written is in it exactly once.'

/** Builds the endpoint that exports a list. */
export const exportEndpoint = ({ route, list, summary, about, collection }: Definition): Endpoint =>
  endpoint({
    route,
    scope: list.access as Scope,
    summary,
    description: about ? `${about} ${DESCRIPTION}` : DESCRIPTION,
    query: { ...list.query, ...exportQuery },
    required: list.required ?? [],
    produces: 'text/csv; charset=utf-8',
    alsoProduces: ['application/jsonl'],
    also: 202,
    later: DataExport,
    acts: true,
    waitsForGate: true,
    run: (app, request) => {
      const { format, bom, ...filters } = request.query as Filters & { format: 'csv' | 'jsonl'; bom: boolean }
      const filename = `${collection.name.replaceAll('_', '-')}-${request.now.toISOString().slice(0, 10)}.${format}`
      const all = { ...filters, ...(request.params as Record<string, string>) }
      return answerExport(app, request, { collection, format, bom, filters: all, filename })
    },
  })
