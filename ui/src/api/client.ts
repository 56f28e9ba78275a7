import { createClient } from '@heddle/contract/client'

/** Speaks to the server this page came from; the session's cookie goes along. */
export const client = createClient({ baseUrl: '' })
