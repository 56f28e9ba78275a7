import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { newProjectId } from './rows.ts'

export function fileGuarantees(storage: () => Storage): void {
  test('bytes are returned as stored', async () => {
    const project = newProjectId()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)

    await storage().files.put(project, 'digest', bytes)

    expect(await storage().files.get(project, 'digest')).toEqual(bytes)
    expect(await storage().files.size(project, 'digest')).toBe(70_000)
    expect(await storage().files.size(project, 'other')).toBeUndefined()
  })

  test('a view stores only its own bytes, not the whole buffer', async () => {
    const project = newProjectId()
    const whole = Uint8Array.from([1, 2, 3, 4, 5])

    await storage().files.put(project, 'digest', whole.subarray(1, 3))

    expect(await storage().files.get(project, 'digest')).toEqual(Uint8Array.from([2, 3]))
  })

  test('an empty file is stored', async () => {
    const project = newProjectId()

    await storage().files.put(project, 'empty', new Uint8Array(0))

    expect(await storage().files.get(project, 'empty')).toEqual(new Uint8Array(0))
    expect(await storage().files.get(project, 'other')).toBeUndefined()
  })

  test('the same content counts once', async () => {
    const project = newProjectId()

    for (let time = 0; time < 2; time++) await storage().files.put(project, 'a', new Uint8Array(10))
    await storage().files.put(project, 'b', new Uint8Array(5))

    expect(await storage().files.totalSize(project)).toBe(15)
  })

  test('a file of another project is not found', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await storage().files.put(mine, 'digest', new Uint8Array(3))
    await storage().files.put(other, 'else', new Uint8Array(1))

    expect(await storage().files.get(other, 'digest')).toBeUndefined()
    expect(await storage().files.totalSize(other)).toBe(1)
    expect(await storage().files.get(newProjectId(), 'digest')).toBeUndefined()
    expect(await storage().files.totalSize(newProjectId())).toBe(0)
  })
}
