import { createClient } from '@heddle/contract/client'
import { parseExact } from '../json/exact.ts'

/** Speaks to the server this page came from; the session's cookie goes along. */
export const client = createClient({ baseUrl: '', parse: parseExact })
