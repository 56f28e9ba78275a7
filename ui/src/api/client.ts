import { createClient } from '@heddle/contract/client'
import { parseExact } from '../json/exact.ts'

/** Speaks to the server this page came from; the session's cookie goes along. */
export const client = createClient({ baseUrl: '' })

/** The same for what shows payloads without their text: large numbers keep their digits. */
export const exactClient = createClient({ baseUrl: '', parse: parseExact })
