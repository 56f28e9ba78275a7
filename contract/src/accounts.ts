import Type, { type Static } from 'typebox'

export type Role = Static<typeof Role>
export const Role = Type.Union([Type.Literal('viewer'), Type.Literal('editor'), Type.Literal('admin')], {
  description: 'A viewer reads, an editor also writes, an admin also decides who is a member.',
})

export type KeyScope = Static<typeof KeyScope>
export const KeyScope = Type.Union([Type.Literal('all'), Type.Literal('read'), Type.Literal('write')], {
  description: 'What a key may do at most; never more than its user may.',
})
