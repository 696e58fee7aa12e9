import { ConnectorError } from '../connector.ts'
import type { PublicationOutcome } from './fulfilment.ts'
import type { OrderNote } from './order-note.ts'
import { GONE, type Hindrance } from './publish-parcel.ts'

/** A note as the shop shows it. */
export interface ShownNote {
  externalId: string
  text: string
}

/** The calls of a platform for one note. A call that returns a hindrance has changed nothing. */
export interface NoteWriter {
  /** Returns the notes of the order, the oldest first; undefined if the shop no longer has the order. */
  list(): Promise<readonly ShownNote[] | undefined>
  /** Adds a note. It must not be repeated if its answer is lost. */
  add(text: string): Promise<Hindrance | undefined>
  /** Absent if the platform cannot change a note, so that the latest one counts. */
  change?(externalId: string, text: string): Promise<Hindrance | undefined>
}

const buildText = ({ text, mark }: OrderNote) => `${text} Reference: ${mark}.`

const findLatest = (notes: readonly ShownNote[], { mark }: OrderNote) =>
  notes.findLast(({ text }) => text.trimEnd().endsWith(` Reference: ${mark}.`))

const isSame = (one: string, other: string) => one.trim().replaceAll(/\s+/g, ' ') === other

/** Compares what the shop has with the note, which its text ends by naming, writes what lacks and reads it back. */
export const writeNote = async (writer: NoteWriter, note: OrderNote): Promise<PublicationOutcome> => {
  const text = buildText(note)
  const notes = await writer.list()
  if (!notes) return GONE
  const before = findLatest(notes, note)
  if (before && isSame(before.text, text)) return { published: 'unchanged', externalIds: [before.externalId] }
  const hindrance = before && writer.change ? await writer.change(before.externalId, text) : await writer.add(text)
  if (hindrance) return hindrance
  const after = findLatest((await writer.list()) ?? [], note)
  if (!after) throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted the note but does not show it.')
  return { published: before ? 'updated' : 'created', externalIds: [after.externalId] }
}
