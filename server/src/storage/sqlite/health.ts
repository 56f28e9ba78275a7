import type { Database } from './driver.ts'

export function healthWrites(db: Database) {
  return {
    /**
     * Writes the version of the schema over itself: a page goes to the disk, and nothing changes. As every write it
     * fails where the files are no longer those that were opened.
     */
    probe(): void {
      const version = Number(db.prepare('pragma user_version').get()?.user_version)
      db.exec(`pragma user_version = ${version}`)
    },
  }
}
