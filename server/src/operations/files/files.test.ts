import { randomBytes } from 'node:crypto'
import { createFile, measureFiles } from '@heddle/contract/files'
import { afterAll, expect, test } from 'vitest'
import { encodeRequest } from '../../testing/encode-request.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const HELLO = Buffer.from('hello world\n')
const HELLO_DIGEST = 'qUiQTy8PR5uPgZdpSzAYSw0u0cHNKh7AX4XSmaGSpEc'

const store = async (project_id: string, file: Uint8Array) =>
  (await service.call(createFile, { project_id, file })).digest

const content = (project_id: string, digest: string, url = '/file/content') =>
  service.post(url, { project_id, digest })

test('the stored bytes of a file are returned', async () => {
  const project_id = newProject()

  const digest = await store(project_id, HELLO)

  const reply = await content(project_id, digest)
  expect(digest).toBe(HELLO_DIGEST)
  expect(reply).toMatchObject({ status: 200, body: HELLO })
  expect(reply.headers['content-type']).toContain('application/octet-stream')
})

test('/files/create and /files/content are other names of the same endpoints', async () => {
  const project_id = newProject()
  const request = await encodeRequest(createFile, { project_id, file: HELLO })

  const created = await service.request({ ...request, url: '/files/create' })

  expect(created).toMatchObject({ status: 200, body: { digest: HELLO_DIGEST } })
  expect(await content(project_id, HELLO_DIGEST, '/files/content')).toMatchObject({
    status: 200,
    body: HELLO,
  })
  expect(await content(project_id, HELLO_DIGEST)).toMatchObject({ status: 200, body: HELLO })
})

test('a file needs no file name', async () => {
  const project_id = newProject()
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
  const bytes = Buffer.from([0xff, 0x00, 0xfe])
  const body = Buffer.concat([
    Buffer.from(`${part('project_id')}${project_id}\r\n${part('file')}`),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])

  const created = await service.request({
    method: 'POST',
    url: createFile.path,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })

  expect(created).toMatchObject({ status: 200, body: { digest: await store(project_id, bytes) } })
})

test('an empty file is valid', async () => {
  const project_id = newProject()

  const digest = await store(project_id, new Uint8Array())

  expect(digest).toBe('47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU')
  expect(await content(project_id, digest)).toMatchObject({ status: 200, body: Buffer.alloc(0) })
})

test('a file of 12 MB is returned completely', async () => {
  const project_id = newProject()
  const large = randomBytes(12 * 1024 ** 2)

  const { body } = await content(project_id, await store(project_id, large))

  expect(body instanceof Uint8Array && large.equals(body)).toBe(true)
})

test('the parts of the form may be in any order', async () => {
  const form = new FormData()
  form.append('file', new Blob([HELLO]), 'hello.txt')
  form.append('project_id', newProject())
  const encoded = new Response(form)

  const reply = await service.request({
    method: 'POST',
    url: '/file/create',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })

  expect(reply).toMatchObject({ status: 200, body: { digest: HELLO_DIGEST } })
})

test('a file with a wrong expected_digest is 409 and is not stored', async () => {
  const project_id = newProject()
  const request = { project_id, file: HELLO, expected_digest: 'x'.repeat(43) }

  const reply = await service.request(await encodeRequest(createFile, request))

  expect(reply.status).toBe(409)
  expect(await content(project_id, HELLO_DIGEST)).toMatchObject({ status: 404 })
})

test('the right expected_digest is accepted', async () => {
  const request = { project_id: newProject(), file: HELLO, expected_digest: HELLO_DIGEST }

  expect(await service.call(createFile, request)).toEqual({ digest: HELLO_DIGEST })
})

test('an unknown file is 404 in JSON, even where another project has it', async () => {
  await store(newProject(), HELLO)

  const reply = await content(newProject(), HELLO_DIGEST)

  expect(reply).toMatchObject({ status: 404, body: { reason: expect.any(String) } })
})

test('a form without a file is 422', async () => {
  const form = new FormData()
  form.append('project_id', newProject())
  const encoded = new Response(form)

  const reply = await service.request({
    method: 'POST',
    url: '/file/create',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'file'] }] } })
})

test.each(['/files/query_stats', '/files/stats'])('%s adds up the files, equal ones once', async (url) => {
  const project_id = newProject()
  await store(project_id, HELLO)
  await store(project_id, HELLO)
  await store(project_id, Buffer.from('other'))

  const reply = await service.post(url, { project_id })

  expect(reply).toMatchObject({ status: 200, body: { total_size_bytes: HELLO.length + 5 } })
})

test('an unknown project has no files', async () => {
  expect(await service.call(measureFiles, { project_id: newProject() })).toEqual({ total_size_bytes: 0 })
})

test('storing a file requires write access, and reading one read access', async () => {
  const project_id = newProject()
  await store(project_id, HELLO)
  const viewer = await service.createUser({ entity: 'team', role: 'viewer' })
  const stranger = await service.createUser({ entity: 'others' })
  const upload = await encodeRequest(createFile, { project_id, file: HELLO })

  const created = await service.request({ ...upload, key: viewer.key })
  const read = await service.post(
    '/file/content',
    { project_id, digest: HELLO_DIGEST },
    { key: stranger.key },
  )
  const measured = await service.post('/files/query_stats', { project_id }, { key: stranger.key })

  expect([created.status, read.status, measured.status]).toEqual([403, 403, 403])
})
