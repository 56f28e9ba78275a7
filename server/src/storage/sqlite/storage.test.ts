import { openInNewFolder } from '../../testing/sqlite-storage.ts'
import { describeStorage } from '../conformance/suite.ts'

describeStorage('SQLite', openInNewFolder)
