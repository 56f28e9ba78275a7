import { type Database, openDatabase } from './database/driver.ts'
import { defineFunctions } from './database/functions.ts'
import { defineSealedTexts } from './texts/sealed-texts.ts'

/** Page cache of a connection, and the size above which sorts spill to files. */
const CACHE_KIB = 65_536

/** Opens the write connection, of which there is one per process. A commit returns after the flush to disk. */
export function openForWriting(path: string): Database {
  const db = openDatabase(path, { readOnly: false })
  db.exec(`
    pragma page_size = 8192;
    pragma auto_vacuum = incremental;
    pragma busy_timeout = 5000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 268435456;
    pragma temp_store = file;
    pragma cache_size = -${CACHE_KIB}`)
  defineFunctions(db)
  defineSealedTexts(db)
  return db
}

/** Long reads check `isWanted` regularly and fail once it returns false. */
export function openForReading(path: string, isWanted = () => true, cacheKib = CACHE_KIB): Database {
  const db = openDatabase(path, { readOnly: true, isWanted })
  db.exec(`
    pragma busy_timeout = 5000;
    pragma temp_store = file;
    pragma cache_size = -${cacheKib}`)
  defineFunctions(db, isWanted)
  defineSealedTexts(db)
  return db
}
